/** The ranking of experts resists manipulation: fifty accounts that collude. */
import { beforeEach, describe, expect, it } from 'vitest'
import { GetExpertProfile, RecommendExpert, SearchFilterExperts } from '#api/operations.ts'
import { EXPERT_SEARCH_LIMIT, standingInWords } from '#shared/experts.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [helen, staff] = await testServer.members(demoMembers.member, demoMembers.staff)
const ACCOUNTS = 50
const TOP = 10

/** Every expert that Helen finds, best first. */
async function ranking(asked: object = {}): Promise<number[]> {
  const ids: number[] = []
  for (let offset = 0; ; offset += EXPERT_SEARCH_LIMIT) {
    const { items, count } = (await helen.ask(SearchFilterExperts, { ...asked, offset })).experts
    ids.push(...items.map(({ id }) => id))
    if (ids.length >= count) return ids
  }
}

/** Kendall's τ over all experts who are in the top ten before or after. */
function tau(before: readonly number[], after: readonly number[]): number {
  const looked = [...new Set([...before.slice(0, TOP), ...after.slice(0, TOP)])]
  const placeIn = (order: readonly number[], id: number) => (order.includes(id) ? order.indexOf(id) : order.length)
  let [agreeing, pairs] = [0, 0]
  for (const [index, one] of looked.entries())
    for (const other of looked.slice(index + 1)) {
      const same =
        Math.sign(placeIn(before, one) - placeIn(before, other)) ===
        Math.sign(placeIn(after, one) - placeIn(after, other))
      agreeing += same ? 1 : -1
      pairs += 1
    }
  return agreeing / pairs
}

interface Ring {
  companies: number
  joinedDaysAgo: number
  /** The recommendations are spread evenly from this many days ago until today. */
  spreadDays: number
}

/** Accounts that all recommend one expert and vote against the top ten. */
async function collude(expertId: number, top: readonly number[], { companies, joinedDaysAgo, spreadDays }: Ring) {
  await testServer.sql(
    `with made as (
       insert into companies (name) select 'Ring company ' || n from generate_series(1, $1) n returning id),
     numbered as (select id, row_number() over (order by id) - 1 as place from made),
     members as (
       insert into users (first_name, last_name, email, current_state, date_joined, company_id)
       select 'Ring', n::text, 'ring' || n || '@ring.test', 'full access', now() - make_interval(days => $2),
         (select id from numbered where place = n % $1)
       from generate_series(1, $3) n returning id),
     joined as (
       insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $4, true from members),
     against as (
       insert into likes (user_id, entity_type, entity_id, sentiment)
       select m.id, 'expert', e, e = $5 from members m cross join unnest($6::bigint[] || $5::bigint) e)
     insert into expert_recommendations (expert_id, author_id, message, cleaned_message, pub_date, channels)
     select $5, m.id, '<p>The best.</p>', 'The best.',
       now() - make_interval(days => ($7 * (row_number() over (order by m.id) - 1) / $3)::integer),
       array[channel($4, 'recommendation_request')] from members m`,
    [companies, joinedDaysAgo, ACCOUNTS, legal, expertId, top, spreadDays],
  )
  await testServer.sql('select refresh_experts(array[$1::bigint])', [expertId])
}

beforeEach(async () => {
  await testServer.sql(
    `delete from expert_recommendations where author_id in (select id from users where email like 'ring%@ring.test')`,
  )
  await testServer.sql(`delete from likes where user_id in (select id from users where email like 'ring%@ring.test')`)
  await testServer.sql(`delete from users where email like 'ring%@ring.test'`)
  await testServer.sql(`delete from companies where name like 'Ring company %'`)
})

describe(`${ACCOUNTS} accounts that recommend one expert together`, () => {
  it.each([
    ['of one company, new', { companies: 1, joinedDaysAgo: 3, spreadDays: 0 }],
    ['of fifty companies, new', { companies: 50, joinedDaysAgo: 3, spreadDays: 2 }],
    ['of fifty companies, members for a month', { companies: 50, joinedDaysAgo: 30, spreadDays: 28 }],
    ['of one company, members for years, over a year', { companies: 1, joinedDaysAgo: 1_500, spreadDays: 365 }],
    ['of fifty companies, members for years, within a month', { companies: 50, joinedDaysAgo: 1_500, spreadDays: 28 }],
    ['of fifty companies, members for years, over a quarter', { companies: 50, joinedDaysAgo: 1_500, spreadDays: 90 }],
  ] as const)('hardly move the first ten: %s', async (_, ring) => {
    const before = await ranking()
    const promoted = before[Math.floor(before.length / 2)]!
    await collude(promoted, before.slice(0, TOP), ring)
    const after = await ranking()
    expect(after).toHaveLength(before.length)
    const measured = tau(before, after)
    expect(measured).toBeGreaterThanOrEqual(0.9)
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
  })

  it('are counted in words all the same: the page says who they are', async () => {
    const before = await ranking()
    const promoted = before.at(-1)!
    await collude(promoted, [], { companies: 2, joinedDaysAgo: 3, spreadDays: 0 })
    const { standing } = (await helen.ask(GetExpertProfile, { id: promoted })).expert_profile!
    expect(standing).toMatchObject({ num_of_newcomers: ACCOUNTS })
    expect(standing!.num_of_members).toBeGreaterThanOrEqual(ACCOUNTS)
    expect(standingInWords(standing!, 'March', 'company')).toContain(`${ACCOUNTS} joined less than a year ago`)
  })
})

describe('what an honest recommendation does', () => {
  const areas = async (name: string) =>
    (await testServer.sql<{ id: number }>('select id from areas_of_expertise where name = $1', [name])).map(
      ({ id }) => id,
    )
  const score = async (id: number) => (await staff.ask(GetExpertProfile, { id })).expert_profile!.standing!.score
  const write = async (email: string, id: number, more: object = {}) => {
    const client = await testServer.member(email)
    await client.ask(RecommendExpert, {
      expert: { existing_expert: id },
      message: 'Good work.',
      areas_of_expertise: await areas('Litigation'),
      idempotency_key: newKey(),
      ...more,
    })
  }

  it('lifts; less from who works there, less with age, and not twice from one company', async () => {
    const [id, other] = [(await ranking()).at(-1)!, (await ranking()).at(-2)!]
    // Each quarter counts only once, so move earlier recommendations out of the current quarter.
    await testServer.sql(
      `update expert_recommendations set pub_date = now() - interval '2 years' where expert_id in ($1, $2)`,
      [id, other],
    )
    const began = await score(id)
    await write(demoMembers.peer, id)
    const lifted = await score(id)
    expect(lifted).toBeGreaterThan(began)
    await write(demoMembers.peer, id)
    expect(await score(id)).toBe(lifted)
    const otherBegan = await score(other)
    await write(demoMembers.peer, other, { affiliation: 'I am their client.' })
    expect((await score(other)) - otherBegan).toBeLessThan(lifted - began)
    await testServer.sql(
      `update expert_recommendations set pub_date = pub_date - interval '6 years' where expert_id = $1`,
      [id],
    )
    expect(await score(id)).toBeLessThan(lifted / 4)
  })

  it('weighs most in its own matter', async () => {
    const [privacy] = await areas('Privacy and data protection')
    const order = await ranking({ areas_of_expertise: [privacy] })
    const lopez = (await testServer.sql<{ id: number }>(`select id from experts where name = 'Maria Lopez'`))[0]!.id
    expect(order[0]).toBe(lopez)
  })

  it('of a suspended member no longer counts', async () => {
    const id = (await ranking()).at(-3)!
    const began = await score(id)
    await write(demoMembers.groupAdmin, id)
    expect(await score(id)).toBeGreaterThan(began)
    await testServer.sql('update users set suspended = true where email = $1', [demoMembers.groupAdmin])
    expect(await score(id)).toBeCloseTo(began, 3)
    await testServer.sql('update users set suspended = false where email = $1', [demoMembers.groupAdmin])
  })
})
