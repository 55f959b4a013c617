/** A question without a name: its author keeps the thread, and nothing anywhere tells others who asked. */
import { describe, expect, it } from 'vitest'
import {
  CreateThread,
  GetAnonymityMeter,
  GetModerationAudit,
  GetModerationQueue,
  ModerateItems,
  ReplyToThread,
  ReportContent,
  RevealAnonymousAuthor,
  thread,
  threads,
} from '#api/operations.ts'
import { ANONYMITY_FLOOR, ANONYMITY_STEPS, ANONYMOUS_USER_ID, meterSentence } from '#shared/anonymity.ts'
import { cast } from '../cast.ts'
import { newKey, type Client } from '../harness/client.ts'
import { openHouse } from '../harness/house.ts'
import { nameOf, queriesOf, shapesOf } from '../harness/shapes.ts'
import { driftOf, networkIds } from '../harness/threads.ts'

const house = await openHouse()
const { legal } = await networkIds(house)
const [peer, member, outsider, staff] = await house.members(cast.peer, cast.member, cast.finance, cast.staff)

/** Whatever of this is met anywhere is theirs: no other number or word of the house is like it. */
const AUTHOR = {
  id: 7_777_777_777,
  first: 'Quillon',
  last: 'Vexley',
  email: 'quillon@vexley.test',
  company: 'Zephyrine Holdings',
}
await house.sql(`insert into companies (name, num_of_employees, num_of_lawyers) values ($1, '501-1,000', 37)`, [
  AUTHOR.company,
])
await house.sql(
  `insert into users (id, first_name, last_name, email, title, city, country, company_id, current_state, last_online_at)
   overriding system value
   values ($1, $2, $3, $4, 'General Counsel', 'Reykjavik', 'Iceland', (select max(id) from companies), 'full access', now())`,
  [AUTHOR.id, AUTHOR.first, AUTHOR.last, AUTHOR.email],
)
await house.sql('insert into peer_network_memberships (user_id, peer_network_id, is_primary) values ($1, $2, true)', [
  AUTHOR.id,
  legal,
])
// Enough of them, so that a question can be asked without a name at all.
await house.sql(
  `with made as (
     insert into users (first_name, last_name, email, title, city, current_state)
     select 'Member', n::text, 'crowd' || n || '@members.test', 'General Counsel', case when n <= 25 then 'Chicago' else 'Boston' end, 'full access'
     from generate_series(1, 60) n returning id)
   insert into peer_network_memberships (user_id, peer_network_id, is_primary) select id, $1, true from made`,
  [legal],
)
await house.sql('select refresh_member_counts()')
const author = await house.memberById(AUTHOR.id)

const CANARIES = [String(AUTHOR.id), AUTHOR.first, AUTHOR.last, AUTHOR.email, AUTHOR.company, 'Reykjavik']
const leaksIn = (text: string) => CANARIES.filter((canary) => text.includes(canary))
const create = (client: Client, variables: object = {}) =>
  client.op(CreateThread, {
    topic: 'A question without a name',
    body: '<p>How do others do it?</p>',
    is_anonymous: true,
    peer_network_ids: [legal],
    idempotency_key: newKey(),
    ...variables,
  } as never)
const ask = async () => (await create(author)).data!.createThread.id
const reply = (client: Client, thread_id: number, variables: object = {}) =>
  client.op(ReplyToThread, { thread_id, body: '<p>Words.</p>', idempotency_key: newKey(), ...variables } as never)
const openingOf = async (id: number) =>
  (await house.sql<{ id: number }>('select id from messages where thread_id = $1 and is_original_message', [id]))[0]!.id

describe('an anonymous question', () => {
  it('stands under the house’s name, and is its author’s own', async () => {
    const id = await ask()
    const seen = (await peer.ask(thread, { id })).thread!
    expect(seen).toMatchObject({
      is_anonymous: true,
      is_own: false,
      author: { id: ANONYMOUS_USER_ID, is_online: false, company: null },
    })
    expect(seen.author.name).toBe('A\u00a0member')
    expect((await author.ask(thread, { id })).thread).toMatchObject({
      is_anonymous: true,
      is_own: true,
      messages: [{ is_own: true, awaiting_review: true }],
    })
    expect(await driftOf(house, id)).toBe(0)
    expect((await outsider.ask(thread, { id })).thread).toBeNull()
  })

  it('stays readable for its author when staff did not approve it, with the reason', async () => {
    const id = await ask()
    await staff.ask(ModerateItems, {
      thread_ids: [id],
      act: 'reject',
      reason: 'Not for this network.',
      idempotency_key: newKey(),
    })
    expect((await peer.ask(thread, { id })).thread).toBeNull()
    expect((await author.ask(thread, { id })).thread?.messages[0]?.rejection?.reason).toBe('Not for this network.')
  })

  it('gets private replies to its author, whom nobody is told', async () => {
    const id = await ask()
    const { data } = await reply(peer, id, { isPrivate: true })
    const seen = data!.replyToThread
    expect(seen.private_readers.map((reader) => reader.id)).toEqual([peer.id, ANONYMOUS_USER_ID])
    const own = (await author.ask(thread, { id })).thread!.messages.find((message) => message.id === seen.id)
    expect(own!.private_readers.map((reader) => reader.id)).toContain(AUTHOR.id)
    expect((await member.ask(thread, { id })).thread!.messages.map((message) => message.id)).not.toContain(seen.id)
    const answer = await reply(author, id, { isPrivate: true, message_replied_id: seen.id })
    expect(answer.data!.replyToThread).toMatchObject({ is_own: true, sender: { id: ANONYMOUS_USER_ID } })
    expect(leaksIn((await peer.op(thread, { id })).text)).toEqual([])
    expect((await peer.ask(thread, { id })).thread!.messages.map((message) => message.id)).toContain(
      answer.data!.replyToThread.id,
    )
  })

  it('tells nothing through who may be named in a private reply', async () => {
    const id = await ask()
    const naming = (user: number) => `<p>Hello <span data-mention-id="${user}">@x</span></p>`
    const answers = await Promise.all(
      [AUTHOR.id, member.id].map((user) => reply(peer, id, { isPrivate: true, body: naming(user), mentions: [user] })),
    )
    expect(answers.map(({ data }) => data!.replyToThread.mentioned_users)).toEqual([[], []])
  })

  it('is answered by its author without a name, always, and by nobody else so', async () => {
    const id = await ask()
    expect((await reply(author, id)).data!.replyToThread).toMatchObject({ is_anonymous: true, is_own: true })
    expect((await reply(author, id, { is_anonymous: false })).code).toBe('discussions.stays_anonymous')
    expect((await reply(peer, id, { is_anonymous: true })).code).toBe('discussions.not_anonymous')
    expect((await reply(author, id, { body: `<p>We at ${AUTHOR.company} do.</p>` })).code).toBe(
      'discussions.not_anonymous_enough',
    )
    expect(await driftOf(house, id)).toBe(0)
  })

  it('is in no answer, to no operation, of no other member, and in no signal (threat 6)', async () => {
    const stream = await peer.stream()
    const id = await ask()
    const opening = await openingOf(id)
    const { data } = await reply(peer, id, { isPrivate: true })
    await reply(author, id, { message_replied_id: data!.replyToThread.id, isPrivate: true })
    const last = (await reply(author, id)).data!.replyToThread.id
    await stream.next(({ data: signal }) => signal['message_id'] === last)
    expect(stream.signals().filter((signal) => leaksIn(JSON.stringify(signal)).length > 0)).toEqual([])
    expect(
      stream
        .signals()
        .filter((signal) => signal.data['thread_id'] === id)
        .map((signal) => signal.data['actor_id']),
    ).toContain(null)
    stream.close()
    const samples = {
      id,
      thread_id: id,
      item_id: id,
      search: 'without a name',
      name: 'a',
      key: 'a',
      postedByUserId: ANONYMOUS_USER_ID,
      geographies: [1],
      areasOfExpertise: [1],
    }
    const { contract } = house.application.engine
    let asked = 0
    for (const client of [peer, member, outsider])
      for (const node of queriesOf(contract))
        for (const variables of shapesOf(contract, node, samples)) {
          const { text, status } = await client.op({ name: nameOf(node), kind: 'query' } as never, variables as never)
          expect({ operation: nameOf(node), variables, status, leaks: leaksIn(text) }).toEqual({
            operation: nameOf(node),
            variables,
            status,
            leaks: [],
          })
          asked += 1
        }
    expect(asked).toBeGreaterThan(100)
    for (const path of ['/feed', `/feed/${id}`]) expect(leaksIn((await peer.send('GET', path)).text)).toEqual([])
    const reported = await peer.op(ReportContent, {
      type: 'message',
      content_id: opening,
      reason: 'other',
      additional_details: 'Who is it?',
      idempotency_key: newKey(),
    })
    expect(leaksIn(reported.text)).toEqual([])
  })

  it('is not counted or found as its author’s', async () => {
    const before = (await peer.ask(threads, { postedByUserId: AUTHOR.id })).threads.count
    await ask()
    expect((await peer.ask(threads, { postedByUserId: AUTHOR.id })).threads.count).toBe(before)
  })
})

describe('staff', () => {
  it('see the house’s name too, until they look it up with a reason, which is on record first', async () => {
    const id = await ask()
    const opening = await openingOf(id)
    expect(leaksIn((await staff.op(GetModerationQueue, {})).text)).toEqual([])
    expect(leaksIn((await staff.op(thread, { id })).text)).toEqual([])
    expect((await peer.op(RevealAnonymousAuthor, { message_id: opening, reason: 'Curious' })).code).toBe(
      'moderation.not_found',
    )
    expect((await staff.op(RevealAnonymousAuthor, { message_id: opening, reason: '' })).code).toBe('moderation.reason')
    expect((await staff.op(RevealAnonymousAuthor, { message_id: opening + 1000, reason: 'Unknown' })).code).toBe(
      'moderation.not_found',
    )
    const { revealAnonymousAuthor: shown } = await staff.ask(RevealAnonymousAuthor, {
      message_id: opening,
      reason: 'A threat was made.',
    })
    expect(shown.author.id).toBe(AUTHOR.id)
    const { moderation_audit: trail } = await staff.ask(GetModerationAudit, { item_type: 'message', item_id: opening })
    expect(trail!.items).toMatchObject([
      { decision: 'revealed', reason: 'A threat was made.', actor: { id: staff.id } },
    ])
  })
})

describe('the meter', () => {
  const measure = async (text: string, client = author) =>
    (await client.ask(GetAnonymityMeter, { text: `<p>${text}</p>`, peer_network_ids: [legal] })).anonymityMeter

  it('finds nothing in a text that says nothing of its writer', async () => {
    const meter = await measure('How do others handle this?')
    expect(meter).toMatchObject({ facts: [], may_post: true })
    expect(ANONYMITY_STEPS).toContain(meter.num_of_members)
  })

  it.each([
    ['I am a GC and wonder.', ['title'], true],
    ['As general counsel in Reykjavik I wonder.', ['city', 'title'], false],
    ['We have 37 lawyers.', ['lawyers'], false],
    ['We are about 800 employees.', ['employees'], false],
    ['Zephyrine is being sued.', ['company'], false],
    ['Regards, Quillon', ['name'], false],
    ['We have 12 lawyers in Boston, and a quill.', [], true],
  ])('%s', async (text, kinds, mayPost) => {
    const meter = await measure(text)
    expect({ kinds: meter.facts.map(({ kind }) => kind), may_post: meter.may_post }).toEqual({
      kinds,
      may_post: mayPost,
    })
    expect([0, ...ANONYMITY_STEPS]).toContain(meter.num_of_members)
  })

  it('counts the real members who fit all of it, in steps', async () => {
    const [{ id }] = (await house.sql<{ id: number }>(`select id from users where email = 'crowd1@members.test'`)) as [
      { id: number },
    ]
    const writer = await house.memberById(id)
    const meter = await measure('As general counsel in Chicago I wonder.', writer)
    expect(meter).toMatchObject({ num_of_members: 20, may_post: true })
    expect(meterSentence(meter as never)).toBe('Chicago, General Counsel: 20 or more members fit.')
    await house.sql(`update users set city = 'Boston' where email like 'crowd1_@members.test'`)
    expect(await measure('As general counsel in Chicago I wonder.', writer)).toMatchObject({
      num_of_members: 0,
      may_post: false,
    })
  })

  it('looks at nobody’s profile but the writer’s', async () => {
    expect((await measure(`${AUTHOR.company}, ${AUTHOR.last}, Reykjavik`, peer)).facts).toEqual([])
  })

  it(`is applied when it is posted: below ${ANONYMITY_FLOOR} it is refused, with what to remove`, async () => {
    const answer = await create(author, { body: '<p>As general counsel in Reykjavik I wonder.</p>' })
    expect(answer).toMatchObject({ code: 'discussions.not_anonymous_enough', field: 'body' })
    expect(answer.message).toContain('Reykjavik')
    expect((await create(author, { topic: `At ${AUTHOR.company}` })).message).toMatch(
      /names Zephyrine Holdings\. Remove that/,
    )
    expect((await create(author, { topic: `At ${AUTHOR.company}`, is_anonymous: false })).code).toBeUndefined()
  })
})
