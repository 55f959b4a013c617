/** Statements of liking. What may be liked is selected through the readable relations. */
import { Slot, sql } from '#server/platform/graph/sql.ts'
import { reachedFrom, readable } from './discussions.access.ts'

export interface Likeable {
  id: number
  thread_id: number
  sender_id: number
  author_id: number
  is_original_message: boolean
  is_private: boolean
  reader_ids: number[]
  channels: number[]
  visible: boolean
}

const ids = (name: string, values: readonly number[]) => new Slot(name, 'bigint[]', () => values)

/** Messages by their own id or by the thread they open, as far as the viewer may read them. */
export const selectLikeable = (messageIds: readonly number[], threadIds: readonly number[]) => sql`
  select m.id, m.thread_id, m.sender_id, m.is_original_message, m.is_private, m.private_reader_ids as reader_ids,
    f.author_id, f.channels, f.visible
  from ${readable.messages} m
  join ${reachedFrom.cards} f on f.thread_id = m.thread_id
  join ${reachedFrom.bodies} b on b.id = m.thread_id and b.removed_at is null
  where m.id = any(${ids('messages', messageIds)}) or (m.is_original_message and m.thread_id = any(${ids('threads', threadIds)}))`

export const likeMessages = { name: 'like-messages', text: 'select like_messages($1, $2::bigint[], $3::boolean[])' }
