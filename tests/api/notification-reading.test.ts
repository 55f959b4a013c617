/** Reading notifications: the list, the counts, what is listed separately, and how they arrive. */
import { describe, expect, it } from 'vitest'
import {
  HandleGroupInvitation,
  InviteMembersToGroup,
  LastNotificationId,
  MarkAllNotificationsSeen,
  MembershipRenewalNotification,
  NotificationById,
  Notifications,
  ReadAllNotifications,
  SetLastViewMessage,
  ToggleNotificationRead,
  UnreadNotificationCount,
  UnseenNotificationCount,
  UpdatePushPreferences,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newGroup, sendTo } from '../harness/inbox.ts'
import { notificationsOf } from '../harness/notifications.ts'
import { networkIds } from '../harness/threads.ts'
import { NOTIFICATIONS_COUNTED, NOTIFICATIONS_PAGE } from '#shared/notifications.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
await testServer.sql('delete from notifications')

const { start, reply, linesOf, ofThread } = notificationsOf(testServer, legal)
const unread = async (who: Client) => (await who.ask(UnreadNotificationCount, {})).unread_notification_count
const unseen = async (who: Client) => (await who.ask(UnseenNotificationCount, {})).unseen_notification_count

describe('chats', () => {
  it('invite by a line that goes with the answer (gaps 35)', async () => {
    const group = await newGroup([helen, marcus, camille])
    await helen.ask(InviteMembersToGroup, { group_id: group, members: [grace.id], idempotency_key: newKey() })
    const invitations = async () =>
      (await linesOf(grace)).filter(({ notification_type }) => notification_type === 'group_invitation')
    expect(await invitations()).toMatchObject([{ payload: { group_id: group }, related_users: [{ id: helen.id }] }])
    await grace.ask(HandleGroupInvitation, { group_id: group, invitation_status: 'rejected' })
    expect(await invitations()).toEqual([])
    // Invited again later by another admin: notified again, with the new name.
    await testServer.sql(`update inbox_invitations set answered_at = now() - interval '60 days' where group_id = $1`, [
      group,
    ])
    await testServer.sql('update inbox_members set is_admin = true where group_id = $1 and user_id = $2', [
      group,
      marcus.id,
    ])
    await marcus.ask(InviteMembersToGroup, { group_id: group, members: [grace.id], idempotency_key: newKey() })
    expect(await invitations()).toMatchObject([{ read_at: null, related_users: [{ id: marcus.id }] }])
  })

  it('stand in no list and no count; mail tells of what is unread there, without a word of it (DECISION-notification-timing)', async () => {
    const group = await newGroup([helen, marcus, camille])
    const before = [await unread(marcus), await unread(camille)]
    await sendTo(helen, group, 'A canary in the coal mine')
    const last = await sendTo(helen, group, 'Another canary')
    await testServer.runJobs()
    await camille.ask(SetLastViewMessage, { group_id: group, message_index: last.message_index_in_group })
    await testServer.sql(`update notification_facts set at = at - interval '3 minutes'`)
    await testServer.sql('update graphile_worker._private_jobs set run_at = now()')
    await testServer.runJobs()
    expect([await unread(marcus), await unread(camille)]).toEqual(before)
    const mails = await testServer.sql<{ to: string; subject: string; text: string; html: string }>(
      `select * from outgoing_mails where kind = 'notice' and text like '%sent % messages.%'`,
    )
    expect(mails.map(({ to }) => to)).toEqual([demoMembers.peer])
    expect(mails[0]!.text).toContain('Helen Marsh sent 2 messages.')
    expect(mails[0]!.subject + mails[0]!.text + mails[0]!.html).not.toContain('canary')
  })
})

describe('reading (STATE-notification-read, STATE-notification-seen, STATE-notification-hidden)', () => {
  it('is toggled one by one, and all at once (OP-ToggleNotificationRead, OP-ReadAllNotifications, OP-UnreadNotificationCount, FIELD-notification.read_at, FIELD-notification.updated_at)', async () => {
    const id = await start(camille)
    await reply(marcus, id)
    const [line] = await ofThread(camille, id)
    const before = await unread(camille)
    const { toggleNotificationRead: read } = await camille.ask(ToggleNotificationRead, { id: line!.id })
    expect(read.read_at).not.toBeNull()
    expect(await unread(camille)).toBe(before - 1)
    expect((await camille.ask(ToggleNotificationRead, { id: line!.id })).toggleNotificationRead.read_at).toBeNull()
    expect(await unread(camille)).toBe(before)
    expect((await camille.ask(ReadAllNotifications, {})).readAllNotifications).toBe(before)
    expect(await unread(camille)).toBe(0)
    expect((await camille.ask(ReadAllNotifications, {})).readAllNotifications).toBe(0)
  })

  it('of what is unread begins a new line for what comes later', async () => {
    const id = await start(camille)
    await reply(marcus, id)
    const [line] = await ofThread(camille, id)
    await camille.ask(ToggleNotificationRead, { id: line!.id })
    await reply(grace, id)
    expect(await ofThread(camille, id)).toMatchObject([{ num_of_facts: 1, read_at: null }, { id: line!.id }])
  })

  it('is not seeing (OP-MarkAllNotificationsSeen, OP-UnseenNotificationCount, FIELD-notification.seen)', async () => {
    const id = await start(camille)
    await reply(marcus, id)
    await testServer.runJobs()
    const [news, all] = [await unseen(camille), await unread(camille)]
    expect(news).toBeGreaterThan(0)
    expect((await camille.ask(MarkAllNotificationsSeen, {})).markAllNotificationsSeen).toBe(news)
    expect([await unseen(camille), await unread(camille)]).toEqual([0, all])
    await reply(grace, id)
    await testServer.runJobs()
    expect(await unseen(camille)).toBe(1)
  })

  it('is of one’s own notifications only (OP-NotificationById, OP-LastNotificationId, FIELD-notification.id)', async () => {
    const id = await start(camille)
    await reply(marcus, id)
    const [line] = await ofThread(camille, id)
    expect((await camille.ask(LastNotificationId, {})).last_notification_id).toBe(line!.id)
    expect((await camille.ask(NotificationById, { id: line!.id })).notification).toMatchObject({ id: line!.id })
    for (const who of [marcus, samuel, staff]) {
      expect((await who.ask(NotificationById, { id: line!.id })).notification).toBeNull()
      expect((await who.op(ToggleNotificationRead, { id: line!.id })).code).toBe('notifications.not_found')
    }
  })

  it('leaves out what is hidden, because its kind is shown elsewhere (FIELD-notification.hidden)', async () => {
    await grace.ask(UpdatePushPreferences, { preferences: { kinds: { reply: { in_app: false } } } })
    const id = await start(grace)
    await reply(marcus, id)
    const before = await unread(grace)
    expect(await ofThread(grace, id)).toEqual([])
    expect(await unread(grace)).toBe(before)
    expect(
      await testServer.sql('select hidden from notifications where user_id = $1 and thread_id = $2', [grace.id, id]),
    ).toEqual([{ hidden: true }])
    await grace.ask(UpdatePushPreferences, { preferences: { kinds: { reply: { in_app: true } } } })
  })

  it('filters by kind and by unread, in pages that say whether there are more', async () => {
    const ids = [await start(helen), await start(helen)]
    // One after the other: two jobs that are due together may run in any order.
    for (const id of ids) {
      await reply(marcus, id, { isPrivate: true })
      await testServer.runJobs()
    }
    const filter = { notification_type: 'private_reply', unread: true } as const
    const { notifications: page } = await helen.ask(Notifications, { limit: 1, filter })
    const { notifications: next } = await helen.ask(Notifications, { limit: 1, offset: 1, filter })
    expect(page.count).toBeGreaterThanOrEqual(2)
    expect([page, next].map(({ items }) => (items[0]!.payload as { thread_id: number }).thread_id)).toEqual(
      ids.toReversed(),
    )
    expect((await helen.ask(Notifications, { filter: { notification_type: 'event_soon' } })).notifications.count).toBe(
      0,
    )
  })
})

describe('membership_renewal (STATE-notification-membership-renewal, OP-MembershipRenewalNotification)', () => {
  it('stands apart: the latest unread one, in no list and no count', async () => {
    const [counted, listed] = [await unread(helen), (await linesOf(helen)).length]
    for (const days_left of [30, 7]) {
      const [made] = await testServer.sql<{ id: number }>(
        `insert into notifications (user_id, notification_type, group_key, payload) values ($1, 'membership_renewal', 'renewal', $2) returning id`,
        [helen.id, JSON.stringify({ days_left })],
      )
      await testServer.sql(
        `insert into notification_facts (user_id, fact, notification_id) values ($1, 'renewal:' || $2, $3)`,
        [helen.id, days_left, made!.id],
      )
    }
    const renewal = async () => (await helen.ask(MembershipRenewalNotification, {})).membership_renewal_notification
    expect((await renewal())!.payload).toEqual({ days_left: 7 })
    expect([await unread(helen), (await linesOf(helen)).length]).toEqual([counted, listed])
    await helen.ask(ToggleNotificationRead, { id: (await renewal())!.id })
    expect((await renewal())!.payload).toEqual({ days_left: 30 })
    await helen.ask(ToggleNotificationRead, { id: (await renewal())!.id })
    expect(await renewal()).toBeNull()
    expect((await marcus.ask(MembershipRenewalNotification, {})).membership_renewal_notification).toBeNull()
  })
})

describe('live', () => {
  it('says to whom it concerns that there is something, and nothing else', async () => {
    const id = await start(helen)
    const [hers, others] = [await helen.stream(), await samuel.stream()]
    await reply(marcus, id, { isPrivate: true })
    await testServer.runJobs()
    const isOurs = ({ data }: { data: Record<string, unknown> }) => data['signal'] === 'notifications.changed'
    expect((await hers.next(isOurs)).data).toEqual({ signal: 'notifications.changed' })
    expect(others.signals().filter(isOurs)).toEqual([])
    hers.close()
    others.close()
  })
})

describe('many notifications', () => {
  it('are counted up to a hundred for the bell, and listed in pages to the last', async () => {
    await testServer.sql('delete from notifications')
    await testServer.sql(
      `with made as (
         insert into notifications (user_id, notification_type, group_key, latest_at)
         select $1, 'new_follower', 'followers:' || n, now() - n * interval '1 minute' from generate_series(1, $3::integer) n
         returning id, user_id, group_key)
       insert into notification_facts (user_id, fact, notification_id, actor_id) select user_id, group_key, id, $2 from made`,
      [samuel.id, grace.id, NOTIFICATIONS_COUNTED + 5],
    )
    expect([await unread(samuel), await unseen(samuel)]).toEqual([NOTIFICATIONS_COUNTED, NOTIFICATIONS_COUNTED])
    const sizes: number[] = []
    for (let offset = 0, isMore = true; isMore; offset += NOTIFICATIONS_PAGE) {
      const { notifications } = await samuel.ask(Notifications, { offset, limit: NOTIFICATIONS_PAGE })
      sizes.push(notifications.items.length)
      isMore = notifications.count > offset + NOTIFICATIONS_PAGE
    }
    expect(sizes).toEqual([25, 25, 25, 25, 5])
    expect([await unread(marcus), await unseen(marcus)]).toEqual([0, 0])
  })
})
