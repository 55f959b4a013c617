/** A member's reading state, and public data for searches, related threads and trending threads. */
import { uncheckedRelations, checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'
import { mayReadMessage, ofReadableThread, readable } from './discussions.access.ts'

export const readingState = checkedRelations({
  hidden: sql`select h.thread_id, h.hidden_at from hidden_threads h where h.user_id = ${viewer.id}`,
  /**
   * Words of private replies to the viewer; a reply that staff can read but that is not to them appears only in the
   * full search.
   */
  private_words: sql`
    select m.thread_id, w.words from private_words w join messages m on m.id = w.message_id
    where w.reader_ids @> array[${viewer.id}] and ${mayReadMessage} and ${ofReadableThread}`,
  /** Threads that the viewer has posted in, under their name or without it. */
  posts: sql`
    select m.thread_id from messages m where m.sender_id = ${viewer.id} and m.removed_at is null
    union all
    select m.thread_id from anonymous_messages a join messages m on m.id = a.message_id
    where a.user_id = ${viewer.id} and m.removed_at is null`,
  marks: sql`select r.user_id, r.read_at from reading_marks r where r.user_id = ${viewer.id}`,
})

const words = sql`select w.* from thread_words w`
const phrases = sql`
  select m.thread_id, i.words from search_items i join messages m on m.id = i.message_id
  where i.entity_type = 'message' and m.visible and not m.is_private`
const unindexed = sql`
  select m.thread_id from search_changes s join messages m on m.id = s.entity_id and m.is_original_message
  where s.entity_type = 'message'`
const opened = sql`select v.thread_id, v.viewed_at from viewer_threads v`
const agreed = sql`
  select l.entity_id as message_id, l.created_at from likes l join users u on u.id = l.user_id and not u.suspended
  where l.entity_type = 'message' and l.sentiment`

/** For threads that are already known to be readable, or joined with one. Excludes private messages. */
export const publicFacts = uncheckedRelations({
  /** Words with their positions in each message, for phrase searches. */
  phrases: {
    rows: phrases,
    wall: sql`${phrases} and exists (select from ${readable.messages} r where r.id = m.id)`,
  },
  words: {
    rows: words,
    wall: sql`${words} where exists (select from ${readable.threads} f where f.thread_id = w.thread_id)`,
  },
  /** Threads that are not indexed yet, or only with an earlier topic. */
  unindexed: {
    rows: unindexed,
    wall: sql`${unindexed} and exists (select from ${readable.threads} f where f.thread_id = m.thread_id)`,
  },
  opened: {
    rows: opened,
    wall: sql`${opened} where exists (select from ${readable.threads} f where f.thread_id = v.thread_id)`,
  },
  agreed: {
    rows: agreed,
    wall: sql`${agreed} and exists (select from ${readable.messages} m where m.id = l.entity_id)`,
  },
})
