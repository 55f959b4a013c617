import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { figures } from './figures.access.ts'

export interface AskedQuestion {
  topic: string
  asked_by: number | null
  is_asked: boolean
}

/** The question, if nobody has answered it and the member could, as a member of one of its networks. */
export const selectQuestionFor = (threadId: number, userId: number) => {
  const thread = new Parameter('thread_id', 'bigint', () => threadId)
  const user = new Parameter('user_id', 'bigint', () => userId)
  return sql`
    select q.topic, k.asked_by, k.thread_id is not null as is_asked
    from ${figures.unanswered_questions} q
    join ${figures.question_answerers} a on a.thread_id = q.thread_id and a.user_id = ${user}
    left join ${figures.question_asks} k on k.thread_id = q.thread_id and k.user_id = a.user_id
    where q.thread_id = ${thread} and exists (
      select from peer_network_memberships p where p.user_id = a.user_id and p.peer_network_id = any(q.peer_network_ids))`
}

/** Empty if somebody was quicker. */
export const insertAsk = statement(
  'insert-question-ask',
  { threadId: 'bigint', userId: 'bigint', askedBy: 'bigint' },
  (p) => sql`
    insert into question_asks (thread_id, user_id, asked_by) values (${p.threadId}, ${p.userId}, ${p.askedBy})
    on conflict do nothing returning thread_id`,
)
