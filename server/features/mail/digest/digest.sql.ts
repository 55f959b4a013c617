/** Whose digest is due, and that it was queued: at most one for each of the member's days. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { isReadingMember } from '#server/platform/session/account-states.ts'
import { preferenceIn } from '../lists/preference.sql.ts'

/** For a row `u` of `users` with a left-joined row `h` of `mail_members`. */
const GETS_DIGEST = sql`
  u.email_verified and ${isReadingMember(sql`u`)} and h.paused_at is null and exists (
    select from peer_network_memberships m join network_access a on a.from_network_id = m.peer_network_id and a.kind = 'discussion'
    join mail_lists l on l.peer_network_id = a.to_network_id
    where m.user_id = u.id and ${preferenceIn(sql`u`, sql`l`)} = 'daily_digest')`

export const selectZones = statement(
  'select-digest-zones',
  {},
  () => sql`select distinct u.time_zone from users u where ${isReadingMember(sql`u`)}`,
)

/** The zones in which it is past the hour, each with its day. */
export const enqueueDue = statement(
  'enqueue-mail-digests',
  { zones: 'text[]', days: 'text[]' },
  (p) => sql`
    select u.id, graphile_worker.add_job('mail:digest', json_build_object('user_id', u.id), job_key => 'mail:digest:' || u.id)
    from unnest(${p.zones}, ${p.days}::date[]) as z (time_zone, day) join users u on u.time_zone = z.time_zone
    left join mail_members h on h.user_id = u.id
    where coalesce(h.digest_on < z.day, true) and ${GETS_DIGEST} order by u.id`,
)

export const ensureMailMember = statement(
  'ensure-mail-member',
  { userId: 'bigint' },
  (p) =>
    sql`insert into mail_members (user_id) select u.id from users u where u.id = ${p.userId} on conflict (user_id) do nothing`,
)

export interface DigestMember {
  user_id: number
  email: string
  time_zone: string
  without_words: boolean
  digest_on: string | null
  digest_until: Date | null
}
/** The row lock lets one job at a time decide about a member's digest. */
export const lockDigestMember = statement(
  'lock-digest-member',
  { userId: 'bigint' },
  (p) => sql`
    select u.id as user_id, u.email::text, u.time_zone, h.without_words, h.digest_on::text, h.digest_until
    from mail_members h join users u on u.id = h.user_id where h.user_id = ${p.userId} and ${GETS_DIGEST} for update of h`,
)
export const markDigest = statement(
  'mark-mail-digest',
  { userId: 'bigint', day: 'text', until: 'timestamptz' },
  (p) => sql`update mail_members set digest_on = ${p.day}::date, digest_until = ${p.until} where user_id = ${p.userId}`,
)
