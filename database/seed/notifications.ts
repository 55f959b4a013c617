/** Members' notifications of the last weeks, inserted by the same statements that the server uses. */
import type { ClientBase } from 'pg'
import { notifyLike, notifyReply, notifyThread } from '#server/features/notifications/notify.sql.ts'
import { USUAL_WAYS } from '#shared/notifications.ts'

const DAYS = 14
/** Older notifications have been read. */
const READ_AFTER_DAYS = 3

export async function seedNotifications(client: ClientBase): Promise<void> {
  const usual = JSON.stringify(USUAL_WAYS)
  const recent = `visible and pub_date > now() - interval '${DAYS} days' order by pub_date, id`
  const { rows: messages } = await client.query<{ id: number; is_original_message: boolean }>(
    `select id, is_original_message from messages where ${recent}`,
  )
  for (const { id, is_original_message } of messages)
    await client.query((is_original_message ? notifyThread : notifyReply)({ usual, messageId: id }))
  const { rows: likes } = await client.query<{ message_id: number; user_id: number }>(
    `select l.entity_id as message_id, l.user_id from likes l join messages m on m.id = l.entity_id
     where l.entity_type = 'message' and l.sentiment and m.id in (select id from messages where ${recent}) order by l.id`,
  )
  for (const { message_id, user_id } of likes)
    await client.query(notifyLike({ usual, messageId: message_id, actorId: user_id }))
  await client.query(`
    update notification_facts f set mail_due = false, push_due = false,
      at = least(now(), m.pub_date + case when f.fact like 'like:%' then interval '3 hours' else interval '0' end)
    from messages m where m.id = f.message_id`)
  await client.query(`
    update notifications n set created_at = f.first, updated_at = f.last, latest_at = f.last,
      seen = f.last < now() - interval '1 day',
      read_at = case when f.last < now() - interval '${READ_AFTER_DAYS} days' then f.last + interval '2 hours' end
    from (select notification_id, min(at) as first, max(at) as last from notification_facts group by 1) f
    where f.notification_id = n.id`)
  await client.query(`
    with payers as (
      insert into notifications (user_id, notification_type, group_key, payload, seen)
      select u.id, 'membership_renewal', 'renewal:demo', jsonb_build_object('next_billing_at', now() + interval '21 days'), true
      from users u where u.email = 'billing@legal.test' returning id, user_id)
    insert into notification_facts (user_id, fact, notification_id) select user_id, 'renewal:demo', id from payers`)
}
