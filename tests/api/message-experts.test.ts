import { describe, expect, it } from 'vitest'
import {
  CreateThread,
  ExpertsSearch,
  ExpertsThreadSearch,
  GetRecommendationSummary,
  GetThreadVendorDeals,
  RecommendExpert,
  ReplyToThread,
  thread,
  threads,
  type Operation,
} from '#api/operations.ts'
import { MAX_DEAL_RECOMMENDERS, EXPERTS_PER_POST } from '#shared/experts.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { counterErrors, networkIds, insertMessage, insertThread } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, camille, grace, samuel, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.groupAdmin,
  demoMembers.billing,
  demoMembers.finance,
  demoMembers.staff,
)
let count = 0
/** A name that no one in the demo has. */
const unusual = (name: string) =>
  `${name}qwxz${String.fromCodePoint(97 + (count % 26))}${String.fromCodePoint(97 + Math.floor((count += 1) / 26))}`
const freshThread = () =>
  insertThread(testServer, {
    author: helen.id,
    networks: [legal],
    thread_type: 'recommendation_request',
    topic: 'Whom would you ask',
  })
const person = (name: string, company?: string) => ({
  new_expert: { name, first_name: '', last_name: '', type: 'individual' as const },
  ...(company ? { new_company: { name: company } } : {}),
  areas_of_expertise: [],
})
const firm = (name: string, type: 'company' | 'software' = 'company') => ({
  new_expert: { name, type },
  areas_of_expertise: [],
})
const known = (id: number) => ({ existing_expert: id, areas_of_expertise: [] })
const say = (thread_id: number, more: object = {}) => ({
  thread_id,
  body: '<p>Ask them.</p>',
  idempotency_key: newKey(),
  ...more,
})
const reply = async (client: Client, thread_id: number, more: object) =>
  (await client.ask(ReplyToThread, say(thread_id, more))).replyToThread
const summary = async (client: Client, thread_id: number) =>
  (await client.ask(GetRecommendationSummary, { thread_id })).recommendation_summary
const inThread = async (client: Client, thread_id: number, search_text = '') =>
  (await client.ask(ExpertsThreadSearch, { thread_id, search_text })).experts_thread_search
const find = async (client: Client, search_text: string) =>
  (await client.ask(ExpertsSearch, { search_text })).experts_search
const drift = async () => [
  await counterErrors(testServer),
  (await testServer.sql('select drifted_experts(array(select id from experts)) as id')).length,
]
const votesOf = (expert: number) =>
  testServer.sql<{ user_id: number; sentiment: boolean }>(
    `select user_id, sentiment from likes where entity_type = 'expert' and entity_id = $1 order by id`,
    [expert],
  )

describe('a reply that names experts', () => {
  it('makes a person, a firm and a software, and names them in order (FIELD-message.experts_mentioned, FIELD-reply_payload.experts, FIELD-reply_expert.new_expert.name, FIELD-reply_expert.new_expert.first_name, FIELD-reply_expert.new_expert.last_name, FIELD-reply_expert.new_expert.type, FIELD-reply_expert.new_company.name, FIELD-reply_expert.areas_of_expertise, FEATURE-mentions-tagging, ENUM-expert_type_feed, DECISION-expert-type-values, FIELD-listserv_expert.id, FIELD-listserv_expert.name, FIELD-listserv_expert.first_name, FIELD-listserv_expert.last_name, FIELD-listserv_expert.type, FIELD-listserv_expert.mention_count, FIELD-listserv_expert.company)', async () => {
    const { id } = await freshThread()
    const [lopez, rowe, tool] = [unusual('Lopez'), unusual('Rowe'), unusual('Tool')]
    const made = await reply(marcus, id, {
      experts: [person(`Maria ${lopez}`, rowe), firm(rowe), firm(tool, 'software')],
    })
    expect(made.experts_mentioned.map(({ name, company }) => [name, company?.name])).toEqual([
      [`Maria ${lopez}`, rowe],
      [rowe, rowe],
      [tool, tool],
    ])
    const found = await inThread(grace, id)
    const labels = Object.fromEntries(found.map(({ name, type, label }) => [name, [type, label]]))
    expect([labels[`Maria ${lopez}`], labels[rowe], labels[tool]]).toEqual([
      ['expert', 'Individual'],
      ['company', 'Business'],
      ['company', 'Software'],
    ])
    expect(found.find(({ name }) => name === `Maria ${lopez}`)).toMatchObject({
      id: made.experts_mentioned[0]!.id,
      first_name: 'Maria',
      last_name: lopez,
      type: 'expert',
      mention_count: 1,
      company: { name: rowe },
    })
    const { thread: read } = await grace.ask(thread, { id })
    expect(read!.num_of_recommendations).toBe(3)
    expect(read!.experts).toHaveLength(3)
    expect(await drift()).toEqual([0, 0])
  })

  it('names one that is known, with its company (FIELD-reply_expert.existing_expert, FIELD-reply_expert.existing_company)', async () => {
    const { id } = await freshThread()
    const first = await reply(marcus, id, { experts: [firm(unusual('Known'))] })
    const [expert] = first.experts_mentioned
    const again = await reply(camille, id, {
      experts: [known(expert!.id), { ...person(unusual('Colleague')), existing_company: expert!.company!.id }],
    })
    expect(again.experts_mentioned[0]!.id).toBe(expert!.id)
    expect(again.experts_mentioned[1]!.company!.id).toBe(expert!.company!.id)
  })

  it('names the same once, also under another spelling', async () => {
    const { id } = await freshThread()
    const name = unusual('Smith')
    const made = await reply(marcus, id, { experts: [firm(`${name} & Partners LLP`), firm(`${name} and partners`)] })
    expect(made.experts_mentioned.map((expert) => expert.name)).toEqual([`${name} & Partners LLP`])
  })

  it('by 50 calls at once makes one row and counts without drift', async () => {
    const { id } = await freshThread()
    const other = await freshThread()
    const [name, second] = [unusual('Parallel'), unusual('Another')]
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        reply([helen, marcus, camille, grace, staff][index % 5]!, index % 3 ? id : other.id, {
          experts:
            index % 2
              ? [firm(`${name} LLP`), person('Ana Paz', second)]
              : [person('ana paz', `${second} Inc`), firm(name.toUpperCase())],
        }),
      ),
    )
    const [expert, ...more] = (await find(grace, name)).filter((each) => each.type === 'company')
    expect(more).toEqual([])
    expect(expert!.mention_count).toBe(50)
    expect((await summary(grace, id)).map((each) => each.thread_mention_count)).toEqual([33, 33])
    expect(await drift()).toEqual([0, 0])
  })

  it.each([
    ['nobody', [{}], 'experts.nobody'],
    ['an unknown expert', [known(9_007_199_254_740_991)], 'experts.not_found'],
    ['an unknown company', [{ ...person('Ada Lopez'), existing_company: 999_999 }], 'experts.company_not_found'],
    ['a name of signs', [firm(' . ')], 'experts.name'],
    ['a name that is too long', [firm('x'.repeat(101))], 'experts.name'],
    [
      'too many',
      Array.from({ length: EXPERTS_PER_POST + 1 }, (_, index) => firm(`Firm ${index}`)),
      'discussions.experts_too_many',
    ],
  ])('is refused when it names %s, and nothing is written', async (_, experts, code) => {
    const { id } = await freshThread()
    const before = await testServer.sql('select (select count(*) from messages) m, (select count(*) from experts) e')
    expect(await marcus.op(ReplyToThread, say(id, { experts }) as never)).toMatchObject({ data: null, code })
    expect(await testServer.sql('select (select count(*) from messages) m, (select count(*) from experts) e')).toEqual(
      before,
    )
  })
})

describe('votes', () => {
  it('are kept as likes of the expert, and only for experts of the reply and where there is none yet (RULE-votes-sent, DECISION-vote-versus-like, FIELD-reply_payload.votes, FIELD-reply_vote.id, FIELD-reply_vote.vote, FIELD-reply_vote.name, FEATURE-expert-votes, FIELD-listserv_expert.vote)', async () => {
    const { id } = await freshThread()
    const [name, bad, outside] = [unusual('Good'), unusual('Bad'), unusual('Outside')]
    const [other] = (await reply(marcus, id, { experts: [firm(outside)] })).experts_mentioned
    const made = await reply(camille, id, {
      experts: [firm(name), firm(bad)],
      votes: [
        { vote: true, name: name.toUpperCase() },
        { vote: false, name: bad },
        { vote: true, name: bad },
        { id: other!.id, vote: true, name: outside },
      ],
    })
    const [good, worse] = made.experts_mentioned
    expect(await votesOf(good!.id)).toEqual([{ user_id: camille.id, sentiment: true }])
    expect(await votesOf(worse!.id)).toEqual([{ user_id: camille.id, sentiment: false }])
    expect(await votesOf(other!.id)).toEqual([])
    await reply(camille, id, { experts: [known(good!.id)], votes: [{ id: good!.id, vote: false, name }] })
    expect(await votesOf(good!.id)).toEqual([{ user_id: camille.id, sentiment: true }])
    await reply(grace, id, { experts: [known(good!.id)], votes: [{ id: good!.id, vote: true, name }] })
    const entry = (await summary(camille, id)).find((each) => each.id === good!.id)
    expect(entry).toMatchObject({ vote: true, num_of_upvotes: 2, num_of_downvotes: 0 })
    expect((await summary(marcus, id)).find((each) => each.id === good!.id)).toMatchObject({ vote: null })
    await testServer.sql('update users set suspended = true where id = $1', [grace.id])
    expect((await summary(camille, id)).find((each) => each.id === good!.id)).toMatchObject({ num_of_upvotes: 1 })
    await testServer.sql('update users set suspended = false where id = $1', [grace.id])
  })

  it('do not go with a private reply, because they are counted for everybody', async () => {
    const { id } = await freshThread()
    const name = unusual('Quiet')
    const made = await reply(camille, id, { isPrivate: true, experts: [firm(name)], votes: [{ vote: true, name }] })
    expect(await votesOf(made.experts_mentioned[0]!.id)).toEqual([])
  })
})

describe('GetRecommendationSummary (OP-GetRecommendationSummary)', () => {
  it('gives the experts of the replies with who names them, the most named here first, then anywhere, then by last name (FIELD-listserv_expert.thread_mention_count, FIELD-thread.num_of_recommendations, UI-screen-recommendation-summary)', async () => {
    const [{ id }, elsewhere] = [await freshThread(), await freshThread()]
    const [twice, famous, zeta, alpha] = [unusual('Twice'), unusual('Famous'), unusual('Zeta'), unusual('Alpha')]
    await reply(marcus, elsewhere.id, { experts: [firm(famous)] })
    await reply(marcus, id, { experts: [person(`Aaron ${zeta}`), firm(twice), firm(famous)] })
    await reply(camille, id, { experts: [firm(twice), person(`Zara ${alpha}`)] })
    const read = await summary(grace, id)
    expect(read.map((expert) => [expert.name, expert.thread_mention_count, expert.mention_count])).toEqual([
      [twice, 2, 2],
      [famous, 1, 2],
      [`Zara ${alpha}`, 1, 1],
      [`Aaron ${zeta}`, 1, 1],
    ])
    expect(read[0]!.recommenders.map((user) => user.id)).toEqual([marcus.id, camille.id])
    const { thread: shown } = await grace.ask(thread, { id })
    expect(shown!.num_of_recommendations).toBe(4)
    expect(shown!.experts.map((expert) => expert.name)).toEqual(read.map((expert) => expert.name))
    const { threads: feed } = await grace.ask(threads, { isRecommendation: true })
    expect(feed.items.find((item) => item.thread.id === id)!.thread.num_of_recommendations).toBe(4)
  })

  it('gives nothing of a thread that may not be read, as of one that is not there', async () => {
    const { id } = await insertThread(testServer, { author: samuel.id, networks: [finance] })
    const name = unusual('Foreign')
    await reply(samuel, id, { experts: [firm(name)] })
    expect(await summary(samuel, id)).toHaveLength(1)
    for (const operation of [GetRecommendationSummary, ExpertsThreadSearch, GetThreadVendorDeals] as Operation<
      unknown,
      { thread_id: number }
    >[])
      expect((await grace.op(operation, { thread_id: id })).text).toBe(
        (await grace.op(operation, { thread_id: 999_999 })).text,
      )
    expect(await find(grace, name)).toEqual([])
    expect(await testServer.anonymous().op(GetRecommendationSummary, { thread_id: id })).toMatchObject({ status: 401 })
  })
})

it('searches with those that the thread names first (OP-ExpertsThreadSearch)', async () => {
  const [{ id }, elsewhere] = [await freshThread(), await freshThread()]
  const name = unusual('Prefix')
  await reply(marcus, elsewhere.id, { experts: [firm(`${name} Famous`)] })
  await reply(camille, elsewhere.id, { experts: [firm(`${name} Famous`)] })
  await reply(marcus, id, { experts: [firm(`${name} Local`)] })
  expect(
    (await inThread(grace, id, name)).map((expert) => [expert.name, expert.thread_mention_count, expert.mention_count]),
  ).toEqual([
    [`${name} Local`, 1, 1],
    [`${name} Famous`, 0, 2],
  ])
  expect((await inThread(grace, elsewhere.id, name)).map((expert) => expert.name)).toEqual([
    `${name} Famous`,
    `${name} Local`,
  ])
  const { id: inner } = await insertThread(testServer, { author: helen.id, networks: [legal] })
  expect((await inThread(grace, inner, name)).length).toBe(2)
  expect((await inThread(samuel, inner, name)).length).toBe(0)
})

describe('what is named in a private reply', () => {
  it('is read by its readers and found by nobody else: no name, count or order (threats 4 and 5)', async () => {
    const { id } = await freshThread()
    const [secret, shared] = [unusual('Canary'), unusual('Shared')]
    await reply(grace, id, { experts: [firm(shared)] })
    const look = async (client: Client) => ({
      search: await find(client, 'qwxz'),
      own: [await find(client, secret), await find(client, shared)],
      inThread: await inThread(client, id),
      summary: await summary(client, id),
      thread: (({ num_of_recommendations, experts }) => ({ num_of_recommendations, experts }))(
        (await client.ask(thread, { id })).thread!,
      ),
    })
    const before = await look(grace)
    const made = await reply(camille, id, {
      isPrivate: true,
      experts: [firm(secret), firm(shared)],
      votes: [{ vote: true, name: shared }],
    })
    expect(made.experts_mentioned.map((expert) => expert.name)).toEqual([secret, shared])
    expect(await look(grace)).toEqual(before)
    expect(JSON.stringify(await grace.ask(thread, { id }))).not.toContain(secret)
    const read = (await helen.ask(thread, { id })).thread!.messages.find((message) => message.id === made.id)
    expect(read!.experts_mentioned.map((expert) => expert.name)).toEqual([secret, shared])
    expect((await find(camille, secret)).map((expert) => expert.mention_count)).toEqual([0])
    expect((await find(helen, secret)).length).toBe(0)
    // Its id gets the same response as an id that does not exist.
    const hidden = made.experts_mentioned[0]!.id
    const asked = async (expert: number) => (await grace.op(ReplyToThread, say(id, { experts: [known(expert)] }))).text
    expect(await asked(hidden)).toBe(await asked(999_999_999))
    expect(await drift()).toEqual([0, 0])
  })

  it('takes the spelling of whoever names it before everybody, and is found from then on', async () => {
    const { id } = await freshThread()
    const name = unusual('Spelling')
    await reply(camille, id, {
      isPrivate: true,
      experts: [firm(`${name} (THE SECRET ONE)`), person(`${name} PRIVATELY`, `${name} INC`)],
    })
    await reply(camille, id, { isPrivate: true, experts: [firm(`${name.toUpperCase()}!`)] })
    const made = await reply(marcus, id, { experts: [firm(`${name} LLP`)] })
    expect(made.experts_mentioned[0]).toMatchObject({ name: `${name} LLP`, company: { name: `${name} LLP` } })
    expect((await find(grace, name)).map((expert) => expert.name)).toEqual([`${name} LLP`])
  })
})

describe('what becomes of a message becomes of the names in it:', () => {
  it('removed, it counts no more, and an expert named nowhere else is found no more', async () => {
    const { id } = await freshThread()
    const name = unusual('Gone')
    const made = await reply(marcus, id, { experts: [firm(name)] })
    expect(await find(grace, name)).toHaveLength(1)
    await testServer.sql('update messages set removed_at = now() where id = $1', [made.id])
    await testServer.sql('select refresh_threads(array[$1::bigint])', [id])
    expect(await find(grace, name)).toEqual([])
    expect(await summary(grace, id)).toEqual([])
    expect((await grace.ask(thread, { id })).thread!.num_of_recommendations).toBe(0)
    expect(await drift()).toEqual([0, 0])
  })

  it('a drifted count is repaired by the nightly check', async () => {
    const { id } = await freshThread()
    const made = await reply(marcus, id, { experts: [firm(unusual('Drift'))] })
    await testServer.sql('update experts set mention_count = 99 where id = $1', [made.experts_mentioned[0]!.id])
    await testServer.sql('update thread_feed set num_of_recommendations = 99 where thread_id = $1', [id])
    await testServer.sql(`select graphile_worker.add_job('discussions:check-counters')`)
    await testServer.sql(`select graphile_worker.add_job('discussions:check-experts')`)
    await testServer.runJobs()
    expect(await drift()).toEqual([0, 0])
  })
})

it('a new thread names experts too, which are mentions and no recommendations (FIELD-thread.num_of_recommendations)', async () => {
  const name = unusual('Opening')
  const { createThread: made } = await helen.ask(CreateThread, {
    topic: 'We use them. Who else?',
    body: '<p>Tell me.</p>',
    experts: [firm(name)],
    idempotency_key: newKey(),
  })
  const { thread: read } = await grace.ask(thread, { id: made.id })
  expect(read!.experts.map((expert) => expert.name)).toEqual([name])
  expect(read!.num_of_recommendations).toBe(0)
  expect(await summary(grace, made.id)).toEqual([])
  expect((await find(grace, name))[0]!.mention_count).toBe(1)
  expect(await drift()).toEqual([0, 0])
})

it(`shows deals of the firms that a thread names, with up to ${MAX_DEAL_RECOMMENDERS} recommenders, and nobody's address (OP-GetThreadVendorDeals, CONST-vendor-deal-recommenders, FIELD-vendor_deal.short_text, FIELD-vendor_deal.platform_description, FIELD-vendor_deal.logos, FIELD-vendor_deal.show_in_thread_details, FIELD-vendor_deal.show_in_vendor_page, FIELD-vendor_deal.vendor_emails, FIELD-vendor_deal.vendor_first_name, FIELD-vendor_deal.recommenders, FIELD-expert.vendor_deals)`, async () => {
  const { id } = await freshThread()
  const made = await reply(marcus, id, {
    experts: [firm(unusual('Vendor'), 'software'), firm(unusual('Silent'), 'software')],
  })
  const [vendor, silent] = made.experts_mentioned.map((expert) => expert.id)
  const members = await testServer.sql<{ email: string }>(
    `select u.email from users u join peer_network_memberships m on m.user_id = u.id where m.peer_network_id = $1 and u.current_state = 'full access' and not u.suspended order by u.id limit 8`,
    [legal],
  )
  const [area] = await testServer.sql<{ id: number }>('select id from areas_of_expertise limit 1')
  for (const { email } of members)
    await (
      await testServer.member(email)
    ).ask(RecommendExpert, {
      expert: { existing_expert: vendor! },
      message: 'Sound.',
      areas_of_expertise: [area!.id],
      idempotency_key: newKey(),
    })
  await testServer.sql(
    `insert into vendor_deals (expert_id, short_text, platform_description, logos, show_in_thread_details, vendor_emails, vendor_first_name)
     values ($1, 'Three months free', 'A platform.', '{/logo.png}', true, '{secret@vendor.test}', 'Ana'), ($2, 'Hidden here', '', '{}', false, '{}', null)`,
    [vendor, silent],
  )
  const { thread_vendor_deals: deals } = await grace.ask(GetThreadVendorDeals, { thread_id: id })
  expect(deals).toMatchObject([
    {
      expert_id: vendor,
      short_text: 'Three months free',
      platform_description: 'A platform.',
      logos: ['/logo.png'],
      show_in_thread_details: true,
      show_in_vendor_page: false,
      vendor_first_name: 'Ana',
      expert: { id: vendor },
    },
  ])
  expect(deals[0]!.recommenders).toHaveLength(MAX_DEAL_RECOMMENDERS)
  expect(JSON.stringify(deals)).not.toContain('vendor.test')
  const other = await insertThread(testServer, { author: helen.id, networks: [legal] })
  await insertMessage(testServer, { thread: other.id, sender: marcus.id })
  expect((await grace.ask(GetThreadVendorDeals, { thread_id: other.id })).thread_vendor_deals).toEqual([])
})
