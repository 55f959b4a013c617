/** SQL for conversations, questions and answers. */
import { CLAIM, claimFor } from '#server/platform/database/idempotency.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql } from '#server/platform/graph/sql.ts'
import { QUESTIONS_PER_DAY } from '#shared/assistant.ts'

/** The result is the conversation that is continued, or the id of a new one. */
export const claimQuestion = statement('claim-ai-question', { ...CLAIM, conversationId: 'bigint' }, (p) =>
  claimFor(p, sql`coalesce(${p.conversationId}, nextval('ai_conversations_id_seq'))`),
)

/** The result is the new answer. */
export const claimAnswer = statement('claim-ai-answer', CLAIM, (p) => claimFor(p, sql`nextval('ai_messages_id_seq')`))

export const insertConversation = statement(
  'insert-ai-conversation',
  { id: 'bigint', userId: 'bigint', name: 'text' },
  (p) => sql`
    insert into ai_conversations (id, user_id, name) overriding system value values (${p.id}, ${p.userId}, ${p.name})`,
)

/** The member's own, not deleted. Locked, so that it is not deleted meanwhile. */
export const touchConversation = statement(
  'touch-ai-conversation',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`
    update ai_conversations set updated = now() where id = ${p.id} and user_id = ${p.userId} and deleted is null returning id`,
)

export const renameConversationTo = statement(
  'rename-ai-conversation',
  { id: 'bigint', userId: 'bigint', name: 'text' },
  (p) => sql`
    update ai_conversations set name = ${p.name} where id = ${p.id} and user_id = ${p.userId} and deleted is null returning id`,
)

/** With its messages, of which none is written any more. Deleted again, it stays as it is. */
export const deleteConversationOf = statement(
  'delete-ai-conversation',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`
    with gone as (
      update ai_conversations set deleted = coalesce(deleted, now()) where id = ${p.id} and user_id = ${p.userId} returning id, deleted)
    , messages as (
      update ai_messages m set deleted = g.deleted, state = case when m.state = 'writing' then 'stopped' else m.state end
      from gone g where m.conversation_id = g.id and m.deleted is null)
    select id from gone`,
)

/** Counts a question of today. No row if there are none left; parallel calls wait for each other. */
export const countQuestion = statement(
  'count-ai-question',
  { userId: 'bigint' },
  (p) => sql`
    insert into ai_usage as u (user_id, day, questions) values (${p.userId}, (now() at time zone 'utc')::date, 1)
    on conflict (user_id, day) do update set questions = u.questions + 1
    where u.questions < coalesce((select o.daily_limit from ai_preferences o where o.user_id = ${p.userId}), ${QUESTIONS_PER_DAY})
    returning u.day`,
)

export const insertQuestion = statement(
  'insert-ai-question',
  { conversationId: 'bigint', content: 'text' },
  (p) => sql`
    insert into ai_messages (conversation_id, role, content) values (${p.conversationId}, 'user', ${p.content}) returning id`,
)

export const insertAnswer = statement(
  'insert-ai-answer',
  { id: 'bigint', conversationId: 'bigint', questionId: 'bigint', modelId: 'bigint', sources: 'text[]' },
  (p) => sql`
    insert into ai_messages (id, conversation_id, role, state, question_id, model_id, sources, usage_day) overriding system value
    values (coalesce(${p.id}, nextval('ai_messages_id_seq')), ${p.conversationId}, 'assistant', 'writing', ${p.questionId}, ${p.modelId},
      ${p.sources}, (now() at time zone 'utc')::date) returning id`,
)

export const insertFiles = statement(
  'insert-ai-attachments',
  { messageId: 'bigint', promptId: 'bigint', files: 'jsonb' },
  (p) => sql`
    insert into ai_attachments (ai_message_id, prompt_template_id, name, file_type, size, storage_key, preview_key)
    select ${p.messageId}, ${p.promptId}, f->>'name', f->>'file_type', (f->>'size')::bigint, f->>'storage_key', f->>'preview_key'
    from jsonb_array_elements(${p.files}) with ordinality as given(f, place) order by place`,
)

/** Replaces the answer, unless it is being written or was replaced meanwhile. */
export const replaceAnswer = statement(
  'replace-ai-answer',
  { id: 'bigint', replacedById: 'bigint' },
  (p) => sql`
    update ai_messages set replaced_by_id = ${p.replacedById}
    where id = ${p.id} and replaced_by_id is null and state <> 'writing' returning id`,
)

export interface OwnAnswer {
  id: number
  conversation_id: number
  question_id: number
  state: 'writing' | 'complete' | 'stopped' | 'failed'
  replaced_by_id: number | null
  model_id: number | null
  sources: string[]
}
export const selectOwnAnswer = statement(
  'select-own-ai-answer',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`
    select m.id, m.conversation_id, m.question_id, m.state, m.replaced_by_id, m.model_id, m.sources
    from ai_messages m join ai_conversations c on c.id = m.conversation_id
    where m.id = ${p.id} and m.role = 'assistant' and c.user_id = ${p.userId} and c.deleted is null`,
)

/** What an answer is to: the question with those before it, its files, and what the member said of themselves. */
export const selectAsked = statement(
  'select-ai-asked',
  { answerId: 'bigint' },
  (p) => sql`
    select q.content as text,
      array(select e.content from ai_messages e where e.conversation_id = q.conversation_id and e.role = 'user' and e.id < q.id
        order by e.id desc limit 3) as earlier,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'storage_key', a.storage_key, 'content', a.content) order by a.id), '[]')
        from ai_attachments a where a.ai_message_id = q.id) as files,
      p.risk_tolerance, coalesce(p.context, '') as context, (select x.key from ai_models x where x.id = m.model_id) as model_key
    from ai_messages m join ai_messages q on q.id = m.question_id join ai_conversations c on c.id = m.conversation_id
    left join ai_preferences p on p.user_id = c.user_id
    where m.id = ${p.answerId}`,
)

export const saveFileText = statement(
  'save-ai-attachment-text',
  { id: 'bigint', content: 'text' },
  (p) => sql`update ai_attachments set content = ${p.content} where id = ${p.id}`,
)

const isWriting = trustedSql(`m.state = 'writing'`)

export const saveRead = statement(
  'save-ai-read',
  { id: 'bigint', messages: 'integer', documents: 'integer' },
  (p) => sql`
    update ai_messages m set messages_read = ${p.messages}, documents_read = ${p.documents}, written_at = now()
    where m.id = ${p.id} and ${isWriting} returning m.id`,
)

/** A sentence with its citations; no row if the answer was stopped. */
export const insertSentence = statement(
  'insert-ai-sentence',
  { id: 'bigint', number: 'integer', paragraph: 'integer', content: 'text', numbers: 'integer[]', citations: 'jsonb' },
  (p) => sql`
    with answer as (update ai_messages m set written_at = now() where m.id = ${p.id} and ${isWriting} returning m.id)
    , cited as (
      insert into ai_citations (ai_message_id, number, kind, entity_id, page, seconds, quote, is_private)
      select a.id, c.number, c.kind, c.entity_id, c.page, c.seconds, c.quote, c.is_private
      from answer a cross join jsonb_to_recordset(${p.citations})
        c(number integer, kind text, entity_id bigint, page integer, seconds integer, quote text, is_private boolean))
    insert into ai_sentences (ai_message_id, number, paragraph, content, citations)
    select a.id, ${p.number}, ${p.paragraph}, ${p.content}, ${p.numbers} from answer a returning ai_message_id`,
)

export const completeAnswer = statement(
  'complete-ai-answer',
  {
    id: 'bigint',
    numLeftOut: 'integer',
    isAbstained: 'boolean',
    isFallback: 'boolean',
    tokensIn: 'integer',
    tokensOut: 'integer',
    threads: 'bigint[]',
    people: 'jsonb',
  },
  (p) => sql`
    with answer as (
      update ai_messages m set state = 'complete', num_left_out = ${p.numLeftOut}, is_abstained = ${p.isAbstained},
        is_fallback = ${p.isFallback}, tokens_in = ${p.tokensIn}, tokens_out = ${p.tokensOut}, written_at = now()
      where m.id = ${p.id} and ${isWriting} returning m.id, m.conversation_id, m.usage_day)
    , related as (
      insert into ai_related_threads (ai_message_id, thread_id, place)
      select a.id, t.thread_id, t.place from answer a cross join unnest(${p.threads}) with ordinality t(thread_id, place)
      on conflict do nothing)
    , known as (
      insert into ai_people (ai_message_id, user_id, num_of_messages, place)
      select a.id, n.user_id, n.num_of_messages, n.place from answer a
        cross join jsonb_to_recordset(${p.people}) n(user_id bigint, num_of_messages integer, place integer)
      on conflict do nothing)
    , used as (
      update ai_usage u set tokens_in = u.tokens_in + ${p.tokensIn}, tokens_out = u.tokens_out + ${p.tokensOut}
      from answer a join ai_conversations c on c.id = a.conversation_id where u.user_id = c.user_id and u.day = a.usage_day)
    select id from answer`,
)

export const endAnswer = statement(
  'end-ai-answer',
  { id: 'bigint', state: 'text' },
  (p) => sql`update ai_messages m set state = ${p.state} where m.id = ${p.id} and ${isWriting} returning m.id`,
)

/** Answers whose server has not been heard of. */
export const stopAbandoned = statement(
  'stop-abandoned-ai-answers',
  { seconds: 'integer' },
  (p) => sql`
    update ai_messages m set state = 'stopped' from ai_conversations c
    where ${isWriting} and m.written_at < now() - make_interval(secs => ${p.seconds}) and c.id = m.conversation_id
    returning m.id, m.conversation_id, c.user_id`,
)

export const upsertFeedback = statement(
  'upsert-ai-feedback',
  { messageId: 'bigint', isPositive: 'boolean', details: 'text', isShared: 'boolean' },
  (p) => sql`
    insert into ai_feedback (ai_message_id, is_positive, details, is_shared)
    values (${p.messageId}, ${p.isPositive}, ${p.details}, ${p.isShared})
    on conflict (ai_message_id) do update set is_positive = excluded.is_positive, details = excluded.details,
      is_shared = excluded.is_shared, updated_at = now()`,
)

export const upsertPreferences = statement(
  'upsert-ai-preferences',
  { userId: 'bigint', riskTolerance: 'text', context: 'text', dailyLimit: 'integer' },
  (p) => sql`
    insert into ai_preferences (user_id, risk_tolerance, context, daily_limit)
    values (${p.userId}, ${p.riskTolerance}, ${p.context}, ${p.dailyLimit})
    on conflict (user_id) do update set risk_tolerance = excluded.risk_tolerance, context = excluded.context,
      daily_limit = excluded.daily_limit, updated_at = now()`,
)
