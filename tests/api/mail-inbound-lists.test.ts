/** Discussions started by email, files, and how an email is taken, once. */
import { describe, expect, it } from 'vitest'
import { thread } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import {
  INBOUND_SECRET,
  MAIL_DOMAIN,
  handOver,
  keyAddress,
  receive,
  receivedMails,
  bounceAddress,
  messageIdOf,
  signBody,
} from '../harness/inbound.ts'
import { approve } from '../harness/mail.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread } from '../harness/threads.ts'
import { space, unsigned, write, startInbound } from './inbound-kit.ts'

const { testServer, sql, legal, finance, helen, grace, staff, quiet, messagesOf, answersTo, clearAnswers } =
  await startInbound()

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

  it('counts what is returned to a bounce address, and posts nothing', async () => {
    const to = bounceAddress(space, 7)
    expect(await receive(testServer, await write({ to }), { to, from: '<>' })).toMatchObject({
      state: 'not_posted',
      reason: 'bounce',
    })
  })
})

it('is not available without its secret', async () => {
  const other = await startTestServer({ MAIL_DOMAIN })
  const raw = await write()
  expect((await handOver(other, raw, { to: `legal@${MAIL_DOMAIN}` })).status).toBe(404)
})
