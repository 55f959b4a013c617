import { describe, expect, it } from 'vitest'
import {
  EditMessage,
  EditThread,
  GetMessageVersions,
  MentionSuggestions,
  RemoveMessage,
  ReplyToThread,
  thread,
  threads,
} from '#api/operations.ts'
import { EDIT_MINUTES } from '#shared/discussions.ts'
import { BODY_LENGTH, TOPIC_LENGTH } from '#shared/posts.ts'
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
const freshThread = (topic = 'Which clause') => insertThread(testServer, { author: helen.id, networks: [legal], topic })
const edit = (message_id: number, body = '<p>Said better.</p>', mentions: number[] = []) => ({
  message_id,
  body,
  mentions,
  idempotency_key: newKey(),
})
const age = async (message: number, minutes: number) => {
  await testServer.sql(`update messages set pub_date = now() - make_interval(mins => $2) where id = $1`, [
    message,
    minutes,
  ])
  await testServer.sql('select refresh_threads(array(select thread_id from messages where id = $1))', [message])
}
const messageOf = async (client: Client, threadId: number, id: number) =>
  (await client.ask(thread, { id: threadId })).thread?.messages.find((message) => message.id === id)
const span = (id: number, name = 'x') => `<span data-mention-id="${id}">@${name}</span>`

/** Who may edit or remove a message that Marcus wrote in Helen's thread. */
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
    const message = await insertMessage(testServer, {
      thread: id,
      sender: marcus.id,
      readers,
      processed: true,
      approved: true,
    })
    if (which === 'late') await age(message, EDIT_MINUTES + 1)
    return { id, message }
  }
  const said = ({ code }: { code: string | undefined }) => code ?? 'data'

  it.each(['early', 'late', 'secret'] as const)('edits a reply, %s: only where allowed', async (which) => {
    const { id, message } = await place(which)
    expect(said(await who().op(EditMessage, edit(message)))).toBe(allowed[which])
    const [stored] = await testServer.sql(
      'select parsed_body, edited_at is not null as edited from messages where id = $1',
      [message],
    )
    expect(stored!['edited']).toBe(allowed[which] === 'data')
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it.each(['early', 'late', 'secret'] as const)('removes a reply, %s: only where allowed', async (which) => {
    const { id, message } = await place(which)
    expect(said(await who().op(RemoveMessage, { message_id: message }))).toBe(allowed[which])
    const gone = await testServer.sql('select from messages where id = $1 and removed_at is not null', [message])
    expect(gone).toHaveLength(allowed[which] === 'data' ? 1 : 0)
    expect(await counterErrors(testServer, id)).toBe(0)
  })
})

describe('EditMessage', () => {
  it('keeps every version, says that it was edited and asks staff to read it again', async () => {
    const { id } = await freshThread()
    const message = await insertMessage(testServer, {
      thread: id,
      sender: marcus.id,
      body: 'First.',
      processed: true,
      approved: true,
      processed_date: new Date().toISOString(),
    })
    await testServer.sql(`update messages set parsed_body = '<p>First.</p>' where id = $1`, [message])
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
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('names staff where staff edited, and keeps what staff decided', async () => {
    const { id } = await freshThread()
    const message = await insertMessage(testServer, { thread: id, sender: marcus.id, processed: true, approved: true })
    const { editMessage: edited } = await staff.ask(EditMessage, edit(message))
    expect(edited).toMatchObject({ edited_by_staff: true, moderation: { processed: true, approved: true } })
    const { message_versions: versions } = await marcus.ask(GetMessageVersions, { message_id: message })
    expect(versions.map(({ edited_by }) => edited_by.id)).toEqual([marcus.id, staff.id])
  })

  it('shows the versions of a private reply to its readers only', async () => {
    const { id } = await freshThread()
    const secret = await insertMessage(testServer, { thread: id, sender: marcus.id, readers: [marcus.id, helen.id] })
    await marcus.ask(EditMessage, edit(secret, '<p>The canary sang.</p>'))
    const asked = { message_id: secret }
    expect((await helen.ask(GetMessageVersions, asked)).message_versions).toHaveLength(2)
    expect((await grace.op(GetMessageVersions, asked)).text).toBe(
      (await grace.op(GetMessageVersions, { message_id: 9_007_199_254_740_991 })).text,
    )
  })

  it('notifies only those newly mentioned who can read it (threat 8)', async () => {
    const { id } = await freshThread()
    const open = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const body = `<p>Ask ${span(camille.id)}${span(samuel.id)}</p>`
    const { editMessage: edited } = await marcus.ask(EditMessage, edit(open, body, [camille.id, samuel.id]))
    expect(edited.mentioned_users.map((user) => user.id)).toEqual([camille.id])
    const secret = await insertMessage(testServer, { thread: id, sender: marcus.id, readers: [marcus.id, helen.id] })
    const inside = `<p>Ask ${span(camille.id)}${span(helen.id)}</p>`
    const { editMessage: kept } = await marcus.ask(EditMessage, edit(secret, inside, [camille.id, helen.id]))
    expect(kept.mentioned_users.map((user) => user.id)).toEqual([helen.id])
    const { editMessage: none } = await marcus.ask(EditMessage, edit(open, '<p>Nobody.</p>'))
    expect(none.mentioned_users).toEqual([])
  })

  it('is done once, however often it is sent, and 10 edits at once make 10 versions', async () => {
    const { id } = await freshThread()
    const message = await insertMessage(testServer, { thread: id, sender: marcus.id })
    const variables = edit(message)
    const first = await marcus.ask(EditMessage, variables)
    await age(message, EDIT_MINUTES + 1)
    expect(await marcus.ask(EditMessage, variables)).toMatchObject({ editMessage: { id: first.editMessage.id } })
    await age(message, 0)
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => marcus.ask(EditMessage, edit(message, `<p>${index}</p>`))),
    )
    expect((await marcus.ask(GetMessageVersions, { message_id: message })).message_versions).toHaveLength(12)
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('is refused where there is nothing to say or too much, and where the message is gone; closed threads allow it', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], closed: true })
    const message = await insertMessage(testServer, { thread: id, sender: marcus.id })
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
    const secret = await insertMessage(testServer, { thread: id, sender: marcus.id, readers: [marcus.id, helen.id] })
    const open = await insertMessage(testServer, { thread: id, sender: marcus.id })
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
    expect(await counterErrors(testServer)).toBe(0)
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

it('counts without drift when replies are posted, edited and removed at once', async () => {
  const { id, opening } = await freshThread()
  const seeds = await Promise.all(
    Array.from({ length: 8 }, () => insertMessage(testServer, { thread: id, sender: marcus.id, likes: 1 })),
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
  expect(await counterErrors(testServer, id)).toBe(0)
})

it('suggests also whom the viewer knows but who cannot read the thread, and says so (threat 8)', async () => {
  const several = await testServer.member('layla@members.test')
  // A member who shares one of her networks, and another network of hers whose threads that member cannot read.
  const [pair] = await testServer.sql<{ network: number; outsider: number; name: string }>(
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
  const { id } = await insertThread(testServer, { author: several.id, networks: [pair!.network] })
  const suggested = async (thread_id: number | null) =>
    (await several.ask(MentionSuggestions, { thread_id, search: pair!.name })).mention_suggestions
  expect(await suggested(id)).toMatchObject([{ id: pair!.outsider, can_read: false }])
  const { mention_suggestions: readers } = await several.ask(MentionSuggestions, { thread_id: id, search: 'a' })
  expect(readers.some(({ can_read }) => can_read)).toBe(true)
  // Members who share no network with the viewer and cannot read the thread are not suggested.
  const [strangers] = await testServer.sql<{ name: string }>(
    `select name from users u where not u.suspended and u.current_state = 'full access' and not exists (
       select from peer_network_memberships m where m.user_id = u.id and m.peer_network_id in ($1, (select id from peer_networks where slug = 'thesuite')))
     and not exists (select from peer_network_memberships m join network_access a on a.from_network_id = m.peer_network_id
       where m.user_id = u.id and a.to_network_id = $1) order by id limit 1`,
    [finance],
  )
  const mine = await insertThread(testServer, { author: samuel.id, networks: [finance] })
  if (strangers)
    expect(
      (await samuel.ask(MentionSuggestions, { thread_id: mine.id, search: strangers.name })).mention_suggestions,
    ).toEqual([])
})
