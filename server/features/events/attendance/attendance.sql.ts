/** Places of an event. The lock on its row decides who gets the last one; a trigger keeps the counters. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** Condition that member `u` may see event `e` now: registrations stay when access ends, and then count for nothing. */
const maySee = sql`not u.suspended and (u.is_staff or standing_of(u) = 'full' and exists (
  select from peer_network_memberships m join network_access a on a.from_network_id = m.peer_network_id and a.kind = 'event'
  where m.user_id = u.id and a.to_network_id = e.peer_network_id))`

/** One statement: waiting for the lock, it sees the places that are left then. Registering again changes nothing. */
export const insertRegistration = statement(
  'insert-event-registration',
  { userId: 'bigint', eventId: 'bigint' },
  (p) => sql`
    with e as (
      select e.id, e.capacity, e.taken, e.waiting from events e
      where e.id = ${p.eventId} and e.cancelled_at is null and e.end_date > now() and e.capacity is not null for update)
    insert into event_registrations (event_id, user_id, status)
    select e.id, ${p.userId}, case when e.taken < e.capacity and e.waiting = 0 then 'going' else 'waiting' end from e
    on conflict (event_id, user_id) do nothing`,
)

/** Before statements that must see what earlier holders of the lock wrote. */
export const lockEvent = statement(
  'lock-event',
  { eventId: 'bigint' },
  (p) =>
    sql`select e.id, e.title, e.peer_network_id, e.capacity, e.start_date, e.end_date, e.cancelled_at from events e where e.id = ${p.eventId} for update`,
)

export const deleteRegistration = statement(
  'delete-event-registration',
  { userId: 'bigint', eventId: 'bigint' },
  (p) => sql`delete from event_registrations where event_id = ${p.eventId} and user_id = ${p.userId}`,
)

/** Gives free places to those who wait longest and may still see the event. Needs the lock of `lockEvent`. */
export const promoteWaiting = statement(
  'promote-waiting',
  { eventId: 'bigint' },
  (p) => sql`
    update event_registrations r set status = 'going', promoted_at = now()
    where r.event_id = ${p.eventId} and r.user_id in (
      select w.user_id from event_registrations w
      join events e on e.id = w.event_id and e.cancelled_at is null and e.end_date > now()
      join users u on u.id = w.user_id
      where w.event_id = ${p.eventId} and w.status = 'waiting' and ${maySee}
      order by w.number limit (select greatest(f.capacity - f.taken, 0) from events f where f.id = ${p.eventId}))
    returning r.user_id`,
)

/** Events with a free place for somebody who waits: members also leave by closing their account. */
export const selectUnsettled = statement(
  'select-unsettled-events',
  {},
  () => sql`
    select e.id from events e
    where e.taken < e.capacity and e.waiting > 0 and e.cancelled_at is null and e.end_date > now() order by e.id`,
)

/** Marks those who are due for a reminder, so that each is reminded once. */
export const takeReminders = statement(
  'take-event-reminders',
  { hours: 'integer' },
  (p) => sql`
    update event_registrations r set reminded_at = now()
    from events e, users u
    where e.id = r.event_id and u.id = r.user_id and r.status = 'going' and r.reminded_at is null
      and e.cancelled_at is null and e.start_date > now() and e.start_date <= now() + make_interval(hours => ${p.hours}) and ${maySee}
    returning r.event_id, r.user_id`,
)
