/** Replies and new discussions by email: who may, what is posted, for whom, and once. */
import { describe, expect, it } from 'vitest'
import type { SendMailOptions } from 'nodemailer'
import { BlockMember, thread, UnblockMember } from '#api/operations.ts'
import { messageIdOf } from '#server/features/mail/sending/list-headers.ts'
import { demoMembers } from '../demo-members.ts'
import { anonymousAuthor, AUTHOR } from '../harness/anonymous.ts'
import { startDns } from '../harness/dns.ts'
import {
  INBOUND_SECRET,
  MAIL_DOMAIN,
  handOver,
  keyAddress,
  publishDomain,
  receive,
  receivedMails,
  writeMail,
} from '../harness/inbound.ts'
import { approve } from '../harness/mail.ts'
import { SECRET, startTestServer } from '../harness/test-server.ts'
import { counterErrors, insertMessage, insertThread, networkIds } from '../harness/threads.ts'

const dns = await startDns()
publishDomain(dns, 'legal.test')
publishDomain(dns, 'finance.test')
publishDomain(dns, 'elsewhere.test')
const testServer = await startTestServer({
  PUBLIC_URL: 'https://peers.test',
  MAIL_DOMAIN,
  MAIL_DNS: dns.address,
  MAIL_INBOUND_SECRET: INBOUND_SECRET,
})
const { legal, finance } = await networkIds(testServer)
const [helen, marcus, grace, staff] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.billing,
  demoMembers.staff,
)
const space = { domain: MAIL_DOMAIN, secret: SECRET }
const sql = testServer.sql

let count = 0
const write = (options: SendMailOptions = {}, domain: string | undefined = 'legal.test') =>
  writeMail(
    {
      from: 'Helen <member@legal.test>',
      to: `legal@${MAIL_DOMAIN}`,
      subject: `About the clause ${(count += 1)}`,
      text: 'The heron sings.',
      ...options,
    },
    domain,
  )
const unsigned = (options: SendMailOptions = {}) => write(options, '')
const quiet = () => insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'Which clause' })
const messagesOf = (threadId: number) =>
  sql<{
    id: number
    body: string
    is_private: boolean
    private_reader_ids: number[]
    source: string
    visible: boolean
  }>(
    `select id, body, is_private, private_reader_ids, source, visible from messages
     where thread_id = $1 and not is_original_message order by id`,
    [threadId],
  )
const answersTo = (address: string) =>
  sql<{ text: string; headers: Record<string, string> }>(
    `select text, headers from outgoing_mails where kind = 'mail-answer' and "to" = $1`,
    [address],
  )
const clearAnswers = () => sql('delete from mail_answers')
const QUOTED = '\n\nOn Monday, Marcus Oyelaran via Legal wrote:\n> Who has seen one?\n'

describe('a reply to the group (MAIL-reply-group)', () => {
  it('is posted as by email, waits for staff, and is shown after they approve it (ENUM-message_source)', async () => {
    const { id, opening } = await quiet()
    const key = keyAddress(helen.id, opening, 'group')
    const mail = await receive(testServer, await write({ to: key, text: `The heron sings.${QUOTED}` }), { to: key })
    expect(mail).toMatchObject({ state: 'posted', reason: null, user_id: helen.id, audience: 'group', thread_id: id })
    expect(mail.posted_text).toBe('The heron sings.')
    expect(mail.cut_text).toContain('> Who has seen one?')
    expect(await messagesOf(id)).toEqual([
      {
        id: mail.message_id,
        body: '<p>The heron sings.</p>',
        is_private: false,
        private_reader_ids: [],
        source: 'other',
        visible: false,
      },
    ])
    expect((await grace.ask(thread, { id })).thread!.messages).toHaveLength(1)
    await approve(staff, { message_ids: [mail.message_id!] })
    expect((await grace.ask(thread, { id })).thread!.messages).toContainEqual(
      expect.objectContaining({ id: mail.message_id, source: 'other', sender_id: helen.id }),
    )
    expect(await counterErrors(testServer, id)).toBe(0)
  })

  it('comes from the secondary address too, and from a domain that says nothing about itself', async () => {
    await sql(`update users set secondary_email = 'helen@home.test' where id = $1`, [helen.id])
    const { opening } = await quiet()
    const key = keyAddress(helen.id, opening, 'group')
    const raw = await unsigned({ from: 'helen@home.test', to: key })
    expect(await receive(testServer, raw, { to: key })).toMatchObject({ state: 'posted', verdict: { dmarc: 'none' } })
  })

  it('of another address, of two addresses or two From lines, is held', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const stranger = await write({ from: 'mallory@elsewhere.test', to }, 'elsewhere.test')
    const other = await write({ from: 'peer@legal.test', to })
    const two = await write({ from: 'member@legal.test, mallory@elsewhere.test', to })
    const once = await unsigned({ to })
    const twice = Buffer.concat([Buffer.from('From: Mallory <mallory@elsewhere.test>\r\n'), once])
    const named = await write({ from: '"member@legal.test" <mallory@elsewhere.test>', to }, 'elsewhere.test')
    for (const raw of [stranger, other, two, twice, named])
      expect(await receive(testServer, raw, { to })).toMatchObject({ state: 'held', reason: 'other_sender' })
    expect(await messagesOf(id)).toEqual([])
  })

  it('never contains the addresses and links of the email that it quotes', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const own = keyAddress(helen.id, opening, 'private')
    const link = `https://peers.test/unsubscribe/list/network-${'a2'.repeat(20)}`
    await receive(testServer, await write({ to, text: `Write to ${own} or ${to}, or leave: ${link}` }), { to })
    const [row] = await sql(
      `select body, cleaned_body, subject from messages where thread_id = $1 and source = 'other'`,
      [id],
    )
    expect(JSON.stringify(row)).toContain('Write to')
    for (const secret of [own, to, own.split('@')[0]!, 'a2a2a2']) expect(JSON.stringify(row)).not.toContain(secret)
  })

  it('keeps an address that the member wrote', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    await receive(testServer, await write({ to, text: 'Ask ann@firm.example about it.' }), { to })
    expect((await messagesOf(id))[0]!.body).toBe('<p>Ask ann@firm.example about it.</p>')
  })

  it('is not posted to a closed discussion, and its writer is told with the words', async () => {
    await clearAnswers()
    const { opening } = await insertThread(testServer, { author: marcus.id, networks: [legal], closed: true })
    const to = keyAddress(helen.id, opening, 'group')
    const mail = await receive(testServer, await write({ to, text: 'The heron is late.' }), { to })
    expect(mail).toMatchObject({ state: 'not_posted', reason: 'refused' })
    expect(mail.explanation).toContain('has been closed')
    const [answer] = await answersTo('member@legal.test')
    expect(answer!.text).toContain('The heron is late.')
    expect(answer!.text).toContain('has been closed')
    expect(answer!.text).toContain(`https://peers.test/feed/${mail.thread_id}`)
    expect(answer!.headers['Auto-Submitted']).toBe('auto-replied')
  })

  it('is answered once a day, and never if it is from somebody else', async () => {
    await clearAnswers()
    await sql(`delete from outgoing_mails where kind = 'mail-answer'`)
    const { opening } = await insertThread(testServer, { author: marcus.id, networks: [legal], closed: true })
    const to = keyAddress(helen.id, opening, 'group')
    await receive(testServer, await write({ to, from: 'mallory@elsewhere.test' }, 'elsewhere.test'), { to })
    for (const text of ['One.', 'Two.', 'Three.']) await receive(testServer, await write({ to, text }), { to })
    expect(await answersTo('mallory@elsewhere.test')).toEqual([])
    expect(await answersTo('member@legal.test')).toHaveLength(1)
  })

  it('of a key that is too old is not posted (expired); of one that we did not sign, not even taken', async () => {
    await clearAnswers()
    const { opening } = await quiet()
    const old = keyAddress(helen.id, opening, 'group', new Date(Date.now() - 500 * 86_400_000))
    expect(await receive(testServer, await write({ to: old }), { to: old })).toMatchObject({ reason: 'expired' })
    const forged = keyAddress(helen.id, opening, 'private').replace('private-', 'reply-')
    expect((await handOver(testServer, await write({ to: forged }), { to: forged })).status).toBe(422)
  })

  it('of a member who was suspended, whose membership ended, or who lost access, is not posted (MAIL-suspended)', async () => {
    const { id, opening } = await quiet()
    const derek = await testServer.member(demoMembers.suspended)
    const frank = await testServer.member(demoMembers.expired)
    for (const [who, email] of [
      [derek, demoMembers.suspended],
      [frank, demoMembers.expired],
    ] as const) {
      const to = keyAddress(who.id, opening, 'group')
      expect(await receive(testServer, await unsigned({ to, from: email }), { to })).toMatchObject({
        state: 'not_posted',
        reason: 'no_membership',
      })
    }
    const samuel = await testServer.member(demoMembers.finance)
    const to = keyAddress(samuel.id, opening, 'group')
    const raw = await write({ to, from: demoMembers.finance }, 'finance.test')
    expect(await receive(testServer, raw, { to })).toMatchObject({ state: 'not_posted', reason: 'refused' })
    expect(await messagesOf(id)).toEqual([])
  })

  it('with nothing but quotes is held (empty)', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    for (const text of [
      QUOTED,
      '',
      '-- \nHelen',
      '-----Original Message-----\nFrom: Marcus\nSent: Monday\nTo: x\n\nWho?',
    ])
      expect(await receive(testServer, await write({ to, text }), { to })).toMatchObject({
        state: 'held',
        reason: 'empty',
      })
    expect(await messagesOf(id)).toEqual([])
  })

  it('of who asked anonymously is held, and posts nothing', async () => {
    const author = await anonymousAuthor(testServer, legal)
    const { id, opening } = await quiet()
    await sql('insert into anonymous_messages (message_id, thread_id, user_id, is_opening) values ($1, $2, $3, true)', [
      opening,
      id,
      author.id,
    ])
    for (const audience of ['group', 'private'] as const) {
      const to = keyAddress(author.id, opening, audience)
      const raw = await unsigned({ to, from: AUTHOR.email })
      expect(await receive(testServer, raw, { to })).toMatchObject({
        state: 'held',
        reason: 'anonymous',
        user_id: author.id,
      })
    }
    expect(await messagesOf(id)).toEqual([])
  })
})

describe('a private reply (MAIL-reply-private)', () => {
  it('is private whatever To and Cc say, and nobody else ever sees it', async () => {
    const { id, opening } = await quiet()
    const own = keyAddress(helen.id, opening, 'private')
    const group = keyAddress(helen.id, opening, 'group')
    const list = `legal@${MAIL_DOMAIN}`
    const headers: SendMailOptions[] = [
      { to: own },
      { to: list },
      { to: group, cc: list },
      { to: [own, group, list] },
      { to: own.toUpperCase(), subject: 'To the group, please' },
      { to: list, inReplyTo: `<${messageIdOf(space, opening)}>`, references: `<${messageIdOf(space, opening)}>` },
    ]
    for (const header of headers)
      expect(await receive(testServer, await write({ ...header, text: 'Zanzibar.' }), { to: own })).toMatchObject({
        state: 'posted',
        audience: 'private',
      })
    const written = await messagesOf(id)
    expect(written).toHaveLength(headers.length)
    for (const message of written)
      expect(message).toMatchObject({
        is_private: true,
        private_reader_ids: [helen.id, marcus.id].sort((a, b) => a - b),
      })
    await approve(staff, { message_ids: written.map((message) => message.id) })
    expect(JSON.stringify(await grace.ask(thread, { id }))).not.toContain('Zanzibar')
    expect(JSON.stringify(await marcus.ask(thread, { id }))).toContain('Zanzibar')
  })

  it('keeps the group out: beside a private address, in the envelope or the header, no other address posts', async () => {
    const { id, opening } = await quiet()
    const other = await insertMessage(testServer, { thread: id, sender: grace.id })
    const own = keyAddress(helen.id, opening, 'private')
    const group = keyAddress(helen.id, opening, 'group')
    const list = `legal@${MAIL_DOMAIN}`
    await handOver(testServer, await write({ to: group, text: 'One.' }), { to: [group, own, list] })
    await handOver(testServer, await write({ to: [group, own], text: 'Two.' }), { to: group })
    await handOver(testServer, await write({ to: list, cc: own, text: 'Three.' }), { to: list })
    const elsewhere = keyAddress(helen.id, other, 'private')
    await handOver(testServer, await write({ to: group, cc: elsewhere.toUpperCase(), text: 'Four.' }), { to: group })
    await testServer.runJobs()
    const mails = (await receivedMails(testServer)).slice(-6)
    expect(mails.map(({ recipient, state, reason }) => [recipient.split('-')[0], state, reason]).sort()).toEqual(
      [
        ['private', 'posted', null],
        ['reply', 'not_posted', 'private_beside'],
        ['reply', 'not_posted', 'private_beside'],
        ['reply', 'not_posted', 'private_beside'],
        [list, 'not_posted', 'private_beside'],
        [list, 'not_posted', 'private_beside'],
      ].sort(),
    )
    expect((await messagesOf(id)).filter(({ source }) => source === 'other')).toMatchObject([{ is_private: true }])
  })

  it('to a private post is private only: its group address, or a list, is refused', async () => {
    const { id } = await quiet()
    const hidden = await insertMessage(testServer, { thread: id, sender: marcus.id, readers: [helen.id, marcus.id] })
    const group = keyAddress(helen.id, hidden, 'group')
    expect(await receive(testServer, await write({ to: group }), { to: group })).toMatchObject({ reason: 'refused' })
    const list = `legal@${MAIL_DOMAIN}`
    const raw = await write({ to: list, inReplyTo: `<${messageIdOf(space, hidden)}>` })
    expect(await receive(testServer, raw, { to: list })).toMatchObject({ reason: 'refused' })
    expect(await messagesOf(id)).toHaveLength(1)
  })

  it('between members who blocked each other is refused', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'private')
    await marcus.ask(BlockMember, { user_id: helen.id })
    expect(await receive(testServer, await write({ to }), { to })).toMatchObject({
      state: 'not_posted',
      reason: 'refused',
    })
    expect(await messagesOf(id)).toEqual([])
    await marcus.ask(UnblockMember, { user_id: helen.id })
    expect(await receive(testServer, await write({ to }), { to })).toMatchObject({ state: 'posted' })
  })
})

describe('what nobody wrote (MAIL-loops)', () => {
  const loops: [string, Record<string, string>][] = [
    ['our X-Loop', { 'X-Loop': `legal@${MAIL_DOMAIN}` }],
    ['our List-Id', { 'List-Id': `Legal Network <legal.${MAIL_DOMAIN}>` }],
  ]
  const automatic: [string, SendMailOptions][] = [
    ['Auto-Submitted', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['Precedence bulk', { headers: { Precedence: 'bulk' } }],
    ['Precedence list', { headers: { Precedence: 'list' } }],
    ['X-Autoreply', { headers: { 'X-Autoreply': 'yes' } }],
    ['X-Autorespond', { headers: { 'X-Autorespond': 'yes' } }],
    ['an out-of-office subject', { subject: 'Automatische Antwort: Which clause' }],
    ['another', { subject: 'Réponse automatique : Which clause' }],
    [
      'a calendar reply',
      { icalEvent: { method: 'REPLY', content: 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR' } },
    ],
  ]

  it.each(loops)('is not posted: %s', async (_, headers) => {
    const { opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    expect(await receive(testServer, await write({ to, headers }), { to })).toMatchObject({ reason: 'loop' })
  })

  it('is not posted: our own Message-ID', async () => {
    const { opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const raw = await write({ to, messageId: `<${messageIdOf(space, opening)}>` })
    expect(await receive(testServer, raw, { to })).toMatchObject({ reason: 'loop' })
  })

  it.each(automatic)('is not posted, nor answered: %s', async (_, options) => {
    await clearAnswers()
    await sql(`delete from outgoing_mails where kind = 'mail-answer'`)
    const { opening } = await insertThread(testServer, { author: marcus.id, networks: [legal], closed: true })
    const to = keyAddress(helen.id, opening, 'group')
    expect(await receive(testServer, await write({ ...options, to }), { to })).toMatchObject({ reason: 'automatic' })
    expect(await answersTo('member@legal.test')).toEqual([])
  })

  it('is not posted: with an empty envelope sender', async () => {
    const { opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    expect(await receive(testServer, await write({ to }), { to, from: '<>' })).toMatchObject({ reason: 'automatic' })
  })

  it('but a member may write about the office, and say that nothing is automatic', async () => {
    const { opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const raw = await write({ to, subject: 'Out of office rules for counsel', headers: { 'Auto-Submitted': 'no' } })
    expect(await receive(testServer, raw, { to })).toMatchObject({ state: 'posted' })
  })
})

describe('whether it is genuine (MAIL-dmarc)', () => {
  it('a reply with the address of a member whose domain says that it is forged is held', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const forged = await unsigned({ to })
    const believed = Buffer.concat([Buffer.from('Authentication-Results: lists.peers.test; dmarc=pass\r\n'), forged])
    const raw = await write({ to, text: 'A true word.' })
    const changed = Buffer.from(raw.toString('latin1').replace('A true word.', 'A false word'), 'latin1')
    for (const mail of [forged, believed, changed])
      expect(await receive(testServer, mail, { to })).toMatchObject({
        state: 'held',
        reason: 'unverified',
        verdict: { dmarc: 'fail' },
      })
    expect(await messagesOf(id)).toEqual([])
  })

  it('a second From behind thousands of lines does not hide that the first is forged', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const text = (await unsigned({ to })).toString('latin1')
    const lines = 'X-Line: 1\r\n'.repeat(3_000)
    const raw = Buffer.from(text.replace('\r\n\r\n', `\r\n${lines}From: mallory@elsewhere.test\r\n\r\n`), 'latin1')
    expect(await receive(testServer, raw, { to })).toMatchObject({ state: 'held', reason: 'unverified' })
    expect(await messagesOf(id)).toEqual([])
  })

  it('SPF of the computer that handed it over is enough', async () => {
    publishDomain(dns, 'home2.test')
    dns.txt('home2.test', 'v=spf1 ip4:192.0.2.7 -all')
    await sql(`update users set secondary_email = 'helen@home2.test' where id = $1`, [helen.id])
    const { opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const hand = { to, from: 'helen@home2.test' }
    const mail = await unsigned({ to, from: hand.from })
    expect(await receive(testServer, mail, { ...hand, client: '192.0.2.7' })).toMatchObject({ state: 'posted' })
    const other = await unsigned({ to, from: hand.from })
    expect(await receive(testServer, other, { ...hand, client: '192.0.2.8' })).toMatchObject({ reason: 'unverified' })
  })
})

describe('a new discussion by the address of a list', () => {
  const list = `legal@${MAIL_DOMAIN}`

  it('is started in its network, without marks in its topic, and waits for staff', async () => {
    const raw = await write({ subject: 'Fwd: [legal] Re: Which heron', text: 'Who has one?' })
    const mail = await receive(testServer, raw, { to: list })
    expect(mail).toMatchObject({ state: 'posted', user_id: helen.id, verdict: { dmarc: 'pass' } })
    const [row] = await sql(
      `select topic, source, author_id, (select array_agg(peer_network_id) from thread_peer_networks n where n.thread_id = t.id) as networks
       from threads t where id = $1`,
      [mail.thread_id],
    )
    expect(row).toEqual({ topic: 'Which heron', source: 'other', author_id: helen.id, networks: [legal] })
    expect((await grace.ask(thread, { id: mail.thread_id! })).thread).toBeNull()
    await approve(staff, { thread_ids: [mail.thread_id!] })
    expect((await grace.ask(thread, { id: mail.thread_id! })).thread).toMatchObject({ topic: 'Which heron' })
  })

  it('is a reply if it answers a message that its writer may read, and a discussion of its own otherwise', async () => {
    const { id, opening } = await quiet()
    const known = await receive(testServer, await write({ inReplyTo: `<${messageIdOf(space, opening)}>` }), {
      to: list,
    })
    expect(known).toMatchObject({ state: 'posted', thread_id: id })
    const { id: foreign, opening: unread } = await insertThread(testServer, { author: staff.id, networks: [finance] })
    const unknown = await receive(testServer, await write({ inReplyTo: `<${messageIdOf(space, unread)}>` }), {
      to: list,
    })
    expect(unknown.state).toBe('posted')
    expect([id, foreign]).not.toContain(unknown.thread_id)
    const invented = `<${messageIdOf({ ...space, secret: 'another' }, opening)}>`
    const other = await receive(testServer, await write({ inReplyTo: invented }), { to: list })
    expect(other.thread_id).not.toBe(id)
  })

  it('is refused in a network that the member cannot write to', async () => {
    await clearAnswers()
    const to = `finance@${MAIL_DOMAIN}`
    expect(await receive(testServer, await write({ to }), { to })).toMatchObject({
      state: 'not_posted',
      reason: 'refused',
    })
    const samuel = await write({ to, from: demoMembers.finance }, 'finance.test')
    expect(await receive(testServer, samuel, { to })).toMatchObject({ state: 'posted' })
  })

  it('is held if nothing proves who wrote it, and not posted for strangers', async () => {
    await clearAnswers()
    await sql(`delete from outgoing_mails where kind = 'mail-answer'`)
    await sql(`update users set secondary_email = 'helen@home3.test' where id = $1`, [helen.id])
    const threads = async () => (await sql('select count(*)::integer from threads'))[0]
    const before = await threads()
    const nothing = await unsigned({ from: 'helen@home3.test', text: 'Words that perhaps are not hers.' })
    expect(await receive(testServer, nothing, { to: list })).toMatchObject({ state: 'held', reason: 'unverified' })
    const forged = await unsigned()
    expect(await receive(testServer, forged, { to: list })).toMatchObject({ state: 'held', reason: 'unverified' })
    const stranger = { from: 'ann@elsewhere.test' }
    expect(await receive(testServer, await write(stranger, 'elsewhere.test'), { to: list })).toMatchObject({
      state: 'not_posted',
      reason: 'unknown_sender',
    })
    expect(await receive(testServer, await unsigned({ from: 'bob@nowhere.test' }), { to: list })).toMatchObject({
      reason: 'unknown_sender',
    })
    expect(await threads()).toEqual(before)
    // Who may be somebody else is told nothing of the words; who is unknown and unproven, nothing at all.
    expect(await answersTo('helen@home3.test')).toHaveLength(1)
    expect((await answersTo('helen@home3.test'))[0]!.text).not.toContain('perhaps are not hers')
    expect(await answersTo('member@legal.test')).toEqual([])
    expect(await answersTo('ann@elsewhere.test')).toHaveLength(1)
    expect(await answersTo('bob@nowhere.test')).toEqual([])
  })

  it('beside the address of a reply starts nothing: "reply all" posts once', async () => {
    const { id, opening } = await quiet()
    const key = keyAddress(helen.id, opening, 'group')
    await handOver(testServer, await write({ to: key, cc: list }), { to: [key, list] })
    await testServer.runJobs()
    expect((await receivedMails(testServer)).slice(-2).map(({ reason }) => reason)).toEqual([null, 'key_beside'])
    expect(await messagesOf(id)).toHaveLength(1)
  })
})

describe('files', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const filesOf = (messageId: number | null) =>
    sql('select name, file_type from message_attachments where message_id = $1 order by id', [messageId])

  it('are posted after the same checks as an upload, without the logo of a signature', async () => {
    const { opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const raw = await write({
      to,
      html: '<p>See the file.</p><p><img src="cid:logo"></p>',
      attachments: [
        { filename: 'clause.txt', content: 'The clause.' },
        { filename: 'logo.png', content: PNG, cid: 'logo' },
      ],
    })
    const mail = await receive(testServer, raw, { to })
    expect(mail.state).toBe('posted')
    expect(await filesOf(mail.message_id)).toEqual([{ name: 'clause.txt', file_type: 'text/plain' }])
    expect(mail.cut_text).toContain('logo.png')
  })

  it.each([
    ['a program', 'tool.exe', 'MZ'],
    ['a page', 'page.txt', '<html><script>1</script></html>'],
    ['the test virus', 'virus.txt', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
  ])('that are refused hold the email: %s', async (_, filename, content) => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const mail = await receive(testServer, await write({ to, attachments: [{ filename, content }] }), { to })
    expect(mail).toMatchObject({ state: 'held', reason: 'file' })
    expect(mail.explanation.length).toBeGreaterThan(20)
    expect(await messagesOf(id)).toEqual([])
  })
})

describe('taking an email (MAIL-inbound-signed)', () => {
  it('needs a signature of the last five minutes over these bytes', async () => {
    const { opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const raw = await write({ to })
    const { signBody } = await import('#server/features/mail/inbound/signature.ts')
    const before = await receivedMails(testServer)
    for (const signature of [
      null,
      't=1,v1=00',
      signBody('another secret of the relay', raw),
      signBody(INBOUND_SECRET, raw, Date.now() - 301_000),
      signBody(INBOUND_SECRET, raw, Date.now() + 301_000),
      signBody(INBOUND_SECRET, Buffer.concat([raw, Buffer.from('x')])),
    ])
      expect((await handOver(testServer, raw, { to, signature })).status).toBe(401)
    expect(await receivedMails(testServer)).toEqual(before)
    const early = signBody(INBOUND_SECRET, raw, Date.now() - 290_000)
    expect((await handOver(testServer, raw, { to, signature: early })).status).toBe(200)
  })

  it('takes it once, however often and by whatever way it comes', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const raw = await write({ to, attachments: [{ filename: 'clause.txt', content: 'The clause.' }] })
    const relayed = Buffer.concat([Buffer.from('Received: from a by b; Mon, 5 Jan 2026 10:00:00 +0000\r\n'), raw])
    for (const bytes of [raw, relayed, raw]) expect((await handOver(testServer, bytes, { to })).status).toBe(200)
    await testServer.runJobs()
    await handOver(testServer, raw, { to: to.toUpperCase() })
    await testServer.runJobs()
    expect(await messagesOf(id)).toHaveLength(1)
  })

  it('posts once if the job ends after the post and runs again', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const attachments = [{ filename: 'clause.txt', content: 'The clause.' }]
    const mail = await receive(testServer, await write({ to, attachments }), { to })
    await sql(`update inbound_mails set state = 'received', reason = null, message_id = null where id = $1`, [mail.id])
    await sql(`select graphile_worker.add_job('mail:receive', json_build_object('id', $1::bigint))`, [mail.id])
    await testServer.runJobs()
    expect((await receivedMails(testServer)).at(-1)).toMatchObject({ state: 'posted', message_id: mail.message_id })
    expect(await messagesOf(id)).toHaveLength(1)
  })

  it('refuses addresses that are not ours, and does not say who is a member', async () => {
    const raw = await write()
    const answers = []
    for (const to of [
      `member@${MAIL_DOMAIN}`,
      `nobody@${MAIL_DOMAIN}`,
      'member@legal.test',
      `legal@${MAIL_DOMAIN}.test`,
    ])
      answers.push(await handOver(testServer, raw, { to }))
    for (const { status, body } of answers) expect([status, body]).toEqual([422, answers[0]!.body])
    const some = await handOver(testServer, raw, { to: [`legal@${MAIL_DOMAIN}`, `nobody@${MAIL_DOMAIN}`] })
    expect(some.body.data).toEqual({ accepted: [`legal@${MAIL_DOMAIN}`], refused: [`nobody@${MAIL_DOMAIN}`] })
  })

  it('leaves what is returned to a bounce address undecided', async () => {
    const { bounceAddress } = await import('#server/features/mail/addresses/bounce-address.ts')
    const to = bounceAddress(space, 7)
    expect(await receive(testServer, await write({ to }), { to, from: '<>' })).toMatchObject({
      state: 'received',
      reason: 'bounce',
    })
  })
})

it('is not available without its secret', async () => {
  const other = await startTestServer({ MAIL_DOMAIN })
  const raw = await write()
  expect((await handOver(other, raw, { to: `legal@${MAIL_DOMAIN}` })).status).toBe(404)
})
