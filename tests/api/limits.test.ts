/** Limits on how much one member may post. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  CreateGroup,
  CreateThread,
  GetLimitHits,
  InviteMembersToGroup,
  RecommendExpert,
  ReplyToThread,
  ReportContent,
  SendMessage,
  threads,
} from '#api/operations.ts'
import { POSTING_LIMITS, type LimitKind } from '#shared/limits.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { upload } from '../harness/uploads.ts'

const testServer = await startTestServer({}, { hasLimits: true })
const { legal } = await networkIds(testServer)
const [helen, marcus, tomas, nathan, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.newcomer,
  demoMembers.trial,
  demoMembers.staff,
)
const hourly = (kind: LimitKind, who: 'member' | 'newcomer' = 'member') => POSTING_LIMITS[kind].windows[0][who]
beforeEach(async () => void (await testServer.sql('delete from limited_acts')))

const start = (member: Client, idempotency_key = newKey()) =>
  member.op(CreateThread, {
    topic: 'Retention of board papers',
    body: '<p>How long?</p>',
    peer_network_ids: [legal],
    idempotency_key,
  })
const countThreads = async ({ id }: Client) =>
  (await testServer.sql<{ n: number }>('select count(*)::integer as n from threads where author_id = $1', [id]))[0]!.n

/** Moves the member's recorded acts this many minutes into the past. */
const age = (member: Client, minutes: number) =>
  testServer.sql(
    `update limited_acts set acted_at = array(select t - make_interval(mins => $2) from unnest(acted_at) t order by t)
     where user_id = $1`,
    [member.id, minutes],
  )

describe('limits on posting', () => {
  it('hold against fifty at once, and say when the next can be started', async () => {
    const before = await countThreads(helen)
    const answers = await Promise.all(Array.from({ length: 50 }, () => start(helen)))
    expect(await countThreads(helen)).toBe(before + hourly('thread'))
    const refused = answers.filter(({ code }) => code !== undefined)
    expect(refused).toHaveLength(50 - hourly('thread'))
    for (const { status, code, message, retryAt } of refused) {
      expect({ status, code }).toEqual({ status: 200, code: 'limits.reached' })
      expect(message).toMatch(
        new RegExp(
          `^You’ve started ${hourly('thread')} discussions in the past hour; the next can be started (on .+ )?at \\d{1,2}:\\d\\d\\s[AP]M\\. Your draft is saved\\.$`,
        ),
      )
      const minutes = (Date.parse(retryAt!) - Date.now()) / 60_000
      expect(minutes).toBeGreaterThan(55)
      expect(minutes).toBeLessThanOrEqual(60)
    }
    await age(helen, 61)
    expect((await start(helen)).code).toBeUndefined()
  })

  it('count a repeated request once, answer it when the limit is reached, and let a refused one through later', async () => {
    const keys = Array.from({ length: hourly('thread') }, newKey)
    for (const key of keys) {
      const first = await start(marcus, key)
      expect((await start(marcus, key)).data).toEqual(first.data)
    }
    const key = newKey()
    expect((await start(marcus, key)).code).toBe('limits.reached')
    expect((await start(marcus, keys[0])).code).toBeUndefined()
    await age(marcus, 61)
    expect((await start(marcus, key)).code).toBeUndefined()
  })

  it('cost nothing for what is refused for another reason', async () => {
    for (let times = 0; times < 2 * hourly('thread'); times++)
      expect((await helen.op(CreateThread, { topic: ' ', body: '<p>x</p>', idempotency_key: newKey() })).code).toBe(
        'discussions.topic_empty',
      )
    expect((await start(helen)).code).toBeUndefined()
  })

  it.each([
    ['a new member', tomas],
    ['a trial member', nathan],
  ])('are lower for %s', async (_, member) => {
    for (let times = 0; times < hourly('thread', 'newcomer'); times++)
      expect((await start(member)).code).toBeUndefined()
    expect((await start(member)).code).toBe('limits.reached')
  })

  it('hold over the longer window, too', async () => {
    const [, day] = POSTING_LIMITS.thread.windows
    for (let times = 0; times < day.member; times++) {
      if (times % 5 === 0) await age(helen, 61)
      expect((await start(helen)).code).toBeUndefined()
    }
    await age(helen, 61)
    expect((await start(helen)).message).toContain(`started ${day.member} discussions in the past 24 hours`)
  })

  it('are changed by staff for a kind, and switched off by 0', async () => {
    await testServer.set('limit_thread', 50)
    for (let times = 0; times < hourly('thread') / 2; times++) expect((await start(helen)).code).toBeUndefined()
    expect((await start(helen)).code).toBe('limits.reached')
    await testServer.set('limit_thread', 0)
    expect((await start(helen)).code).toBeUndefined()
    await testServer.set('limit_thread', null)
  })

  it('do not apply to staff', async () => {
    for (let times = 0; times <= hourly('thread'); times++) expect((await start(staff)).code).toBeUndefined()
  })
})

const reply = (member: Client, thread_id: number, more: object = {}, idempotency_key = newKey()) =>
  member.op(ReplyToThread, { thread_id, body: '<p>An answer.</p>', idempotency_key, ...more })

describe('of replies', () => {
  it('hold at once and in one statement; nothing of a refused one remains', async () => {
    const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal] })
    const key = newKey()
    const most = hourly('reply')
    const answers = await Promise.all(Array.from({ length: most + 20 }, () => reply(helen, id)))
    expect(answers.filter(({ code }) => code === 'limits.reached')).toHaveLength(20)
    const [rows] = await testServer.sql<{ n: number; counted: number }>(
      `select (select count(*)::integer from messages where thread_id = $1 and sender_id = $2) as n,
        (select num_of_responses from thread_feed where thread_id = $1) as counted`,
      [id, helen.id],
    )
    expect(rows).toEqual({ n: most, counted: most })
    expect(await reply(helen, id, {}, key)).toMatchObject({ code: 'limits.reached', retryAt: expect.any(String) })
    await age(helen, 61)
    const sent = await reply(helen, id, {}, key)
    expect(sent.code).toBeUndefined()
    expect((await reply(helen, id, {}, key)).data).toEqual(sent.data)
  })

  it('count mentions, and a reply without them still goes', async () => {
    const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal] })
    await testServer.set('limit_mention', 1)
    const named = {
      body: `<p><span data-mention-id="${marcus.id}">@M</span> and more</p>`,
      mentions: [marcus.id],
    }
    expect((await reply(helen, id, named)).code).toBeUndefined()
    expect((await reply(helen, id, named)).message).toContain('Remove mentions to post it now.')
    expect((await reply(helen, id)).code).toBeUndefined()
    await testServer.set('limit_mention', null)
  })
})

describe('of messages and invitations', () => {
  const others = async (member: Client, count: number) =>
    (
      await testServer.sql<{ id: number }>(
        `select u.id from users u join peer_network_memberships m on m.user_id = u.id and m.peer_network_id = $2
         where u.current_state = 'full access' and not u.suspended and not u.is_staff and u.id <> $1 order by u.id limit $3`,
        [member.id, legal, count],
      )
    ).map(({ id }) => id)
  const write = (member: Client, to: number) =>
    member.op(CreateGroup, {
      group_type: 'one_to_one',
      name: '',
      members: [to],
      first_message: 'Good morning.',
      idempotency_key: newKey(),
    })

  it('to someone new hold, and those one writes with already go on', async () => {
    const most = hourly('first_message')
    const people = await others(helen, most + 1)
    await testServer.sql('delete from inbox_groups where $1 = any(pair)', [helen.id])
    const answers = []
    for (const id of people) answers.push(await write(helen, id))
    expect(answers.map(({ code }) => code)).toEqual([...Array<undefined>(most).fill(undefined), 'limits.reached'])
    expect((await write(helen, people[0]!)).code).toBeUndefined()
    const sent = await helen.op(SendMessage, {
      group_id: (answers[0]!.data as { createGroup: { id: number } }).createGroup.id,
      msg_body: 'And another.',
      idempotency_key: newKey(),
    })
    expect(sent.code).toBeUndefined()
  })

  it('to a group hold for all who are invited at once', async () => {
    await testServer.set('limit_group_invitation', 5)
    const [first, second, third, fourth] = await others(marcus, 4)
    const begun = (members: number[]) =>
      marcus.op(CreateGroup, {
        group_type: 'small_group_chat',
        name: 'Board papers',
        members,
        first_message: 'Welcome.',
        idempotency_key: newKey(),
      })
    expect((await begun([first!, second!, third!])).message).toBe('At most 2 members can be invited in an hour.')
    const made = await begun([first!, second!])
    expect(made.code).toBeUndefined()
    const group_id = (made.data as { createGroup: { id: number } }).createGroup.id
    const refused = await marcus.op(InviteMembersToGroup, { group_id, members: [fourth!], idempotency_key: newKey() })
    expect(refused.message).toContain('You’ve invited 2 members in the past hour')
    await testServer.set('limit_group_invitation', null)
  })

  it('of colleagues named hold', async () => {
    const name = (number: number) =>
      helen.send('POST', '/api/invitations', {
        body: {
          email: `colleague-${number}@example.org`,
          first_name: 'Ada',
          last_name: 'Byron',
          note: '',
          peer_network_id: legal,
        },
      })
    for (let each = 0; each < hourly('nomination'); each++) expect((await name(each)).status).toBe(200)
    const refused = await name(99)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'limits.reached', retry_at: expect.any(String) })
  })
})

it('of reports, recommendations and files hold', async () => {
  for (const kind of ['report', 'expert', 'upload'] as const) await testServer.set(`limit_${kind}`, 1)
  const report = async () => {
    const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal] })
    return helen.op(ReportContent, {
      type: 'thread',
      reason: 'solicitation',
      additional_details: 'This is an advertisement for a product.',
      content_id: id,
      idempotency_key: newKey(),
    })
  }
  const recommend = async () => {
    const [area] = await testServer.sql<{ id: number }>('select id from areas_of_expertise limit 1')
    return helen.op(RecommendExpert, {
      expert: { new_expert: { name: 'Ines Caldera', type: 'individual' } },
      company: { new_company: { name: 'Caldera Law' } },
      message: 'Quick and exact.',
      areas_of_expertise: [area!.id],
      idempotency_key: newKey(),
    })
  }
  for (const act of [report, recommend, () => upload(testServer, helen, 'a.txt', 'a')]) {
    expect((await act()).code).toBeUndefined()
    expect((await act()).code).toBe('limits.reached')
  }
  for (const kind of ['report', 'expert', 'upload'] as const) await testServer.set(`limit_${kind}`, null)
})

it('shows staff who ran into a limit, and nobody else', async () => {
  await testServer.sql('delete from limit_hits')
  for (let times = 0; times < hourly('thread', 'newcomer') + 3; times++) await start(tomas)
  await vi.waitFor(async () => {
    const { limit_hits } = await staff.ask(GetLimitHits, {})
    expect(limit_hits).toMatchObject({ count: 1, items: [{ kind: 'thread', times: 3, user: { id: tomas.id } }] })
  })
  expect((await helen.ask(GetLimitHits, {})).limit_hits).toEqual({ count: 0, items: [] })
  expect((await helen.ask(threads, { limit: 1 })).threads.items).toHaveLength(1)
})
