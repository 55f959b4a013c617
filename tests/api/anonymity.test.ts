/** Anonymous questions: the author retains control of the thread, and nothing reveals to others who asked. */
import { describe, expect, it } from 'vitest'
import {
  AppealRejection,
  GetAppeals,
  CreateThread,
  EditMessage,
  EditThread,
  FollowThread,
  GetAnonymityMeter,
  GetModerationAudit,
  GetModerationQueue,
  LikeEntity,
  GetMessageVersions,
  ModerateItems,
  RemoveMessage,
  RemoveThread,
  ReplyToThread,
  ReportContent,
  RevealAnonymousAuthor,
  UnfollowThread,
  FollowThreadsById,
  thread,
  threads,
} from '#api/operations.ts'
import { ANONYMITY_FLOOR, ANONYMITY_STEPS, ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { meterSentence } from '#shared/anonymity-texts.ts'
import { demoMembers } from '../demo-members.ts'
import { AUTHOR, anonymousAuthor, findLeaks } from '../harness/anonymous.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { nameOf, partOf, queriesOf, shapesOf } from '../harness/operation-shapes.ts'
import { counterErrors, networkIds } from '../harness/threads.ts'

const testServer = await startTestServer()
const { legal } = await networkIds(testServer)
const [peer, member, outsider, staff] = await testServer.members(
  demoMembers.peer,
  demoMembers.member,
  demoMembers.finance,
  demoMembers.staff,
)

const author = await anonymousAuthor(testServer, legal)
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
  (
    await testServer.sql<{ id: number }>('select id from messages where thread_id = $1 and is_original_message', [id])
  )[0]!.id

const DIRECTORY = [
  'GetCompanies',
  'GetCompanyMembers',
  'GetDirectoryFacets',
  'GetMemberPlaces',
  'GetNewMemberOnboardingUsers',
  'MembersToKnow',
  'getMemberConnectionsUnitUsers',
  'profilesSearchFilter',
]

describe('an anonymous question', () => {
  it('has the anonymous author, and belongs to its real author', async () => {
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
    expect(await counterErrors(testServer, id)).toBe(0)
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
    const opening = (await author.ask(thread, { id })).thread!.messages[0]!
    expect(opening.rejection?.reason).toBe('Not for this network.')
    await author.ask(AppealRejection, { message_id: opening.id, text: 'Others ask the same here.' })
    const { items } = (await staff.ask(GetAppeals, {})).appeals
    const appeal = items.find((each) => each.thread_id === id)!
    expect(appeal.author.id).toBe(ANONYMOUS_USER_ID)
    expect(findLeaks(JSON.stringify(appeal))).toEqual([])
  })

  it('gets private replies to its author, whom nobody learns', async () => {
    const id = await ask()
    const { data } = await reply(peer, id, { isPrivate: true })
    const seen = data!.replyToThread
    expect(seen.private_readers.map((reader) => reader.id)).toEqual([peer.id, ANONYMOUS_USER_ID])
    const own = (await author.ask(thread, { id })).thread!.messages.find((message) => message.id === seen.id)
    expect(own!.private_readers.map((reader) => reader.id)).toContain(AUTHOR.id)
    expect((await member.ask(thread, { id })).thread!.messages.map((message) => message.id)).not.toContain(seen.id)
    const answer = await reply(author, id, { isPrivate: true, message_replied_id: seen.id })
    expect(answer.data!.replyToThread).toMatchObject({ is_own: true, sender: { id: ANONYMOUS_USER_ID } })
    expect(findLeaks((await peer.op(thread, { id })).text)).toEqual([])
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
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('is in no answer, to no operation, of no other member, and in no signal (threat 6)', async () => {
    const stream = await peer.stream()
    const id = await ask()
    const opening = await openingOf(id)
    const { data } = await reply(peer, id, { isPrivate: true })
    await reply(author, id, { message_replied_id: data!.replyToThread.id, isPrivate: true })
    const last = (await reply(author, id)).data!.replyToThread.id
    await stream.next(({ data: signal }) => signal['message_id'] === last)
    expect(stream.signals().filter((signal) => findLeaks(JSON.stringify(signal)).length > 0)).toEqual([])
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
      filter: { notification_type: 'reply' },
      geographies: [1],
      areasOfExpertise: [1],
    }
    const { contract } = testServer.application.engine
    let asked = 0
    // The directory lists every member, whether or not they wrote anything.
    const asks = queriesOf(contract).filter((node) => !DIRECTORY.includes(nameOf(node)))
    for (const [turn, client] of [peer, member, outsider].entries())
      for (const node of asks)
        for (const variables of partOf(shapesOf(contract, node, samples), turn)) {
          const { text, status } = await client.op({ name: nameOf(node), kind: 'query' } as never, variables as never)
          expect({ operation: nameOf(node), variables, status, leaks: findLeaks(text) }).toEqual({
            operation: nameOf(node),
            variables,
            status,
            leaks: [],
          })
          asked += 1
        }
    expect(asked).toBeGreaterThan(100)
    for (const path of ['/feed', `/feed/${id}`]) expect(findLeaks((await peer.send('GET', path)).text)).toEqual([])
    const reported = await peer.op(ReportContent, {
      type: 'message',
      content_id: opening,
      reason: 'other',
      additional_details: 'Who is it?',
      idempotency_key: newKey(),
    })
    expect(findLeaks(reported.text)).toEqual([])
  })

  it('is not counted or found as its author’s', async () => {
    const before = (await peer.ask(threads, { postedByUserId: AUTHOR.id })).threads.count
    await ask()
    expect((await peer.ask(threads, { postedByUserId: AUTHOR.id })).threads.count).toBe(before)
  })
})

describe('what was posted without a name', () => {
  const edit = (client: Client, thread_id: number, body = '<p>How do others do it now?</p>') =>
    client.op(EditThread, { thread_id, topic: 'Another question', body, idempotency_key: newKey() } as never)

  it('is edited by its author and by no other member, and stays without a name', async () => {
    const stream = await peer.stream()
    const id = await ask()
    const opening = await openingOf(id)
    expect((await edit(peer, id)).code).toBe('discussions.not_yours')
    const { data } = await edit(author, id)
    expect(data!.editThread).toMatchObject({ topic: 'Another question' })
    const seen = await peer.op(thread, { id })
    expect(seen.data!.thread!.messages[0]).toMatchObject({ edited_by_staff: false, sender: { id: ANONYMOUS_USER_ID } })
    const versions = await author.op(GetMessageVersions, { message_id: opening })
    expect(versions.data!.message_versions.map(({ edited_by }) => edited_by?.id)).toEqual([
      ANONYMOUS_USER_ID,
      ANONYMOUS_USER_ID,
    ])
    // The removed part may be what identified the author.
    expect((await peer.ask(GetMessageVersions, { message_id: opening })).message_versions).toEqual([])
    expect((await staff.ask(GetMessageVersions, { message_id: opening })).message_versions).toHaveLength(2)
    const { data: signal } = await stream.next(
      (each) =>
        each.data['message_id'] === opening && each.event !== 'hello' && each.data['signal'] === 'discussions.edited',
    )
    expect(signal['actor_id']).toBeNull()
    expect([seen.text, versions.text, JSON.stringify(stream.signals())].flatMap(findLeaks)).toEqual([])
    stream.close()
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('is measured again when it is edited', async () => {
    const id = await ask()
    expect((await edit(author, id, `<p>We at ${AUTHOR.company} do.</p>`)).code).toBe('discussions.not_anonymous_enough')
    const answer = (await reply(author, id)).data!.replyToThread.id
    const change = (body: string) =>
      author.op(EditMessage, { message_id: answer, body, idempotency_key: newKey() } as never)
    expect((await change(`<p>Regards, ${AUTHOR.first}</p>`)).code).toBe('discussions.not_anonymous_enough')
    expect((await change('<p>Other words.</p>')).code).toBeUndefined()
    expect((await peer.op(thread, { id })).text).toContain('Other words.')
  })

  it('is removed by its author for a while, and by no other member; the place says no name', async () => {
    const id = await ask()
    const answer = (await reply(author, id)).data!.replyToThread.id
    await reply(peer, id, { message_replied_id: answer })
    expect((await peer.op(RemoveMessage, { message_id: answer })).code).toBe('discussions.not_yours')
    await testServer.sql(`update messages set pub_date = now() - interval '31 minutes' where id = $1`, [answer])
    expect((await author.op(RemoveMessage, { message_id: answer })).code).toBe('discussions.too_late')
    await testServer.sql('update messages set pub_date = now() where id = $1', [answer])
    expect((await author.op(RemoveMessage, { message_id: answer })).code).toBeUndefined()
    const seen = await peer.op(thread, { id })
    expect(seen.data!.thread!.removed_messages).toMatchObject([{ id: answer, removed_by_author: true }])
    expect(findLeaks(seen.text)).toEqual([])
    // A second try succeeds; for another member the post does not exist.
    expect((await author.op(RemoveMessage, { message_id: answer })).code).toBeUndefined()
    expect((await peer.op(RemoveMessage, { message_id: answer })).code).toBe('discussions.message_not_found')
    expect(await testServer.sql('select removed_by from messages where id = $1', [answer])).toEqual([
      { removed_by: ANONYMOUS_USER_ID },
    ])
  })

  it('goes whole with its author, while nobody has answered', async () => {
    const id = await ask()
    expect((await peer.op(RemoveThread, { thread_id: id })).code).toBe('discussions.not_yours')
    expect((await author.op(RemoveThread, { thread_id: id })).code).toBeUndefined()
    expect((await peer.ask(thread, { id })).thread).toBeNull()
  })

  it('is followed by its author until they unfollow it, and is theirs among their own', async () => {
    const id = await ask()
    const followed = async (client: Client) =>
      (await client.ask(FollowThreadsById, { user_id: client.id })).followThreadsById.map(({ thread_id }) => thread_id)
    expect(await followed(author)).toContain(id)
    expect(await followed(peer)).not.toContain(id)
    await author.ask(UnfollowThread, { thread_id: id })
    expect(await followed(author)).not.toContain(id)
    await author.ask(FollowThread, { thread_id: id })
    expect(await followed(author)).toContain(id)
  })

  it('is not liked by its author, and by others as ever', async () => {
    const id = await ask()
    const like = (client: Client) =>
      client.op(LikeEntity, { likes: [{ entity_type: 'thread', entity_id: id, sentiment: true }] } as never)
    expect((await like(author)).code).toBe('discussions.like_own')
    expect((await like(peer)).code).toBeUndefined()
  })
})

describe('staff', () => {
  it('see the anonymous author too, until they look it up with a reason, which is recorded first', async () => {
    const id = await ask()
    const opening = await openingOf(id)
    expect(findLeaks((await staff.op(GetModerationQueue, {})).text)).toEqual([])
    expect(findLeaks((await staff.op(thread, { id })).text)).toEqual([])
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
    const [{ id }] = (await testServer.sql<{ id: number }>(
      `select id from users where email = 'crowd1@members.test'`,
    )) as [{ id: number }]
    const writer = await testServer.memberById(id)
    const meter = await measure('As general counsel in Chicago I wonder.', writer)
    expect(meter).toMatchObject({ num_of_members: 20, may_post: true })
    expect(meterSentence(meter as never)).toBe('Chicago, General Counsel: 20 or more members could have written it.')
    await testServer.sql(`update users set city = 'Boston' where email like 'crowd1_@members.test'`)
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
      /includes Zephyrine Holdings\. Remove that/,
    )
    expect((await create(author, { topic: `At ${AUTHOR.company}`, is_anonymous: false })).code).toBeUndefined()
  })
})
