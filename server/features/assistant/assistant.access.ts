/**
 * Conversations are read by their owner only, not even by staff; all of it while the feature is on for them. Citations
 * are read through what the viewer may read now, so an old answer loses what its reader has lost.
 */
import { isFeatureOn } from '#server/features/networks/index.ts'
import {
  checkedRelations,
  join,
  sql,
  trustedSql,
  uncheckedRelations,
  viewer,
  type Relation,
  type Sql,
} from '#server/platform/graph/sql.ts'
import { QUESTIONS_PER_DAY } from '#shared/assistant.ts'
import type { QuoteKind } from './answers/answer.ts'
import { quotable } from './passages/passages.access.ts'

const isOn = isFeatureOn('ai_assistant')
const isOwn = sql`exists (select from ai_conversations c where c.id = m.conversation_id and c.user_id = ${viewer.id})`
const ownPrompt = sql`select p.* from prompt_templates p where p.user_id = ${viewer.id} and ${isOn}`

/** The relation of each kind of citation. */
const SOURCES: Readonly<Record<QuoteKind, Relation>> = {
  message: quotable.quotable_messages,
  message_file: quotable.quotable_files,
  peer_document: quotable.document_pages,
  event: quotable.event_texts,
  event_video: quotable.event_speech,
  series_video: quotable.series_speech,
  expert: quotable.expert_texts,
  poll: quotable.poll_results,
  member: quotable.member_texts,
  inbox_message: quotable.inbox_texts,
}
const SURROUNDINGS = 160

const sources = join(
  Object.entries(SOURCES).map(
    ([kind, relation]) => sql`
    select q.title, q.detail, q.url, q.author_id, q.published_at, q.text from ${relation} q
    where x.kind = '${trustedSql(kind)}' and q.entity_id = x.entity_id and q.page is not distinct from x.page
      and q.seconds is not distinct from x.seconds`,
  ),
  ' union all ',
)

/** What is left of the citations of `m`: sources that can be read now, and still say what was quoted. */
export const cited = sql`
  select x.number, x.kind, x.page, x.seconds, x.is_private, x.quote, s.title, s.detail, s.url, s.author_id, s.published_at,
    right(left(s.text, greatest(position(x.quote in s.text) - 1, 0)), ${SURROUNDINGS}) as before,
    left(substr(s.text, position(x.quote in s.text) + length(x.quote)), ${SURROUNDINGS}) as after
  from ai_citations x cross join lateral (
    select s.* from (${sources}) s where position(x.quote in s.text) > 0 limit 1) s
  where x.ai_message_id = m.id`

export const ownAssistant = checkedRelations({
  own_conversations: sql`select c.* from ai_conversations c where c.user_id = ${viewer.id} and ${isOn}`,
  own_ai_messages: sql`select m.* from ai_messages m where ${isOwn} and ${isOn}`,
  /** The same, each with its citations as JSON, so that they are read once whatever is asked of a message. */
  own_answers: sql`
    select m.*, a.cited, a.numbers, a.urls from ai_messages m cross join lateral (
      select coalesce(json_agg(r), '[]') as cited, coalesce(array_agg(r.number), '{}') as numbers,
        coalesce(array_agg(r.url order by r.number), '{}') as urls
      from (${cited}) r) a
    where ${isOwn} and ${isOn}`,
  own_prompts: ownPrompt,
  library_prompts: sql`select p.* from prompt_templates p where p.prompt_type = 'library' and p.deleted is null and ${isOn}`,
  ai_attachments: sql`
    select a.id, a.ai_message_id, a.prompt_template_id, a.name, a.file_type, a.size, a.storage_key, a.preview_key,
      '/api/assistant/attachments/' || a.id as file
    from ai_attachments a
    where exists (select from ai_messages m where m.id = a.ai_message_id and ${isOwn} and ${isOn})
      or exists (select from (${ownPrompt}) p where p.id = a.prompt_template_id)`,
  own_ai_preferences: sql`select p.* from ai_preferences p where p.user_id = ${viewer.id} and ${isOn}`,
  ai_usage: sql`
    select l.questions_per_day,
      greatest(0, l.questions_per_day - coalesce((select u.questions from ai_usage u
        where u.user_id = ${viewer.id} and u.day = (now() at time zone 'utc')::date), 0))::integer as questions_left,
      ((now() at time zone 'utc')::date + 1)::timestamp at time zone 'utc' as renewed_at
    from (select coalesce((select o.daily_limit from ai_preferences o where o.user_id = ${viewer.id}), ${QUESTIONS_PER_DAY}) as questions_per_day) l
    where ${isOn}`,
  ai_models: sql`select m.* from ai_models m where ${isOn}`,
  ai_sources: sql`select s.* from ai_sources s where s.enabled and ${isOn}`,
})

const ofMessage = (rows: Sql) => ({
  rows,
  wall: sql`${rows} where exists (select from ai_messages m where m.id = x.ai_message_id and ${isOwn} and ${isOn})`,
})

/** For messages that are already known to be the viewer's own. */
export const reachedAssistant = uncheckedRelations({
  sentences: ofMessage(sql`select x.* from ai_sentences x`),
  related_threads: ofMessage(sql`select x.* from ai_related_threads x`),
  people_of_answers: ofMessage(sql`select x.* from ai_people x`),
  feedback: ofMessage(sql`select x.* from ai_feedback x`),
})
