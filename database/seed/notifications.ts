/** Members' notifications of the last weeks, inserted by the same statements that the server uses. */
import type { ClientBase } from 'pg'
import {
  notifyDocument,
  notifyDocumentDecision,
  notifyEventNews,
  notifyFollower,
  notifyInvitation,
  notifyLike,
  notifyPollEnded,
  notifyReply,
  notifyThread,
} from '#server/features/notifications/notify.sql.ts'
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
  await notifyOtherFacts(client, usual)
  await client.query(`
    update notification_facts f set at = least(now(), m.pub_date + case when f.fact like 'like:%' then interval '3 hours' else interval '0' end)
    from messages m where m.id = f.message_id`)
  await client.query('update notification_facts set mail_due = false, push_due = false')
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

/** Followers, polls that ended, invitations, documents that were requested or decided on, and events to come. */
async function notifyOtherFacts(client: ClientBase, usual: string): Promise<void> {
  const rows = async <Row extends object>(query: string) => (await client.query<Row>(query)).rows
  const setTimes = (fact: string, at: string) =>
    client.query(`update notification_facts f set at = least(now(), ${at}) where f.fact like '${fact}'`)

  for (const { user_id, followed_user_id } of await rows<{ user_id: number; followed_user_id: number }>(
    'select user_id, followed_user_id from user_follows order by created_at',
  ))
    await client.query(notifyFollower({ usual, userId: followed_user_id, actorId: user_id }))
  await setTimes(
    'follower:%',
    `(select w.created_at from user_follows w where w.followed_user_id = f.user_id and w.user_id = f.actor_id)`,
  )

  for (const { id } of await rows<{ id: number }>('select id from polls where not active order by id'))
    await client.query(notifyPollEnded({ usual, pollId: id }))
  await setTimes('poll:%', `(select p.end_date from polls p where f.fact = 'poll:' || p.id)`)

  for (const { group_id, inviter_id, invitee_id } of await rows<{
    group_id: number
    inviter_id: number
    invitee_id: number
  }>('select group_id, inviter_id, invitee_id from inbox_invitations order by id'))
    await client.query(notifyInvitation({ usual, groupId: group_id, actorId: inviter_id, inviteeIds: [invitee_id] }))
  await setTimes(
    'invitation:%',
    `(select i.created_at from inbox_invitations i where f.fact like 'invitation:' || i.id || ':%')`,
  )

  for (const { id } of await rows<{ id: number }>(
    `select id from peer_documents where state = 'approved' order by id`,
  )) {
    await client.query(notifyDocument({ usual, documentId: id }))
    await client.query(notifyDocumentDecision({ usual, documentId: id, act: 'approve', occurrence: `document:${id}` }))
  }
  for (const fact of ['decision:document:', 'document_request:%:'])
    await setTimes(
      `${fact}%`,
      `(select d.date_uploaded + interval '5 hours' from peer_documents d where f.fact like '${fact}' || d.id)`,
    )

  for (const { id, user_id } of await rows<{ id: number; user_id: number }>(
    `select e.id, r.user_id from events e join event_registrations r on r.event_id = e.id
     where r.status = 'going' and e.start_date between now() and now() + interval '5 days' order by e.id, r.user_id`,
  ))
    await client.query(notifyEventNews({ usual, userIds: [user_id], eventId: id, news: 'soon' }))
}
