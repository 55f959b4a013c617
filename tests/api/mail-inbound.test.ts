/** Replies by email: who may, what is posted, for whom. */
import { describe, expect, it } from 'vitest'
import type { SendMailOptions } from 'nodemailer'
import { BlockMember, GetSentMail, thread, UnblockMember } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { anonymousAuthor, AUTHOR } from '../harness/anonymous.ts'
import {
  MAIL_DOMAIN,
  handOver,
  keyAddress,
  publishDomain,
  receive,
  receivedMails,
  messageIdOf,
} from '../harness/inbound.ts'
import { approve } from '../harness/mail.ts'
import { counterErrors, insertMessage, insertThread } from '../harness/threads.ts'
import { QUOTED, space, unsigned, write, startInbound } from './inbound-kit.ts'

const { dns, testServer, sql, legal, helen, marcus, grace, staff, quiet, messagesOf, answersTo, clearAnswers } =
  await startInbound()

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
    const to = keyAddress(helen.id, (await quiet()).opening, 'group')
    const mail = await receive(testServer, await write({ to, text: 'Ask ann@firm.example about it.' }), { to })
    expect(mail).toMatchObject({ reason: 'sensitive', posted_text: 'Ask ann@firm.example about it.' })
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

  it('of somebody else is told to whose address it is, once a day, without its words', async () => {
    await clearAnswers()
    await sql('delete from inbound_mails')
    const to = keyAddress(helen.id, (await quiet()).opening, 'group')
    for (const text of ['Let them settle.', 'Let them settle today.'])
      await receive(testServer, await write({ to, from: 'mallory@elsewhere.test', text }, 'elsewhere.test'), { to })
    const [told, ...more] = await answersTo('member@legal.test')
    expect(more).toEqual([])
    expect(told!.text).toContain('your own reply address')
    expect(told!.text).toContain('mallory@elsewhere.test')
    expect(told!.text).not.toContain('settle')
    const [shown] = (await helen.ask(GetSentMail, {})).sent_mails.filter(({ reason }) => reason === 'other_sender')
    expect(shown!.explanation).toContain('mallory@elsewhere.test')
  })

  it('is answered once a day, and never if it is from somebody else', async () => {
    await clearAnswers()
    const { opening } = await insertThread(testServer, { author: marcus.id, networks: [legal], closed: true })
    const to = keyAddress(helen.id, opening, 'group')
    await receive(testServer, await write({ to, from: 'mallory@elsewhere.test' }, 'elsewhere.test'), { to })
    for (const text of ['One.', 'Two.', 'Three.']) await receive(testServer, await write({ to, text }), { to })
    expect(await answersTo('mallory@elsewhere.test')).toEqual([])
    const answers = await answersTo('member@legal.test')
    expect(answers.filter(({ text }) => text.includes('has been closed'))).toHaveLength(1)
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

it('is deleted as it came after 90 days; what became of it stays for its member', async () => {
  const { opening } = await quiet()
  const to = keyAddress(helen.id, opening, 'group')
  const mail = await receive(testServer, await write({ to, text: 'The heron stays.' }), { to })
  const rawOf = async () =>
    (
      await sql<{ has_raw: boolean; posted_text: string }>(
        'select raw is not null as has_raw, posted_text from inbound_mails where message_id = $1',
        [mail.message_id],
      )
    )[0]
  const sweep = async () => {
    await sql(`select graphile_worker.add_job('mail:sweep-inbound')`)
    await testServer.runJobs()
  }
  await sql(`update inbound_mails set received_at = now() - interval '89 days' where message_id = $1`, [
    mail.message_id,
  ])
  await sweep()
  expect(await rawOf()).toEqual({ has_raw: true, posted_text: 'The heron stays.' })
  await sql(`update inbound_mails set received_at = now() - interval '91 days' where message_id = $1`, [
    mail.message_id,
  ])
  await sweep()
  expect(await rawOf()).toEqual({ has_raw: false, posted_text: 'The heron stays.' })
})
