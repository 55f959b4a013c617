import { describe, expect, it } from 'vitest'
import {
  EditMessage,
  EditThread,
  GetMessageVersions,
  MentionSuggestions,
  RemoveMessage,
  RemoveThread,
  ReplyToThread,
  thread,
  threads,
} from '#api/operations.ts'
import { BODY_LENGTH, EDIT_MINUTES, REMOVAL_REASON_LENGTH, TOPIC_LENGTH } from '#shared/discussions.ts'
import { cast } from '../cast.ts'
import { newKey, type Client } from '../harness/client.ts'
import { openHouse } from '../harness/house.ts'
import { driftOf, networkIds, putMessage, putThread } from '../harness/threads.ts'

const house = await openHouse()
const { legal, finance } = await networkIds(house)
const [helen, marcus, camille, grace, samuel, staff] = await house.members(
  cast.member,
  cast.peer,
  cast.groupAdmin,
  cast.billing,
  cast.finance,
  cast.staff,
)
const freshThread = (topic = 'Which clause') => putThread(house, { author: helen.id, networks: [legal], topic })
const edit = (message_id: number, body = '<p>Said better.</p>', mentions: number[] = []) => ({
  message_id,
  body,
  mentions,
  idempotency_key: newKey(),
})
const age = async (message: number, minutes: number) => {
  await house.sql(`update messages set pub_date = now() - make_interval(mins => $2) where id = $1`, [message, minutes])
  await house.sql('select refresh_threads(array(select thread_id from messages where id = $1))', [message])
}
const messageOf = async (client: Client, threadId: number, id: number) =>
  (await client.ask(thread, { id: threadId })).thread?.messages.find((message) => message.id === id)
const span = (id: number, name = 'x') => `<span data-mention-id="${id}">@${name}</span>`

/** Who may touch a message that Marcus wrote in a thread of Helen. */
const PERMISSIONS: [string, () => Client, { early: string; late: string; secret: string }][] = [
  ['its author', () => marcus, { early: 'data', late: 'discussions.too_late', secret: 'data' }],
  ['staff', () => staff, { early: 'data', late: 'data', secret: 'data' }],
  [
    'the author of the thread, a party of the private one',
    () => helen,
    { early: 'discussions.not_yours', late: 'discussions.not_yours', secret: 'discussions.not_yours' },
  ],
  [
    'another reader, no party of the private one',
    () => grace,
    { early: 'discussions.not_yours', late: 'discussions.not_yours', secret: 'discussions.message_not_found' },
  ],
  [
    'a member of another network',
    () => samuel,
    {
      early: 'discussions.message_not_found',
      late: 'discussions.message_not_found',
      secret: 'discussions.message_not_found',
    },
  ],
]

describe.each(PERMISSIONS)('%s', (_, who, allowed) => {
  const place = async (which: keyof typeof allowed) => {
    const { id } = await freshThread()
    const readers = which === 'secret' ? [marcus.id, helen.id] : []
    const message = await putMessage(house, { thread: id, sender: marcus.id, readers, processed: true, approved: true })
    if (which === 'late') await age(message, EDIT_MINUTES + 1)
    return { id, message }
  }
  const said = ({ code }: { code: string | undefined }) => code ?? 'data'

  it.each(['early', 'late', 'secret'] as const)('edits a reply, %s: only where allowed', async (which) => {
    const { id, message } = await place(which)
    expect(said(await who().op(EditMessage, edit(message)))).toBe(allowed[which])
    const [stored] = await house.sql(
      'select parsed_body, edited_at is not null as edited from messages where id = $1',
      [message],
    )
    expect(stored!['edited']).toBe(allowed[which] === 'data')
    expect(await driftOf(house, id)).toBe(0)
  })

  it.each(['early', 'late', 'secret'] as const)('removes a reply, %s: only where allowed', async (which) => {
    const { id, message } = await place(which)
    expect(said(await who().op(RemoveMessage, { message_id: message }))).toBe(allowed[which])
    const gone = await house.sql('select from messages where id = $1 and removed_at is not null', [message])
    expect(gone).toHaveLength(allowed[which] === 'data' ? 1 : 0)
    expect(await driftOf(house, id)).toBe(0)
  })
})

describe('EditMessage', () => {
  it('keeps every version, says that it was edited and asks staff to read it again', async () => {
    const { id } = await freshThread()
    const message = await putMessage(house, {
      thread: id,
      sender: marcus.id,
      body: 'First.',
      processed: true,
      approved: true,
      processed_date: new Date().toISOString(),
    })
    await house.sql(`update messages set parsed_body = '<p>First.</p>' where id = $1`, [message])
    await marcus.ask(EditMessage, edit(message, '<p>Second.</p>'))
    const { editMessage: third } = await marcus.ask(EditMessage, edit(message, '<p>Third.</p><script>x</script>'))
    expect(third).toMatchObject({
      parsed_body: '<p>Third.</p>',
      edited_by_staff: false,
      awaiting_review: true,
      moderation: { processed: false, approved: false, processed_date: null },
    })
    expect(third.edited_at).not.toBeNull()
    const { message_versions: versions } = await grace.ask(GetMessageVersions, { message_id: message })
    expect(versions.map(({ version, body }) => [version, body])).toEqual([
      [1, '<p>First.</p>'],
      [2, '<p>Second.</p>'],
      [3, '<p>Third.</p>'],
    ])
    expect(await messageOf(grace, id, message)).toMatchObject({ parsed_body: '<p>Third.</p>' })
    expect(await driftOf(house, id)).toBe(0)
  })

  it('names staff where staff edited, and keeps what staff decided', async () => {
    const { id } = await freshThread()
    const message = await putMessage(house, { thread: id, sender: marcus.id, processed: true, approved: true })
    const { editMessage: edited } = await staff.ask(EditMessage, edit(message))
    expect(edited).toMatchObject({ edited_by_staff: true, moderation: { processed: true, approved: true } })
    const { message_versions: versions } = await marcus.ask(GetMessageVersions, { message_id: message })
    expect(versions.map(({ edited_by }) => edited_by.id)).toEqual([marcus.id, staff.id])
  })

  it('shows the versions of a private reply to its readers only', async () => {
    const { id } = await freshThread()
    const secret = await putMessage(house, { thread: id, sender: marcus.id, readers: [marcus.id, helen.id] })
    await marcus.ask(EditMessage, edit(secret, '<p>The canary sang.</p>'))
    const asked = { message_id: secret }
    expect((await helen.ask(GetMessageVersions, asked)).message_versions).toHaveLength(2)
    expect((await grace.op(GetMessageVersions, asked)).text).toBe(
      (await grace.op(GetMessageVersions, { message_id: 9_007_199_254_740_991 })).text,
    )
  })

  it('tells only those newly named who can read it (threat 8)', async () => {
    const { id } = await freshThread()
    const open = await putMessage(house, { thread: id, sender: marcus.id })
    const body = `<p>Ask ${span(camille.id)}${span(samuel.id)}</p>`
    const { editMessage: edited } = await marcus.ask(EditMessage, edit(open, body, [camille.id, samuel.id]))
    expect(edited.mentioned_users.map((user) => user.id)).toEqual([camille.id])
    const secret = await putMessage(house, { thread: id, sender: marcus.id, readers: [marcus.id, helen.id] })
    const inside = `<p>Ask ${span(camille.id)}${span(helen.id)}</p>`
    const { editMessage: kept } = await marcus.ask(EditMessage, edit(secret, inside, [camille.id, helen.id]))
    expect(kept.mentioned_users.map((user) => user.id)).toEqual([helen.id])
    const { editMessage: none } = await marcus.ask(EditMessage, edit(open, '<p>Nobody.</p>'))
    expect(none.mentioned_users).toEqual([])
  })

  it('is done once, however often it is sent, and 10 edits at once make 10 versions', async () => {
    const { id } = await freshThread()
    const message = await putMessage(house, { thread: id, sender: marcus.id })
    const variables = edit(message)
    const first = await marcus.ask(EditMessage, variables)
    await age(message, EDIT_MINUTES + 1)
    expect(await marcus.ask(EditMessage, variables)).toMatchObject({ editMessage: { id: first.editMessage.id } })
    await age(message, 0)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => marcus.ask(EditMessage, edit(message, `<p>${index}</p>`))),
    )
    expect((await marcus.ask(GetMessageVersions, { message_id: message })).message_versions).toHaveLength(12)
    expect(await driftOf(house, id)).toBe(0)
  })

  it('is refused where there is nothing to say or too much, and where the message is gone; closed threads allow it', async () => {
    const { id } = await putThread(house, { author: helen.id, networks: [legal], closed: true })
    const message = await putMessage(house, { thread: id, sender: marcus.id })
    expect(await marcus.op(EditMessage, edit(message, '<p> </p>'))).toMatchObject({ code: 'discussions.body_empty' })
    expect(await marcus.op(EditMessage, edit(message, `<p>${'x'.repeat(BODY_LENGTH + 1)}</p>`))).toMatchObject({
      code: 'discussions.body_too_long',
    })
    await marcus.ask(EditMessage, edit(message))
    await marcus.ask(RemoveMessage, { message_id: message })
    expect(await marcus.op(EditMessage, edit(message))).toMatchObject({ code: 'discussions.message_not_found' })
  })

  it('reaches open pages by a signal, of a private reply only its readers', async () => {
    const { id } = await freshThread()
    const secret = await putMessage(house, { thread: id, sender: marcus.id, readers: [marcus.id, helen.id] })
    const open = await putMessage(house, { thread: id, sender: marcus.id })
    const [party, other] = [await helen.stream(), await grace.stream()]
    await marcus.ask(EditMessage, edit(secret))
    await marcus.ask(EditMessage, edit(open))
    await party.next((event) => event.data.message_id === open)
    await other.next((event) => event.data.message_id === open)
    const of = (stream: typeof party) => stream.events.map(({ data }) => data.message_id)
    expect(of(party)).toContain(secret)
    expect(of(other)).not.toContain(secret)
  })
})

describe('EditThread', () => {
  it('changes topic and text in thread, feed and search, and keeps the earlier ones', async () => {
    const { id, opening } = await freshThread('Walrus rights')
    const variables = {
      thread_id: id,
      topic: 'Narwhal  rights',
      body: '<p>About narwhals.</p>',
      idempotency_key: newKey(),
    }
    const { editThread: edited } = await helen.ask(EditThread, variables)
    expect(edited).toMatchObject({ topic: 'Narwhal rights', cleaned_html: '<p>About narwhals.</p>', approved: false })
    const found = async (search: string) =>
      (await grace.ask(threads, { search })).threads.items.some((item) => item.thread.id === id)
    expect(await found('narwhal')).toBe(true)
    expect(await found('walrus')).toBe(false)
    const { message_versions: versions } = await grace.ask(GetMessageVersions, { message_id: opening })
    expect(versions.map(({ topic }) => topic)).toEqual(['Walrus rights', 'Narwhal rights'])
    expect(await driftOf(house)).toBe(0)
  })

  it('by way of its opening message keeps the topic', async () => {
    const { id, opening } = await freshThread('It stays')
    await helen.ask(EditMessage, edit(opening, '<p>New words.</p>'))
    const { thread: read } = await grace.ask(thread, { id })
    expect(read).toMatchObject({ topic: 'It stays', excerpt: 'New words.', cleaned_html: '<p>New words.</p>' })
  })

  it('is refused too late, to others, and without a topic that fits', async () => {
    const { id, opening } = await freshThread()
    const words = { thread_id: id, topic: 'Other', body: '<p>x</p>' }
    const refusal = async (who: Client, part: object) =>
      (await who.op(EditThread, { ...words, ...part, idempotency_key: newKey() })).code
    expect(await refusal(marcus, {})).toBe('discussions.not_yours')
    expect(await refusal(samuel, {})).toBe('discussions.not_found')
    expect(await refusal(helen, { topic: ' ' })).toBe('discussions.topic_empty')
    expect(await refusal(helen, { topic: 'x'.repeat(TOPIC_LENGTH + 1) })).toBe('discussions.topic_too_long')
    await age(opening, EDIT_MINUTES + 1)
    expect(await refusal(helen, {})).toBe('discussions.too_late')
  })
})

describe('RemoveMessage', () => {
  it('leaves the place of a reply that has answers, and nothing of what it said', async () => {
    const { id } = await freshThread()
    const message = await putMessage(house, { thread: id, sender: marcus.id, body: 'Canary words' })
    const answer = await putMessage(house, { thread: id, sender: camille.id, parent: message })
    await house.sql('insert into message_mentioned_users values ($1, $2)', [message, grace.id])
    const { removeMessage: left } = await marcus.ask(RemoveMessage, { message_id: message })
    expect(left).toMatchObject({ num_of_responses: 1, removed_messages: [{ id: message, removed_by_author: true }] })
    const { text } = await grace.op(thread, { id })
    expect(text).not.toContain('Canary words')
    expect(text).not.toContain(marcus.id === grace.id ? '' : `"sender_id":${marcus.id}`)
    const { thread: read } = await grace.ask(thread, { id })
    expect(read!.messages.map((each) => each.id)).toContain(answer)
    expect(read!.removed_messages).toEqual([
      expect.objectContaining({ id: message, message_replied_id: null, is_private: false }),
    ])
    await camille.ask(RemoveMessage, { message_id: answer })
    expect((await grace.ask(thread, { id })).thread!.removed_messages).toEqual([])
  })

  it('says nothing of a private reply or a private answer to those who could not read it', async () => {
    const { id } = await freshThread()
    const secret = await putMessage(house, { thread: id, sender: marcus.id, readers: [marcus.id, helen.id] })
    await putMessage(house, { thread: id, sender: helen.id, parent: secret, readers: [marcus.id, helen.id] })
    const open = await putMessage(house, { thread: id, sender: marcus.id })
    await putMessage(house, { thread: id, sender: helen.id, parent: open, readers: [marcus.id, helen.id] })
    for (const message_id of [secret, open]) await marcus.ask(RemoveMessage, { message_id })
    const places = async (who: Client) =>
      (await who.ask(thread, { id })).thread!.removed_messages.map((place) => place.id).toSorted()
    expect(await places(helen)).toEqual([secret, open].toSorted())
    expect(await places(grace)).toEqual([])
  })

  it('takes its files away', async () => {
    const { id } = await freshThread()
    const message = await putMessage(house, { thread: id, sender: marcus.id })
    const [file] = await house.sql<{ id: number }>(
      `insert into message_attachments (message_id, name, file_type, size, storage_key) values ($1, 'a.txt', 'text/plain', 1, 'none') returning id`,
      [message],
    )
    await marcus.ask(RemoveMessage, { message_id: message })
    expect((await marcus.send('GET', `/api/attachments/${file!.id}`)).status).toBe(404)
    expect((await staff.send('GET', `/api/attachments/${file!.id}`)).status).toBe(404)
  })

  it('takes it from the top replies, and says the same when it is done again', async () => {
    const { id } = await freshThread()
    const message = await putMessage(house, { thread: id, sender: marcus.id, likes: 9 })
    const top = async () =>
      (
        await house.sql<{ top_reply_ids: number[] }>('select top_reply_ids from thread_feed where thread_id = $1', [id])
      )[0]!.top_reply_ids
    expect(await top()).toEqual([message])
    const first = await marcus.ask(RemoveMessage, { message_id: message })
    expect(await top()).toEqual([])
    expect(await marcus.ask(RemoveMessage, { message_id: message })).toEqual(first)
    expect(await grace.op(RemoveMessage, { message_id: message })).toMatchObject({
      code: 'discussions.message_not_found',
    })
  })

  it('keeps the reason of staff, refuses one too long, and leaves an opening message to its thread', async () => {
    const { id, opening } = await freshThread()
    const message = await putMessage(house, { thread: id, sender: marcus.id })
    await putMessage(house, { thread: id, sender: camille.id, parent: message })
    expect(
      await staff.op(RemoveMessage, { message_id: message, reason: 'x'.repeat(REMOVAL_REASON_LENGTH + 1) }),
    ).toMatchObject({ code: 'discussions.reason_too_long', field: 'reason' })
    const { removeMessage: left } = await staff.ask(RemoveMessage, { message_id: message, reason: 'Named a client.' })
    expect(left.removed_messages).toMatchObject([{ removed_by_author: false }])
    expect(await house.sql('select reason from message_removals where message_id = $1', [message])).toEqual([
      { reason: 'Named a client.' },
    ])
    expect((await grace.op(thread, { id })).text).not.toContain('Named a client')
    expect(await helen.op(RemoveMessage, { message_id: opening })).toMatchObject({ code: 'discussions.opening_stays' })
  })
})

describe('RemoveThread', () => {
  it('takes the thread from feed, counts and search at once; its page is missing, but for staff', async () => {
    const before = (await grace.ask(threads, {})).threads.count
    const { id } = await freshThread('Ephemeral matters')
    const stream = await grace.stream()
    expect((await grace.ask(threads, {})).threads.count).toBe(before + 1)
    await helen.ask(RemoveThread, { thread_id: id })
    expect((await grace.ask(threads, {})).threads.count).toBe(before)
    expect((await grace.ask(threads, { search: 'ephemeral' })).threads.items).toEqual([])
    for (const who of [helen, grace]) expect((await who.ask(thread, { id })).thread).toBeNull()
    expect((await staff.ask(thread, { id })).thread).toMatchObject({ id })
    await stream.next((event) => event.data.signal === 'discussions.thread_removed' && event.data.thread_id === id)
    expect(await driftOf(house)).toBe(0)
  })

  it('is for its author early and unanswered, for staff at any time, for nobody else', async () => {
    const { id, opening } = await freshThread()
    const refusal = async (who: Client) => (await who.op(RemoveThread, { thread_id: id })).code
    expect(await refusal(marcus)).toBe('discussions.not_yours')
    expect(await refusal(samuel)).toBe('discussions.not_found')
    const reply = await putMessage(house, { thread: id, sender: marcus.id })
    expect(await refusal(helen)).toBe('discussions.answered')
    await marcus.ask(RemoveMessage, { message_id: reply })
    await age(opening, EDIT_MINUTES + 1)
    expect(await refusal(helen)).toBe('discussions.too_late')
    await staff.ask(RemoveThread, { thread_id: id, reason: 'Off topic.' })
    expect(await refusal(staff)).toBe('discussions.not_found')
    expect(await driftOf(house)).toBe(0)
  })
})

it('counts without drift when replies are posted, edited and removed at once', async () => {
  const { id, opening } = await freshThread()
  const seeds = await Promise.all(
    Array.from({ length: 8 }, () => putMessage(house, { thread: id, sender: marcus.id, likes: 1 })),
  )
  await Promise.all([
    ...seeds.slice(0, 4).map((message_id) => marcus.ask(RemoveMessage, { message_id })),
    ...seeds.slice(4).map((message) => marcus.ask(EditMessage, edit(message))),
    ...Array.from({ length: 8 }, (_, index) =>
      grace.ask(ReplyToThread, {
        thread_id: id,
        body: '<p>x</p>',
        isPrivate: index % 2 === 0,
        idempotency_key: newKey(),
      }),
    ),
    helen.ask(EditMessage, edit(opening)),
  ])
  expect(await driftOf(house, id)).toBe(0)
})

it('suggests also whom the viewer knows but who cannot read the thread, and says so (threat 8)', async () => {
  const several = await house.member('layla@members.test')
  // Somebody beside her in one of her networks, and a network of hers whose threads they cannot read.
  const [pair] = await house.sql<{ network: number; outsider: number; name: string }>(
    `select mine.peer_network_id as network, u.id as outsider, u.name
     from peer_network_memberships mine
     join peer_network_memberships beside on beside.peer_network_id in (
       select peer_network_id from peer_network_memberships where user_id = $1)
     join users u on u.id = beside.user_id and u.id <> $1 and u.current_state = 'full access' and not u.suspended
     where mine.user_id = $1 and not exists (
       select from network_access a join peer_network_memberships r on r.peer_network_id = a.from_network_id
       where a.kind = 'discussion' and a.to_network_id = mine.peer_network_id and r.user_id = u.id)
     order by u.id limit 1`,
    [several.id],
  )
  const { id } = await putThread(house, { author: several.id, networks: [pair!.network] })
  const suggested = async (thread_id: number | null) =>
    (await several.ask(MentionSuggestions, { thread_id, search: pair!.name })).mention_suggestions
  expect(await suggested(id)).toMatchObject([{ id: pair!.outsider, can_read: false }])
  const { mention_suggestions: readers } = await several.ask(MentionSuggestions, { thread_id: id, search: 'a' })
  expect(readers.some(({ can_read }) => can_read)).toBe(true)
  // A member who knows neither is not even told that they exist.
  const [strangers] = await house.sql<{ name: string }>(
    `select name from users u where not u.suspended and u.current_state = 'full access' and not exists (
       select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id in ($1, (select id from peer_networks where slug = 'thesuite')))
     and not exists (select from peer_network_memberships m join network_access a on a.from_network_id = m.peer_network_id
       where m.user_id = u.id and a.to_network_id = $1) order by id limit 1`,
    [finance],
  )
  const mine = await putThread(house, { author: samuel.id, networks: [finance] })
  if (strangers)
    expect(
      (await samuel.ask(MentionSuggestions, { thread_id: mine.id, search: strangers.name })).mention_suggestions,
    ).toEqual([])
})
