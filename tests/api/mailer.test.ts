/** Outgoing email with a real mail server: delivered, refused, interrupted and retried; and the local outbox. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'

interface Arrived {
  to: string[]
  raw: string
}

/** A mail server for this test; `mood` sets its behavior. */
async function openMailServer() {
  const arrived: Arrived[] = []
  const state = { mood: 'well' as 'well' | 'refuses' | 'breaks', connections: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect: (_session, done) => {
      state.connections += 1
      done()
    },
    onRcptTo: (_address, _session, done) =>
      done(state.mood === 'refuses' ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (state.mood === 'breaks') return done(Object.assign(new Error('cut'), { responseCode: 421 }))
        arrived.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url: `smtp://127.0.0.1:${port}`, arrived, state }
}

const post = await openMailServer()
const testServer = await startTestServer({ SMTP_URL: post.url, MAIL_FROM: 'The house <house@peers.test>' })
const local = await startTestServer()

const mailsOf = (where: TestServer) =>
  where.sql<{ id: number; state: string; attempts: number; text: string; html: string; error: string | null }>(
    'select * from outgoing_mails order by id',
  )
const forget = async (where: TestServer, email: string) => {
  const client = where.anonymous()
  await client.send('GET', '/auth/login')
  return client.send('POST', '/api/auth/forgot-password', { body: { email } })
}
/** Makes the retries of failed jobs due now. */
const dueNow = (where: TestServer) =>
  where.sql(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute' where attempts > 0`)

describe('with a mail server', () => {
  it('delivers text and HTML that say the same, from the configured sender, and stores no link', async () => {
    await forget(testServer, demoMembers.member)
    expect(post.arrived).toHaveLength(0)
    await testServer.runJobs()
    expect(post.arrived).toHaveLength(1)
    expect(post.arrived[0]!.to).toEqual([demoMembers.member])
    const mail = await simpleParser(post.arrived[0]!.raw)
    expect(mail.from?.text).toContain('house@peers.test')
    expect(mail.replyTo?.text).toBe(testServer.config.SUPPORT_EMAIL_LEGAL)
    expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@peers\.test>$/)
    const [link] = /http\S+\/auth\/reset-password\/\S+/.exec(mail.text!)!
    expect(mail.html).toContain(`href="${link}"`)
    expect(mail.html).not.toMatch(/<(img|script|link)\b|url\(|@import/i)
    const seen = String(mail.html)
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'")
      .replaceAll(/\s+/g, ' ')
    const lines = mail.text!.split(/[\n·]/).map((line) => line.replace(/:$/, '').trim())
    for (const line of lines.filter((each) => each !== '' && each !== '--')) expect(seen).toContain(line)
    expect((await mailsOf(testServer)).at(-1)).toMatchObject({ state: 'sent', attempts: 1, text: '', html: '' })
    await testServer.runJobs()
    expect(post.arrived).toHaveLength(1)
  })

  it('gives up on a mailbox that does not exist, and says so to staff only', async () => {
    post.state.mood = 'refuses'
    await forget(testServer, demoMembers.peer)
    await testServer.runJobs()
    const before = post.state.connections
    expect((await mailsOf(testServer)).at(-1)).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: expect.stringContaining('no such mailbox'),
    })
    await dueNow(testServer)
    await testServer.runJobs()
    expect(post.state.connections).toBe(before)
    post.state.mood = 'well'
  })

  it('sends staff a test at once, and gives them the answer of the mail server (STAFF-setup)', async () => {
    const ruth = await testServer.member(demoMembers.staff)
    const test = async () => (await ruth.send('POST', '/api/staff/test-mail', { body: {} })).body as { data: object }
    const { length } = post.arrived
    expect((await test()).data).toEqual({ ok: true, message: expect.stringContaining('accepted an email to') })
    expect(post.arrived.slice(length).map(({ to }) => to)).toEqual([[demoMembers.staff]])
    expect((await simpleParser(post.arrived.at(-1)!.raw)).subject).toBe('Test email from Counterpart')
    post.state.mood = 'refuses'
    expect((await test()).data).toEqual({ ok: false, message: expect.stringContaining('no such mailbox') })
    post.state.mood = 'well'
  })

  it('tries again when the connection breaks, under the same Message-ID', async () => {
    post.state.mood = 'breaks'
    await forget(testServer, demoMembers.groupAdmin)
    await testServer.runJobs()
    expect((await mailsOf(testServer)).at(-1)).toMatchObject({ state: 'queued', attempts: 1 })
    const [{ message_id }] = (await testServer.sql<{ message_id: string }>(
      'select message_id from outgoing_mails order by id desc limit 1',
    )) as [{ message_id: string }]
    post.state.mood = 'well'
    const count = post.arrived.length
    await dueNow(testServer)
    await testServer.runJobs()
    expect(post.arrived).toHaveLength(count + 1)
    expect(post.arrived.at(-1)!.raw).toContain(message_id)
    expect((await mailsOf(testServer)).at(-1)).toMatchObject({ state: 'sent', attempts: 2, error: null })
  })

  it('has no outbox to look into', async () => {
    const ruth = await testServer.member(demoMembers.staff)
    expect((await ruth.send('GET', '/api/staff/outbox')).status).toBe(404)
  })

  it('sends a mail once however many workers find it', async () => {
    const count = post.arrived.length
    await forget(testServer, demoMembers.billing)
    await testServer.runJobs()
    const [last] = (await mailsOf(testServer)).slice(-1)
    await testServer.sql(`update outgoing_mails set state = 'queued', text = 'x', html = 'x' where id = $1`, [last!.id])
    for (let worker = 0; worker < 5; worker++)
      await testServer.sql(`select graphile_worker.add_job('mailer:send', json_build_object('id', $1::bigint))`, [
        last!.id,
      ])
    await Promise.all([testServer.runJobs(), testServer.runJobs(), testServer.runJobs()])
    expect(post.arrived).toHaveLength(count + 2)
  })
})

describe('without one', () => {
  it('keeps mail in the outbox, for staff and nobody else', async () => {
    await forget(local, demoMembers.member)
    await local.runJobs()
    const [ruth, helen] = await local.members(demoMembers.staff, demoMembers.member)
    const { data } = (await ruth.send('GET', '/api/staff/outbox')).body as {
      data: { id: number; to: string; state: string; text: string }[]
    }
    expect(data[0]).toMatchObject({
      to: demoMembers.member,
      state: 'sent',
      text: expect.stringContaining('/auth/reset-password/'),
    })
    const shown = await ruth.send('GET', `/api/staff/outbox/${data[0]!.id}`)
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect(shown.text).toContain('Helen')
    const missing = await helen.send('GET', '/api/staff/nothing')
    for (const who of [helen, local.anonymous()])
      for (const path of ['/api/staff/outbox', `/api/staff/outbox/${data[0]!.id}`]) {
        const answer = await who.send('GET', path)
        expect([answer.status, answer.body]).toEqual([404, missing.body])
      }
    for (const id of ['0', 'x', '999999999'])
      expect((await ruth.send('GET', `/api/staff/outbox/${id}`)).status).toBe(404)
  })

  it('cannot be made to write a second header or markup by a name', async () => {
    await local.sql(`update users set first_name = E'<b>Eve</b>\\r\\nBcc: x@evil.test' where email = $1`, [
      demoMembers.trial,
    ])
    await forget(local, demoMembers.trial)
    await local.runJobs()
    const [mail] = await local.sql<{ html: string; subject: string }>(
      'select * from outgoing_mails order by id desc limit 1',
    )
    expect(mail!.html).not.toContain('<b>Eve')
    expect(mail!.subject).not.toMatch(/[\r\n]/)
  })
})
