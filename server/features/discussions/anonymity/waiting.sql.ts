import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claimFor } from '#server/platform/database/idempotency.ts'
import { ANONYMOUS_USER_ID, ENDED_POSTS_HOURS, PRESENCE_RESTS_MINUTES } from '#shared/anonymity.ts'

/** Stays below 2^53 and below the ids that have a special meaning. */
const RANDOM_ID = sql`1 + floor(random() * 8000000000000000)::bigint`

/** The publish time is drawn uniformly between the minimum and maximum minutes, to the microsecond. */
export const insertWaiting = statement(
  'insert-waiting-post',
  { ...CLAIM, content: 'jsonb', earliestMinutes: 'integer', latestMinutes: 'integer' },
  (p) => sql`
    with claimed as (${claimFor(p, RANDOM_ID)}),
    drawn as (
      select c.result, now() + make_interval(mins => ${p.earliestMinutes}) as earliest, now() + make_interval(mins => ${p.latestMinutes}) as latest from claimed c)
    insert into waiting_posts (id, user_id, asked, earliest_at, latest_at, publish_at)
    select d.result, ${p.userId}, ${p.content}, d.earliest, d.latest, d.earliest + (d.latest - d.earliest) * random() from drawn d
    returning id, publish_at`,
)

export const countWaiting = statement(
  'count-waiting-posts',
  { userId: 'bigint' },
  (p) => sql`select count(*)::integer as waiting from waiting_posts where user_id = ${p.userId} and ended_at is null`,
)

/** A post that is due may already be publishing, so it can no longer be withdrawn. */
export const withdrawWaiting = statement(
  'withdraw-waiting-post',
  { id: 'bigint', userId: 'bigint' },
  (p) =>
    sql`delete from waiting_posts where id = ${p.id} and user_id = ${p.userId} and (publish_at > now() or refusal is not null) returning id`,
)

export const selectDue = statement(
  'select-due-posts',
  {},
  () =>
    sql`select id, user_id, asked from waiting_posts where ended_at is null and publish_at <= now() order by publish_at limit 100`,
)

/** The text is stored here only until it is published in its thread. */
export const endWaiting = statement(
  'end-waiting-post',
  { id: 'bigint', threadId: 'bigint', messageId: 'bigint', refusal: 'text' },
  (p) => sql`
    update waiting_posts set ended_at = now(), thread_id = ${p.threadId}, message_id = ${p.messageId}, refusal = ${p.refusal},
      asked = case when ${p.refusal} is null then jsonb_build_object('thread_id', asked -> 'thread_id', 'topic', asked -> 'topic', 'isPrivate', asked -> 'isPrivate', 'body', '') else asked end
    where id = ${p.id}`,
)

export const sweepWaiting = statement(
  'sweep-waiting-posts',
  {},
  () => sql`delete from waiting_posts where ended_at < now() - interval '${ENDED_POSTS_HOURS} hours'`,
)

export const openingOf = statement(
  'opening-of-thread',
  { threadId: 'bigint' },
  (p) => sql`select id from messages where thread_id = ${p.threadId} and is_original_message`,
)

/** Hides presence in the networks of an anonymous message for a while; does nothing for other messages. */
export const restPresence = statement(
  'rest-presence',
  { messageId: 'bigint' },
  (p) => sql`
    with resting as (
      select n.peer_network_id from messages m join thread_peer_networks n on n.thread_id = m.thread_id
      where m.id = ${p.messageId} and m.sender_id = ${ANONYMOUS_USER_ID}),
    noted as (
      insert into presence_rests (peer_network_id, rests_until)
      select r.peer_network_id, now() + interval '${PRESENCE_RESTS_MINUTES} minutes' from resting r order by 1
      on conflict (peer_network_id) do update set rests_until = greatest(presence_rests.rests_until, excluded.rests_until))
    update users u set shown_online_until = null
    from resting r join peer_network_memberships m using (peer_network_id)
    where m.user_id = u.id and u.shown_online_until is not null`,
)
