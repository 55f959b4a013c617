/** What a member keeps about reading, and public facts that searches, related and trending threads rest on. */
import { reached, relations, sql, viewer } from '#server/platform/graph/sql.ts'
import { readable } from './discussions.access.ts'

export const kept = relations({
  hidden: sql`select h.thread_id, h.hidden_at from hidden_threads h where h.user_id = ${viewer.id}`,
  marks: sql`select r.user_id, r.read_at from reading_marks r where r.user_id = ${viewer.id}`,
})

const words = sql`select w.* from message_words w`
const opened = sql`select v.thread_id, v.viewed_at from viewer_threads v`
const agreed = sql`
  select l.entity_id as message_id, l.created_at from likes l join users u on u.id = l.user_id and not u.suspended
  where l.entity_type = 'message' and l.sentiment`

/** From a thread that is readable, or joined with one. Rows of private messages are not among them. */
export const publicFacts = reached({
  words: {
    rows: words,
    wall: sql`${words} where exists (select from ${readable.messages} m where m.id = w.message_id)`,
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
