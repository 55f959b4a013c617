/** Notifications: who gets which, once, and never about what they may not read. */
import { describe, expect, it } from 'vitest'
import {
  BlockMember,
  CreatePoll,
  EditMessage,
  FollowThread,
  LikeEntity,
  ModerateItems,
  MuteThread,
  NotificationById,
  RecommendExpert,
  RemoveMessage,
  ToggleNotificationRead,
  UnblockMember,
  UnfollowThread,
  UnmuteThread,
  UnreadNotificationCount,
  VotePoll,
} from '#api/operations.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { NOTIFICATION_TYPES } from '#shared/notifications.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { withoutDelay } from '../harness/anonymous.ts'
import { mentionHtml, notificationsOf } from '../harness/notifications.ts'
import { networkIds } from '../harness/threads.ts'

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
const everybody = [helen, marcus, camille, grace, samuel, staff]
/** Clears the notifications of the demo data. */
await testServer.sql('delete from notifications')

const { start, reply, linesOf, ofThread } = notificationsOf(testServer, legal)
const agree = (who: Client, entity_id: number, sentiment: boolean | null = true) =>
  who.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id, sentiment }] })
const unread = async (who: Client) => (await who.ask(UnreadNotificationCount, {})).unread_notification_count

describe('a reply', () => {
  it('is told to the author of the thread, who is answered and who follows; never to its writer (OP-Notifications, FIELD-notification.related_users, FIELD-notification.payload, FIELD-notification.user_id, FIELD-notification.notification_type, FIELD-notification.image_url, FIELD-notification.created_at)', async () => {
    const id = await start(helen)
    const first = await reply(marcus, id)
    await testServer.runJobs()
    await camille.ask(FollowThread, { thread_id: id })
    await testServer.sql("update users set profile_thumbnail_url = '/portraits/grace.png' where id = $1", [grace.id])
    const second = await reply(grace, id, { message_replied_id: first })
    const [helens] = await ofThread(helen, id)
    expect(helens).toMatchObject({
      user_id: helen.id,
      notification_type: 'reply',
      num_of_facts: 2,
      num_of_users: 2,
      topic: 'Which clause holds',
      excerpt: 'We have.',
      read_at: null,
      seen: false,
      hidden: false,
      image_url: '/portraits/grace.png',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      payload: { thread_id: id, message_id: first },
    })
    expect(helens!.related_users.map(({ id: user }) => user)).toEqual([grace.id, marcus.id])
    expect(await ofThread(marcus, id)).toMatchObject([{ notification_type: 'reply', payload: { message_id: second } }])
    expect(await ofThread(camille, id)).toMatchObject([{ num_of_facts: 1, payload: { message_id: second } }])
    expect(await ofThread(grace, id)).toEqual([])
    expect(await ofThread(samuel, id)).toEqual([])
  })

  it('does not reach members who no longer follow, unless they are answered or mentioned', async () => {
    const id = await start(helen)
    const first = await reply(marcus, id)
    await marcus.ask(UnfollowThread, { thread_id: id })
    await reply(grace, id)
    expect(await ofThread(marcus, id)).toEqual([])
    await reply(grace, id, { message_replied_id: first })
    expect(await ofThread(marcus, id)).toHaveLength(1)
  })

  it('is told to nobody whose membership has ended or who has not finished joining', async () => {
    const end = (id: number, date: string) =>
      testServer.sql('update users set full_access_exp_date = now() + $2::interval where id = $1', [id, date])
    const id = await start(grace)
    const joining = await testServer.member(demoMembers.joining)
    await end(grace.id, '-1 hour')
    await reply(marcus, id, { body: `<p>Ask ${mentionHtml(joining)}.</p>` })
    await testServer.runJobs()
    const told = () => testServer.sql('select user_id from notifications where thread_id = $1 order by 1', [id])
    expect(await told()).toEqual([])
    await end(grace.id, '1 year')
    await reply(marcus, id)
    await testServer.runJobs()
    expect(await told()).toEqual([{ user_id: grace.id }])
  })

  it('in private reaches its readers and nobody else', async () => {
    const id = await start(helen)
    await camille.ask(FollowThread, { thread_id: id })
    const message_id = await reply(marcus, id, { isPrivate: true })
    expect(await ofThread(helen, id)).toMatchObject([
      { notification_type: 'private_reply', payload: { message_id }, related_users: [{ id: marcus.id }] },
    ])
    for (const who of [camille, grace, staff, marcus]) expect(await ofThread(who, id)).toEqual([])
  })
})

describe('a mention', () => {
  it('notifies once, as a mention, even where it would be a reply too (ENUM-notification_type)', async () => {
    const id = await start(helen, { body: `<p>${mentionHtml(marcus, 'Marcus')} may know.</p>`, mentions: [marcus.id] })
    expect(await ofThread(marcus, id)).toMatchObject([{ notification_type: 'mention' }])
    await reply(marcus, id, { body: `<p>${mentionHtml(helen, 'Helen')}, no.</p>`, mentions: [helen.id] })
    expect(await ofThread(helen, id)).toMatchObject([{ notification_type: 'mention', num_of_facts: 1 }])
  })

  it('of somebody who cannot read the thread tells them nothing', async () => {
    const id = await start(helen, { body: `<p>${mentionHtml(samuel, 'Samuel')}.</p>`, mentions: [samuel.id] })
    expect(await ofThread(samuel, id)).toEqual([])
    // Even if such a row were written, no notification is sent to members who may not read it.
    await testServer.sql(
      `insert into message_mentioned_users select m.id, $1 from messages m where m.thread_id = $2 on conflict do nothing`,
      [samuel.id, id],
    )
    await testServer.sql(
      `select graphile_worker.add_job('notifications:tell', json_build_object('signal', 'discussions.published', 'thread_id', $1::bigint,
         'message_id', (select m.id from messages m where m.thread_id = $1 and m.is_original_message)))`,
      [id],
    )
    await testServer.runJobs()
    expect(
      await testServer.sql('select from notifications where user_id = $1 and thread_id = $2', [samuel.id, id]),
    ).toEqual([])
  })
})

describe('agreement', () => {
  it('of many is one line, of upvotes only, and goes when it is taken back', async () => {
    const id = await start(helen)
    const [opening] = await testServer.sql<{ id: number }>(
      'select id from messages where thread_id = $1 and is_original_message',
      [id],
    )
    for (const who of [marcus, camille, grace]) await agree(who, opening!.id)
    await agree(staff, opening!.id, false)
    expect(await ofThread(helen, id)).toMatchObject([
      { notification_type: 'like', num_of_facts: 3, num_of_users: 3, payload: { thread_id: id, is_thread: true } },
    ])
    await agree(grace, opening!.id, null)
    expect(await ofThread(helen, id)).toMatchObject([{ num_of_users: 2 }])
    await agree(marcus, opening!.id, false)
    await agree(camille, opening!.id, null)
    expect(await ofThread(helen, id)).toEqual([])
    await agree(camille, opening!.id)
    expect(await ofThread(helen, id)).toMatchObject([{ num_of_users: 1 }])
    expect(
      await testServer.sql("select from notification_facts where fact like 'like:' || $1 || ':%'", [opening!.id]),
    ).toHaveLength(3)
  })
})

describe('a recommendation request', () => {
  it('notifies members who recommended in its field and may read it', async () => {
    const [area] = await testServer.sql<{ id: number }>(
      "insert into areas_of_expertise (name) values ('Maritime law of these tests') returning id",
    )
    for (const who of [marcus, samuel])
      await who.ask(RecommendExpert, {
        expert: { new_expert: { name: 'Halm and Orr', type: 'company' } },
        message: 'Exact.',
        areas_of_expertise: [area!.id],
        idempotency_key: newKey(),
      })
    // In the demo, other networks may read these requests; in this test they may not.
    await testServer.sql(
      "delete from network_access where kind = 'recommendation_request' and from_network_id <> to_network_id",
    )
    const id = await start(helen, { thread_type: 'recommendation_request', areas_of_expertise: [area!.id] })
    expect(await ofThread(marcus, id)).toMatchObject([{ notification_type: 'recommendation_request_match' }])
    expect(await ofThread(samuel, id)).toEqual([])
    expect(await ofThread(camille, id)).toEqual([])
  })
})

describe('a poll that ended', () => {
  it('notifies its author and the voters, once', async () => {
    const { createPoll } = await helen.ask(CreatePoll, {
      title: 'How many of you',
      options: ['Few', 'Many'],
      end_date: new Date(Date.now() + 86_400_000).toISOString(),
      peer_network_ids: [legal],
      idempotency_key: newKey(),
    } as never)
    const [poll] = await testServer.sql<{ id: number; thread_id: number; option_id: number }>(
      'select p.id, p.thread_id, o.id as option_id from polls p join poll_options o on o.poll_id = p.id order by p.id desc, o.id limit 1',
    )
    expect(createPoll).toBeTruthy()
    await marcus.ask(VotePoll, { poll_id: poll!.id, option_id: poll!.option_id } as never)
    await testServer.sql(`update polls set end_date = now() - interval '1 minute' where id = $1`, [poll!.id])
    for (let times = 0; times < 2; times++) {
      await testServer.sql(`select graphile_worker.add_job('polls:end')`)
      await testServer.runJobs()
    }
    for (const who of [helen, marcus])
      expect(await ofThread(who, poll!.thread_id)).toMatchObject([{ notification_type: 'poll_ended', num_of_facts: 1 }])
    expect(await ofThread(camille, poll!.thread_id)).toEqual([])
  })
})

describe('a decision of moderation', () => {
  it('notifies the author: what was rejected stays linked, what was removed is not', async () => {
    const id = await start(helen)
    const [rejected, removed] = [await reply(marcus, id), await reply(marcus, id)]
    const decide = (act: 'reject' | 'remove' | 'approve', message_id: number) =>
      staff.ask(ModerateItems, {
        act,
        message_ids: [message_id],
        reason: 'A name of a client',
        idempotency_key: newKey(),
      })
    await decide('reject', rejected)
    await testServer.runJobs()
    await decide('remove', removed)
    const lines = (await linesOf(marcus)).filter(({ notification_type }) => notification_type === 'moderation_decision')
    expect(lines.map(({ payload }) => payload)).toMatchObject([
      { act: 'remove', thread_id: id },
      { act: 'reject', thread_id: id, message_id: rejected },
    ])
    expect(lines[0]!.payload).not.toHaveProperty('message_id')
    expect(lines.every(({ related_users }) => related_users.length === 0)).toBe(true)
    expect(await ofThread(grace, id)).toEqual([])
  })

  it('is silent where it changes nothing, and an old post does not notify a second time', async () => {
    const id = await start(helen)
    const message_id = await reply(marcus, id)
    expect(await ofThread(helen, id)).toHaveLength(1)
    await staff.ask(ModerateItems, { act: 'approve', message_ids: [message_id], idempotency_key: newKey() })
    expect(await ofThread(marcus, id)).toEqual([])
    expect(await ofThread(helen, id)).toMatchObject([{ num_of_facts: 1 }])
  })
})

describe('an anonymous author', () => {
  it('is notified of answers without being revealed, and named to nobody', async () => {
    await withoutDelay(testServer)
    const id = await start(helen, { is_anonymous: true })
    await reply(marcus, id)
    expect(await ofThread(helen, id)).toMatchObject([
      { notification_type: 'reply', related_users: [{ id: marcus.id }] },
    ])
    await reply(helen, id, { is_anonymous: true })
    const [marcusLine] = await ofThread(marcus, id)
    expect(marcusLine!.related_users.map((user) => user.id)).toEqual([ANONYMOUS_USER_ID])
    expect(await ofThread(helen, id)).toMatchObject([{ num_of_facts: 1 }])
    const all = await testServer.sql<{ text: string }>(
      `select row_to_json(n)::text || row_to_json(f)::text as text from notifications n join notification_facts f on f.notification_id = n.id
       where n.thread_id = $1 and n.user_id <> $2`,
      [id, helen.id],
    )
    expect(all).toHaveLength(1)
    expect(all[0]!.text).not.toContain(`:${helen.id},`)
  })
})

describe('what may no longer be read', () => {
  it('is gone from the list and from every count when it is removed', async () => {
    const id = await start(helen)
    const message_id = await reply(marcus, id)
    const [line] = await ofThread(helen, id)
    const before = await unread(helen)
    await marcus.ask(RemoveMessage, { message_id })
    expect(await ofThread(helen, id)).toEqual([])
    expect(await unread(helen)).toBe(before - 1)
    expect((await helen.ask(NotificationById, { id: line!.id })).notification).toBeNull()
    expect((await helen.op(ToggleNotificationRead, { id: line!.id })).code).toBe('notifications.not_found')
  })

  it('is gone for who left the network, and is there again for who came back', async () => {
    const id = await start(helen)
    await marcus.ask(FollowThread, { thread_id: id })
    await reply(grace, id)
    expect(await ofThread(marcus, id)).toHaveLength(1)
    const held = await testServer.sql('delete from peer_network_memberships where user_id = $1 returning *', [
      marcus.id,
    ])
    const left = await testServer.memberById(marcus.id)
    expect(await ofThread(left, id)).toEqual([])
    await testServer.sql(
      'insert into peer_network_memberships select * from jsonb_populate_recordset(null::peer_network_memberships, $1)',
      [JSON.stringify(held)],
    )
    expect(await ofThread(await testServer.memberById(marcus.id), id)).toHaveLength(1)
  })

  it('is gone for who blocked its author; an edit notifies nobody', async () => {
    const id = await start(helen)
    const message_id = await reply(marcus, id)
    await marcus.ask(EditMessage, { message_id, body: '<p>We have two.</p>', idempotency_key: newKey() })
    expect(await ofThread(helen, id)).toMatchObject([{ num_of_facts: 1 }])
    await helen.ask(BlockMember, { user_id: marcus.id })
    expect(await ofThread(helen, id)).toEqual([])
    await reply(marcus, id)
    await testServer.runJobs()
    await helen.ask(UnblockMember, { user_id: marcus.id })
    expect(await ofThread(helen, id)).toMatchObject([{ num_of_facts: 1 }])
  })
})

describe('a muted thread', () => {
  it('tells nothing, not even a mention; the member alone decides', async () => {
    const id = await start(helen)
    expect((await helen.ask(MuteThread, { thread_id: id })).muteThread).toEqual({
      thread_id: id,
      topic: 'Which clause holds',
      is_muted: true,
    })
    await reply(marcus, id, { body: `<p>${mentionHtml(helen, 'Helen')}?</p>`, mentions: [helen.id] })
    expect(await ofThread(helen, id)).toEqual([])
    await helen.ask(UnmuteThread, { thread_id: id })
    await reply(grace, id)
    expect(await ofThread(helen, id)).toHaveLength(1)
    expect((await samuel.op(MuteThread, { thread_id: id })).code).toBe('discussions.not_found')
  })
})

it('knows the kinds of the database and no others', async () => {
  const [check] = await testServer.sql<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'notifications_notification_type_check'`,
  )
  const known = [...check!.definition.matchAll(/'(\w+)'::text/g)].map(([, type]) => type)
  expect(known.toSorted()).toEqual([...NOTIFICATION_TYPES].toSorted())
})

it('tells nobody anything twice, whatever was done above', async () => {
  for (const who of everybody) {
    const facts = await testServer.sql<{ fact: string }>('select fact from notification_facts where user_id = $1', [
      who.id,
    ])
    expect(new Set(facts.map(({ fact }) => fact)).size).toBe(facts.length)
  }
  expect(await testServer.sql('select from graphile_worker._private_jobs where last_error is not null')).toEqual([])
})
