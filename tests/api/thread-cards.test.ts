/** What the feed shows of a thread is stored; after any change it equals what the tables say. */
import { describe, expect, it } from 'vitest'
import {
  BlockMember,
  EditMessage,
  LikeEntity,
  RemoveMessage,
  ReplyToThread,
  threads,
  UnblockMember,
} from '#api/operations.ts'
import { FEED_PAGE, REPLY_EXCERPT_LENGTH, TOP_REPLIES } from '#shared/discussions.ts'
import { demoMembers } from '../demo-members.ts'
import { isFull, seed } from '../harness/full.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors } from '../harness/threads.ts'

const testServer = await startTestServer()
const [helen, marcus, billing, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.staff,
)
const STEPS = isFull ? 2_000 : 120

interface Shown {
  geographies: unknown
  areas_of_expertise: unknown
  peer_networks: unknown
  top_replies: unknown
}

/** By thread, from the tables alone. */
async function fromTables(ids: number[]): Promise<Map<number, Shown>> {
  const rows = await testServer.sql<Shown & { id: number }>(
    `select t.id,
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')
        from thread_geographies x join geographies g on g.id = x.geography_id where x.thread_id = t.id) as geographies,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id), '[]')
        from thread_areas_of_expertise x join areas_of_expertise a on a.id = x.area_of_expertise_id where x.thread_id = t.id) as areas_of_expertise,
      (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'slug', n.slug, 'display_name', n.display_name) order by n.id), '[]')
        from thread_peer_networks x join peer_networks n on n.id = x.peer_network_id where x.thread_id = t.id) as peer_networks,
      (select coalesce(jsonb_agg(r.reply order by r.num_of_likes desc, r.order_date desc, r.id desc), '[]') from (
        select m.num_of_likes, m.order_date, m.id, jsonb_build_object('id', m.id, 'excerpt', left(m.cleaned_body, $2),
          'pub_date', m.pub_date, 'num_of_likes', m.num_of_likes, 'sender', jsonb_build_object('id', u.id, 'name', u.name,
          'company', case when u.company_id is not null then jsonb_build_object('id', u.company_id, 'name', u.company_name) end)) as reply
        from messages m join users u on u.id = m.sender_id
        where m.thread_id = t.id and m.visible and not m.is_private and not m.is_original_message
        order by m.num_of_likes desc, m.order_date desc, m.id desc limit $3) r) as top_replies
     from threads t where t.id = any($1)`,
    [ids, REPLY_EXCERPT_LENGTH, TOP_REPLIES],
  )
  return new Map(rows.map(({ id, ...shown }) => [id, shown]))
}

async function expectEqual(step: string) {
  const { threads: page } = await helen.ask(threads, { limit: FEED_PAGE })
  const tables = await fromTables(page.items.map(({ thread }) => thread.id))
  for (const { thread, top_replies, top_reply_message } of page.items) {
    const { geographies, areas_of_expertise, peer_networks } = thread
    const expected = tables.get(thread.id)!
    const where = `${step}, thread ${thread.id}`
    expect({ geographies, areas_of_expertise, peer_networks, top_replies }, where).toEqual(expected)
    expect(top_reply_message?.id, where).toBe(top_replies[0]?.id)
  }
  return page
}

let state = seed || 1
/** Park–Miller: the same steps for the same commit. */
const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
const oneOf = <T>(list: readonly T[]): T => list[random(list.length)]!
const repliers = [helen, marcus, billing]

const { threads: first } = await helen.ask(threads, { limit: FEED_PAGE })
const threadIds = first.items.filter(({ thread }) => thread.thread_type !== 'poll').map(({ thread }) => thread.id)
const repliesOf = (thread: number) =>
  testServer.sql<{ id: number; sender_id: number }>(
    `select m.id, m.sender_id from messages m where m.thread_id = $1 and m.visible and not m.is_private and not m.is_original_message`,
    [thread],
  )

const CHANGES: Record<string, () => Promise<unknown>> = {
  reply: () =>
    oneOf(repliers).op(ReplyToThread, {
      thread_id: oneOf(threadIds),
      body: `<p>${'A word and another. '.repeat(1 + random(20))}</p>`,
    }),
  'private reply': () =>
    oneOf(repliers).op(ReplyToThread, { thread_id: oneOf(threadIds), body: '<p>Only for you.</p>', isPrivate: true }),
  like: async () => {
    const found = await repliesOf(oneOf(threadIds))
    if (found.length === 0) return
    const likes = [{ entity_type: 'message' as const, entity_id: oneOf(found).id, sentiment: random(3) > 0 }]
    await oneOf(repliers).op(LikeEntity, { likes })
  },
  edit: async () => {
    const own = (await repliesOf(oneOf(threadIds))).filter(({ sender_id }) =>
      repliers.some(({ id }) => id === sender_id),
    )
    if (own.length === 0) return
    const { id, sender_id } = oneOf(own)
    await repliers
      .find((each) => each.id === sender_id)!
      .op(EditMessage, { message_id: id, body: `<p>Changed ${random(99)}.</p>` })
  },
  removal: async () => {
    const found = await repliesOf(oneOf(threadIds))
    if (found.length > 1) await staff.op(RemoveMessage, { message_id: oneOf(found).id, reason: 'Not for here.' })
  },
  rename: () =>
    testServer.sql('update users set last_name = $2 where id = $1', [oneOf(repliers).id, `Of ${random(99)}`]),
  'change of company': () =>
    testServer.sql(
      'update users set company_id = (select id from companies order by (id * $2) % 97 limit 1) where id = $1',
      [oneOf(repliers).id, 1 + random(96)],
    ),
  'name of a company': () =>
    testServer.sql('update companies set name = name || $1 where id in (select company_id from users where id = $2)', [
      'x',
      oneOf(repliers).id,
    ]),
  // The dates in a card are in UTC whoever writes it.
  'a change in another time zone': async () => {
    const found = await repliesOf(oneOf(threadIds))
    if (found.length === 0) return
    await testServer.sql(
      `begin; set local timezone = 'Asia/Tokyo';
       update messages set cleaned_body = 'x' || cleaned_body where id = ${oneOf(found).id}; commit`,
    )
  },
  suspension: () =>
    testServer.sql(
      'update users set suspended = not suspended where id = (select id from users where not is_staff and id <> all($1) order by (id * $2) % 97 limit 1)',
      [repliers.map(({ id }) => id), 1 + random(96)],
    ),
  'name of a network': () =>
    testServer.sql(`update peer_networks set display_name = display_name || 'x' where slug = 'legal'`),
  // No action of today changes the tags of a row in place.
  'tags of a thread': async () => {
    const thread = oneOf(threadIds)
    await testServer.sql(
      `insert into thread_geographies (thread_id, geography_id)
       select $1, id from geographies order by (id * $2) % 97 limit 1 on conflict do nothing`,
      [thread, 1 + random(96)],
    )
    for (const table of ['thread_feed', 'feed_facts'])
      await testServer.sql(
        `update ${table} set geography_ids = array(
          select geography_id from thread_geographies where thread_id = $1 order by 1) where thread_id = $1`,
        [thread],
      )
  },
  'name of a tag': async () => {
    await testServer.sql(
      `update geographies set name = name || 'x' where id = (select min(geography_id) from thread_geographies)`,
    )
    await testServer.sql(
      `update areas_of_expertise set name = name || 'x' where id = (select min(area_of_expertise_id) from thread_areas_of_expertise)`,
    )
  },
}

describe('stored cards', () => {
  it('hold the tags, networks and top replies of each thread', async () => {
    const page = await expectEqual('at first')
    expect(page.items.some(({ top_replies }) => top_replies.length === TOP_REPLIES)).toBe(true)
    expect(page.items.some(({ thread }) => thread.geographies.length > 0)).toBe(true)
  })

  it.each(Object.keys(CHANGES))('equal the tables after one change: %s', async (name) => {
    await CHANGES[name]!()
    await expectEqual(name)
  })

  it(`equal the tables after each of ${STEPS} random changes`, async () => {
    for (let step = 0; step < STEPS; step += 1) {
      const name = oneOf(Object.keys(CHANGES))
      await CHANGES[name]!()
      await expectEqual(`step ${step}, ${name}`)
    }
    expect(await counterErrors(testServer)).toBe(0)
  }, 600_000)

  it('show a member who blocks somebody none of their replies', async () => {
    const page = await expectEqual('before')
    const shown = page.items.find(({ top_replies }) => top_replies.some(({ sender }) => sender.id !== helen.id))!
    const blocked = shown.top_replies.find(({ sender }) => sender.id !== helen.id)!.sender.id
    await helen.ask(BlockMember, { user_id: blocked })
    const { threads: after } = await helen.ask(threads, { limit: FEED_PAGE })
    const senders = after.items.flatMap(({ top_replies }) => top_replies.map(({ sender }) => sender.id))
    expect(senders.length).toBeGreaterThan(0)
    expect(senders).not.toContain(blocked)
    for (const { top_reply_message, top_replies } of after.items) expect(top_reply_message?.id).toBe(top_replies[0]?.id)
    await helen.ask(UnblockMember, { user_id: blocked })
    await expectEqual('unblocked')
  })
})
