import { discussions } from '#server/features/discussions/index.ts'
import { blocks, people } from '#server/features/people/index.ts'
import { define, many, one, value, type Entry, type ListRows } from '#server/platform/graph/reads.ts'
import { sql, when, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import {
  AI_CONVERSATIONS_LIMIT,
  AI_MESSAGES_AT_MOST,
  CITATIONS_LIMIT,
  FILES_PER_QUESTION,
  OLDER_VERSIONS_LIMIT,
  PEOPLE_LIMIT,
  PROMPTS_LIMIT,
  RELATED_THREADS,
  SENTENCES_LIMIT,
} from '#shared/assistant.ts'
import { ownAssistant, reachedAssistant } from './assistant.access.ts'
import { counted } from './passages/columns.ts'

const MODELS = 20
const SOURCES = 20

const messageById = one((_, { result }) => sql`select m.* from ${ownAssistant.own_answers} m where m.id = ${result}`)
const conversationById = one(
  (_, { result }) => sql`select c.* from ${ownAssistant.own_conversations} c where c.id = ${result}`,
)
const promptById = one((_, { result }) => sql`select p.* from ${ownAssistant.own_prompts} p where p.id = ${result}`)

/** All sources of a sentence of `m` can be read now. */
const isAvailable = (m: Sql) => sql`s.citations <@ ${m}.numbers`
const CITED = sql`c(number integer, kind text, page integer, seconds integer, is_private boolean, quote text, title text, detail text,
  url text, author_id bigint, published_at timestamptz, before text, after text)`

/** The latest, without older versions of answers, in their order. */
const latestMessages = (conversation: Sql, limit: Parameter): ListRows => ({
  rows: sql`
    select m.* from (
      select o.id from ${ownAssistant.own_ai_messages} o where o.conversation_id = ${conversation} and o.replaced_by_id is null
      order by coalesce(o.question_id, o.id) desc, o.id desc limit least(${limit}, ${AI_MESSAGES_AT_MOST})) l
    join ${ownAssistant.own_answers} m on m.id = l.id`,
  order: sql`coalesce(m.question_id, m.id), m.id`,
  limit,
  cap: AI_MESSAGES_AT_MOST,
})

const attachmentsOf = (column: 'ai_message_id' | 'prompt_template_id'): Entry =>
  many((row) => ({
    rows: sql`select a.* from ${ownAssistant.ai_attachments} a where a.${COLUMNS[column]} = ${row}.id`,
    order: sql`id`,
    cap: FILES_PER_QUESTION,
  }))
const COLUMNS = { ai_message_id: sql`ai_message_id`, prompt_template_id: sql`prompt_template_id` }

export const assistantReads = define({
  Query: {
    ai_conversations: many((_, { args, given }) => ({
      rows: sql`select c.* from ${ownAssistant.own_conversations} c where c.deleted is null
        ${when(
          given(args['search']!),
          () => sql`and (position(lower(${args['search']!}) in lower(c.name)) > 0 or exists (
            select from ${ownAssistant.own_ai_messages} m where m.conversation_id = c.id and m.role = 'user'
              and position(lower(${args['search']!}) in lower(m.content)) > 0))`,
        )}`,
      order: sql`updated desc, id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: AI_CONVERSATIONS_LIMIT,
    })),
    ai_conversation_count: value(
      () => sql`(select count(*)::integer from ${ownAssistant.own_conversations} c where c.deleted is null)`,
    ),
    ai_messages: many((_, { args }) =>
      latestMessages(
        sql`(select c.id from ${ownAssistant.own_conversations} c where c.id = ${args['conversation_id']!} and c.deleted is null)`,
        args['limit']!,
      ),
    ),
    ai_models: many(() => ({ rows: sql`select m.* from ${ownAssistant.ai_models} m`, order: sql`place`, cap: MODELS })),
    ai_sources: many(() => ({
      rows: sql`select s.* from ${ownAssistant.ai_sources} s`,
      order: sql`place`,
      cap: SOURCES,
    })),
    prompt_hub: many((_, { args, given }) => ({
      rows: sql`select p.* from ${ownAssistant.library_prompts} p where true
        ${when(given(args['category']!), () => sql`and p.category = ${args['category']!}`)}
        ${when(given(args['search']!), () => sql`and position(lower(${args['search']!}) in lower(concat_ws(' ', p.name, p.description, p.content))) > 0`)}`,
      order: sql`category, "order", id`,
      cap: PROMPTS_LIMIT,
    })),
    user_prompt_templates: many(() => ({
      rows: sql`select p.* from ${ownAssistant.own_prompts} p where p.deleted is null`,
      order: sql`lower(name), id`,
      cap: PROMPTS_LIMIT,
    })),
    ai_user_preferences: one(() => sql`select p.* from ${ownAssistant.own_ai_preferences} p`),
    ai_usage: one(() => sql`select u.* from ${ownAssistant.ai_usage} u`),
  },
  Mutation: {
    sendAIMessage: conversationById,
    stopAIMessage: messageById,
    sendAIFeedback: one(
      (
        _,
        { result },
      ) => sql`select f.* from ${ownAssistant.own_ai_messages} m join ${reachedAssistant.feedback} f on f.ai_message_id = m.id
        where m.id = ${result}`,
    ),
    deleteConversation: conversationById,
    renameConversation: conversationById,
    regenerateMessage: messageById,
    createUserPromptTemplate: promptById,
    renameUserPromptTemplate: promptById,
    updateUserPromptTemplate: promptById,
    deleteUserPromptTemplate: promptById,
    updateAIUserPreferences: one(() => sql`select p.* from ${ownAssistant.own_ai_preferences} p`),
  },
  AIConversation: {
    num_of_questions: value(
      (c) =>
        sql`(select count(*)::integer from ${ownAssistant.own_ai_messages} m where m.conversation_id = ${c}.id and m.role = 'user')`,
    ),
    messages: many((c, { args }) => latestMessages(sql`${c}.id`, args['limit']!)),
  },
  AIMessage: {
    content: value(
      (m) => sql`case when ${m}.role = 'user' then ${m}.content else coalesce((
        select string_agg(s.content, ' ' order by s.number) from ${reachedAssistant.sentences} s
        where s.ai_message_id = ${m}.id and ${isAvailable(m)}), '') end`,
    ),
    urls: value(
      (m) => sql`(select coalesce(array_agg(u.url order by u.place), '{}') from (
      select n.url, min(n.place) as place from unnest(${m}.urls) with ordinality n(url, place) group by n.url) u)`,
    ),
    thinking_steps: value(
      (m) => sql`case when ${m}.role = 'assistant' and ${m}.state <> 'writing' then array[
        'Read ' || ${counted(sql`${m}.messages_read`, 'message', 'messages')} || ' and ' || ${counted(sql`${m}.documents_read`, 'document', 'documents')},
        'Used ' || cardinality(${m}.numbers)] else '{}' end`,
    ),
    attachments: attachmentsOf('ai_message_id'),
    feedback: one((m) => sql`select f.* from ${reachedAssistant.feedback} f where f.ai_message_id = ${m}.id`),
    older_versions: many((m) => ({
      rows: sql`select o.* from ${ownAssistant.own_answers} o
        where o.question_id = ${m}.question_id and o.replaced_by_id is not null and ${m}.replaced_by_id is null`,
      order: sql`id desc`,
      cap: OLDER_VERSIONS_LIMIT,
    })),
    sentences: many((m) => ({
      rows: sql`select s.number, s.paragraph, s.citations, case when ${isAvailable(m)} then s.content end as content
        from ${reachedAssistant.sentences} s where s.ai_message_id = ${m}.id`,
      order: sql`number`,
      cap: SENTENCES_LIMIT,
    })),
    citations: many((m) => ({
      rows: sql`select c.* from json_to_recordset(${m}.cited) ${CITED}`,
      order: sql`number`,
      cap: CITATIONS_LIMIT,
    })),
    related_threads: many((m) => ({
      rows: sql`select f.*, r.place from ${reachedAssistant.related_threads} r join ${discussions.listed} f on f.thread_id = r.thread_id
        where r.ai_message_id = ${m}.id`,
      order: sql`place`,
      cap: RELATED_THREADS,
    })),
    people: many((m) => ({
      rows: sql`select p.* from ${reachedAssistant.people_of_answers} p
        where p.ai_message_id = ${m}.id and not exists (select from ${blocks.parted} b where b.user_id = p.user_id)`,
      order: sql`place`,
      cap: PEOPLE_LIMIT,
    })),
    model: one((m) => sql`select x.* from ${ownAssistant.ai_models} x where x.id = ${m}.model_id`),
  },
  AICitation: {
    author_name: value((c) => sql`(select u.name from ${people.people} u where u.id = ${c}.author_id)`),
  },
  AIPerson: { user: one((p) => sql`select u.* from ${people.people} u where u.id = ${p}.user_id`) },
  PromptTemplate: { attachments: attachmentsOf('prompt_template_id') },
})
