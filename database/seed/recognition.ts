/** Badges that the demo members have earned and show, and the titles they hold or are offered. */
import type { ClientBase } from 'pg'
import { notifyBadge, notifyTitle } from '#server/features/notifications/notify.sql.ts'
import { USUAL_WAYS } from '#shared/notifications.ts'
import { requirePerson } from './demo-members.ts'

/** Rank, days until expiration (null: never), and status. */
const TITLES: [key: string, label: string, rank: number, days: number | null, status: string][] = [
  ['helen', 'Chapter chair, Boston', 2, 200, 'accepted'],
  ['helen', 'Founding member', 5, null, 'accepted'],
  ['helen', 'New-member mentor', 3, 120, 'offered'],
  ['marcus', 'New-member mentor', 3, 300, 'accepted'],
  ['priya', 'Speaker of the year', 1, -20, 'accepted'],
  ['priya', 'Founding member', 5, null, 'accepted'],
  ['camille', 'Chapter chair, Paris', 2, 90, 'accepted'],
  ['samuel', 'Founding member', 5, null, 'accepted'],
  ['ingrid', 'Chapter chair, Oslo', 2, 150, 'ignored'],
]
const BY_STAFF: [key: string, description: string][] = [
  ['helen', 'Spoke at an event'],
  ['priya', 'Helped found a network'],
  ['tomas', 'Welcomed a new member'],
]

export async function seedRecognition(client: ClientBase): Promise<void> {
  const staff = requirePerson('ruth').id
  await client.query(`
    insert into user_badges (user_id, badge_id, date_earned)
    select e.user_id, e.badge_id, greatest(u.date_joined, now() - make_interval(days => (3 + (e.user_id * 7 + e.badge_id * 11) % 400)::integer))
    from earned_badges() e join users u on u.id = e.user_id`)
  for (const [key, description] of BY_STAFF)
    await client.query(
      `insert into user_badges (user_id, badge_id, awarded_by, date_earned)
       select $1, id, $2, now() - interval '40 days' from badges where description = $3`,
      [requirePerson(key).id, staff, description],
    )
  // About two thirds are public; each member's newest badge still awaits their decision.
  await client.query(`
    update user_badges e set public = true, has_been_displayed_publicly = true
    where (e.user_id + e.badge_id) % 3 <> 0 and exists (
      select from user_badges n where n.user_id = e.user_id and n.date_earned > e.date_earned)`)
  for (const [key, label, rank, days, status] of TITLES)
    await client.query(
      `insert into community_titles (user_id, label, rank, expiration_date, status, offered_by, offered_at, answered_at)
       values ($1, $2, $3, now() + make_interval(days => $4), $5, $6, now() - interval '30 days',
         case when $5 <> 'offered' then now() - interval '28 days' end)`,
      [requirePerson(key).id, label, rank, days, status, staff],
    )
  await seedRecognitionNotifications(client)
}

/** Helen has not looked at hers yet; members who show a badge have. */
async function seedRecognitionNotifications(client: ClientBase): Promise<void> {
  const usual = JSON.stringify(USUAL_WAYS)
  const { rows: badges } = await client.query<{ user_id: number; badge_id: number }>(
    'select user_id, badge_id from user_badges where not public and user_id = $1 order by date_earned desc limit 1',
    [requirePerson('helen').id],
  )
  for (const { user_id, badge_id } of badges)
    await client.query(notifyBadge({ usual, userId: user_id, badgeId: badge_id }))
  const { rows: titles } = await client.query<{ id: number }>(
    `select id from community_titles where status = 'offered' order by id`,
  )
  for (const { id } of titles) await client.query(notifyTitle({ usual, titleId: id }))
}
