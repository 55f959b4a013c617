import { claimFor } from '#server/platform/database/idempotency.ts'
import { ANONYMOUS_USER_ID, ENDED_POSTS_HOURS, PRESENCE_RESTS_MINUTES } from '#shared/anonymity.ts'

/** Stays below 2^53 and below the ids that have a special meaning. */
const RANDOM_ID = '1 + floor(random() * 8000000000000000)::bigint'

/** The publish time is drawn uniformly between the minimum and maximum minutes, to the microsecond. */
export const insertWaiting = {
  name: 'insert-waiting-post',
  text: `
    with claimed as (${claimFor(RANDOM_ID)}),
    drawn as (
      select c.result, now() + make_interval(mins => $6::integer) as earliest, now() + make_interval(mins => $7::integer) as latest from claimed c)
    insert into waiting_posts (id, user_id, asked, earliest_at, latest_at, publish_at)
    select d.result, $1, $5::jsonb, d.earliest, d.latest, d.earliest + (d.latest - d.earliest) * random() from drawn d
    returning id, publish_at`,
}

export const countWaiting = {
  name: 'count-waiting-posts',
  text: 'select count(*)::integer as waiting from waiting_posts where user_id = $1 and ended_at is null',
}

/** A post that is due may already be publishing, so it can no longer be withdrawn. */
export const withdrawWaiting = {
  name: 'withdraw-waiting-post',
  text: `delete from waiting_posts where id = $1 and user_id = $2 and (publish_at > now() or refusal is not null) returning id`,
}

export const selectDue = {
  name: 'select-due-posts',
  text: 'select id, user_id, asked from waiting_posts where ended_at is null and publish_at <= now() order by publish_at limit 100',
}

/** The text is stored here only until it is published in its thread. */
export const endWaiting = {
  name: 'end-waiting-post',
  text: `update waiting_posts set ended_at = now(), thread_id = $2, message_id = $3, refusal = $4,
      asked = case when $4::text is null then jsonb_build_object('thread_id', asked -> 'thread_id', 'topic', asked -> 'topic', 'isPrivate', asked -> 'isPrivate', 'body', '') else asked end
    where id = $1`,
}

export const sweepWaiting = {
  name: 'sweep-waiting-posts',
  text: `delete from waiting_posts where ended_at < now() - interval '${ENDED_POSTS_HOURS} hours'`,
}

export const openingOf = {
  name: 'opening-of-thread',
  text: 'select id from messages where thread_id = $1 and is_original_message',
}

/** Hides presence in the networks of an anonymous message for a while; does nothing for other messages. */
export const restPresence = {
  name: 'rest-presence',
  text: `
    with resting as (
      select n.peer_network_id from messages m join thread_peer_networks n on n.thread_id = m.thread_id
      where m.id = $1 and m.sender_id = ${ANONYMOUS_USER_ID}),
    noted as (
      insert into presence_rests (peer_network_id, rests_until)
      select r.peer_network_id, now() + interval '${PRESENCE_RESTS_MINUTES} minutes' from resting r order by 1
      on conflict (peer_network_id) do update set rests_until = greatest(presence_rests.rests_until, excluded.rests_until))
    update users u set shown_online_until = null
    from resting r join peer_network_memberships m using (peer_network_id)
    where m.user_id = u.id and u.shown_online_until is not null`,
}
