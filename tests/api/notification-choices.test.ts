/** Notification preferences, their refusals, and what other features announce. */
import { describe, expect, it } from 'vitest'
import {
  BlockMember,
  GetMutedThreads,
  GetNotificationPreferences,
  InboxUnread,
  InviteMembersToGroup,
  MuteThread,
  MembershipRenewalNotification,
  Notifications,
  RegisterPushDevice,
  ThreadStanding,
  UnblockMember,
  UpdateInboxNotificationSettings,
  UpdatePushPreferences,
} from '#api/operations.ts'
import { USUAL_WAYS } from '#shared/notifications.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { newGroup } from '../harness/inbox.ts'
import { notificationsOf } from '../harness/notifications.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, marcus, samuel, grace] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.billing,
)
await testServer.sql('delete from notifications')
const { start, linesOf } = notificationsOf(testServer, legal)

describe('choosing (OP-UpdatePushPreferences)', () => {
  it('changes what is named and keeps the rest', async () => {
    await helen.ask(UpdatePushPreferences, {
      preferences: { kinds: { like: { push: true } }, quiet_from: 22, quiet_until: 7 },
    })
    const { updatePushPreferences: kept } = await helen.ask(UpdatePushPreferences, {
      preferences: { kinds: { like: { in_app: false } }, timing: 'hourly' },
    })
    expect(kept).toMatchObject({
      user_id: helen.id,
      timing: 'hourly',
      quiet_from: 22,
      quiet_until: 7,
      push_content: false,
    })
    expect(kept.kinds).toEqual({ ...USUAL_WAYS, like: { in_app: false, email: false, push: true } })
    expect((await marcus.ask(GetNotificationPreferences, {})).notification_preferences.kinds).toEqual(USUAL_WAYS)
  })

  it('of invitations to groups is done in the inbox, which has them all the same', async () => {
    const invitations = async () =>
      (await linesOf(marcus)).filter(({ notification_type }) => notification_type === 'group_invitation')
    const invite = async () => {
      const id = await newGroup([helen, grace], { name: 'Asked into' })
      await helen.ask(InviteMembersToGroup, { group_id: id, members: [marcus.id], idempotency_key: newKey() })
    }
    const { invitations: before } = (await marcus.ask(InboxUnread, {})).inbox_unread
    await marcus.ask(UpdateInboxNotificationSettings, { settings: { invitations: false } })
    await invite()
    expect(await invitations()).toEqual([])
    await marcus.ask(UpdateInboxNotificationSettings, { settings: { invitations: true } })
    await invite()
    expect(await invitations()).toHaveLength(1)
    expect((await marcus.ask(InboxUnread, {})).inbox_unread.invitations).toBe(before + 2)
    await testServer.sql('delete from notifications')
  })

  it.each([
    [{ kinds: { nothing: { push: true } } }, 'notifications.kinds'],
    [{ kinds: { like: { pigeon: true } } }, 'notifications.kinds'],
    [{ kinds: { like: { push: 'yes' } } }, 'notifications.kinds'],
    [{ kinds: [] }, 'notifications.kinds'],
    [{ quiet_from: 22 }, 'notifications.quiet_hours'],
    [{ quiet_from: 7, quiet_until: 7 }, 'notifications.quiet_hours'],
    [{ quiet_from: 24, quiet_until: 7 }, 'notifications.quiet_hours'],
  ])('refuses %j', async (preferences, code) => {
    expect((await helen.op(UpdatePushPreferences, { preferences })).code).toBe(code)
  })

  it('of the app is not offered where there is no gateway for apps', async () => {
    const { data } = (await helen.send('GET', '/api/notifications/push-key')).body as { data: { calls_apps: boolean } }
    expect(data.calls_apps).toBe(false)
    const refused = await helen.op(RegisterPushDevice, { kind: 'app', endpoint: 'token-of-a-phone' })
    expect(refused.code).toBe('notifications.no_app')
    expect(await testServer.sql('select from push_devices')).toEqual([])
  })

  it('lists the muted threads of the member, while they may read them', async () => {
    const id = await start(helen)
    await marcus.ask(MuteThread, { thread_id: id })
    expect((await marcus.ask(GetMutedThreads, {})).muted_threads).toMatchObject([{ thread_id: id, is_muted: true }])
    expect((await marcus.ask(ThreadStanding, { thread_id: id })).thread).toMatchObject({ is_muted: true })
    expect((await helen.ask(ThreadStanding, { thread_id: id })).thread).toMatchObject({ is_muted: false })
    expect((await samuel.ask(GetMutedThreads, {})).muted_threads).toEqual([])
    await testServer.sql('update threads set removed_at = now() where id = $1', [id])
    await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
    expect((await marcus.ask(GetMutedThreads, {})).muted_threads).toEqual([])
    expect((await marcus.ask(Notifications, {})).notifications.count).toBe(0)
  })
})

/** Announces a signal as its feature does; the feature's own tests prove that it does. */
const executeAnnounced = async (signal: string, data: object) => {
  await testServer.sql(`select graphile_worker.add_job('notifications:tell', $1::json)`, [
    JSON.stringify({ signal, users: [], occurrence: newKey(), ...data }),
  ])
  await testServer.runJobs()
}

describe('what other features announce', () => {
  it('a follower, once, and never one who is blocked', async () => {
    const followers = async () =>
      (await linesOf(helen)).filter(({ notification_type }) => notification_type === 'new_follower')
    for (const who of [marcus, samuel, marcus])
      await executeAnnounced('people.followed', { user_id: helen.id, actor_id: who.id })
    expect(await followers()).toMatchObject([{ num_of_users: 2, num_of_facts: 2, payload: { user_id: marcus.id } }])
    await helen.ask(BlockMember, { user_id: marcus.id })
    expect(await followers()).toMatchObject([{ num_of_users: 1, related_users: [{ id: samuel.id }] }])
    await helen.ask(UnblockMember, { user_id: marcus.id })
    await executeAnnounced('people.followed', { user_id: marcus.id, actor_id: marcus.id })
    expect(await linesOf(marcus)).toEqual([])
  })

  it('a renewal, to who pays, once for each day', async () => {
    const facts = { subscription_id: 7, subscription_total: 120_000, next_billing_at: '2030-03-02T10:00:00Z' }
    for (let times = 0; times < 2; times++)
      await executeAnnounced('membership.renewal_due', { users: [marcus.id], ...facts })
    const { membership_renewal_notification: renewal } = await marcus.ask(MembershipRenewalNotification, {})
    expect(renewal).toMatchObject({
      notification_type: 'membership_renewal',
      payload: { subscription_total: 120_000, next_billing_at: '2030-03-02T10:00:00Z' },
    })
    expect(
      await testServer.sql("select from notifications where notification_type = 'membership_renewal'"),
    ).toHaveLength(1)
    expect((await helen.ask(MembershipRenewalNotification, {})).membership_renewal_notification).toBeNull()
  })

  it('and nothing for a kind that has no sentence', async () => {
    const before = await testServer.sql('select from notifications')
    await executeAnnounced('nothing.known', { user_id: helen.id })
    expect(await testServer.sql('select from notifications')).toHaveLength(before.length)
  })
})
