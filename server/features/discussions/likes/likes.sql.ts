/** Statements for likes. The readable relations select what can be liked. */
import { statement } from '#server/platform/database/statement.ts'
import { experts } from '#server/features/experts/index.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { isOwnMessage } from '#server/features/discussions/anonymity/anonymity.sql.ts'
import { reachedFrom, readable } from '#server/features/discussions/threads/discussions.access.ts'

export interface Likeable {
  id: number
  thread_id: number
  is_own: boolean
  author_id: number
  is_original_message: boolean
  is_private: boolean
  reader_ids: number[]
  channels: number[]
  visible: boolean
}

const ids = (name: string, values: readonly number[]) => new Parameter(name, 'bigint[]', () => values)

/** Messages by id, or by the thread they open, if the viewer can read them. */
export const selectLikeable = (messageIds: readonly number[], threadIds: readonly number[]) => sql`
  select m.id, m.thread_id, ${isOwnMessage(sql`m`)} as is_own, m.is_original_message, m.is_private, m.private_reader_ids as reader_ids,
    f.author_id, f.channels, f.visible
  from ${readable.messages} m
  join ${reachedFrom.cards} f on f.thread_id = m.thread_id
  join ${reachedFrom.bodies} b on b.id = m.thread_id and b.removed_at is null
  where m.id = any(${ids('messages', messageIds)}) or (m.is_original_message and m.thread_id = any(${ids('threads', threadIds)}))`

export const likeMessages = statement(
  'like-messages',
  { userId: 'bigint', messageIds: 'bigint[]', likes: 'boolean[]' },
  (p) => sql`select like_messages(${p.userId}, ${p.messageIds}, ${p.likes})`,
)

/** The experts that the viewer can find. */
export const selectVotable = (expertIds: readonly number[]) =>
  sql`select e.id from ${experts.experts} e where e.id = any(${ids('experts', expertIds)})`

/** Sets or changes a vote; null withdraws it. */
export const voteExperts = statement(
  'vote-experts',
  { userId: 'bigint', expertIds: 'bigint[]', votes: 'boolean[]' },
  (p) => sql`
    with asked as (select * from unnest(${p.expertIds}, ${p.votes}) as a(id, sentiment)),
    withdrawn as (
      delete from likes l using asked a
      where a.sentiment is null and l.entity_type = 'expert' and l.entity_id = a.id and l.user_id = ${p.userId})
    insert into likes (user_id, entity_type, entity_id, sentiment)
    select ${p.userId}, 'expert', a.id, a.sentiment from asked a where a.sentiment is not null order by a.id
    on conflict (entity_type, entity_id, user_id) do update set sentiment = excluded.sentiment, created_at = now()
      where likes.sentiment <> excluded.sentiment`,
)
