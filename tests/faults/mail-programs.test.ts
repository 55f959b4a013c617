/**
 * Discussions by email through real programs: Postfix, Dovecot, opendkim and opendmarc, as members have them. Skipped
 * where they are not installed, or without root.
 */
import { spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFailed } from 'vitest'
import { CreateThread, ReplyToThread, thread as threadOperation } from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { waitFor } from '../harness/connection.ts'
import { startDns } from '../harness/dns.ts'
import { freePort } from '../harness/free-port.ts'
import { keyAddress, MAIL_DOMAIN, publishDomain, receivedMails, writeMail } from '../harness/inbound.ts'
import { approve, clearMail, runAllJobs } from '../harness/mail.ts'
import { DNS, hasMailPrograms, imap, startMailPrograms } from '../harness/mail-programs.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds } from '../harness/threads.ts'

describe.skipIf(!hasMailPrograms)('with Postfix, Dovecot, opendkim and opendmarc', async () => {
  if (!hasMailPrograms) return
  const [smtp, submission, lmtp, mailbox, dkim, dmarc, ours] = await Promise.all(Array.from({ length: 7 }, freePort))
  const dns = await startDns(DNS)
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  dns.txt(
    `counterpart._domainkey.${MAIL_DOMAIN}`,
    `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  )
  for (const domain of [MAIL_DOMAIN]) dns.txt(`_dmarc.${domain}`, 'v=DMARC1; p=reject')
  publishDomain(dns, 'legal.test')
  const programs = await startMailPrograms({
    ports: { smtp: smtp!, submission: submission!, lmtp: lmtp!, imap: mailbox!, dkim: dkim!, dmarc: dmarc! },
    domains: ['legal.test', 'finance.test', 'executive.test', 'counterpart.test'],
    ours: { domain: MAIL_DOMAIN, port: ours! },
    dns,
  })
  afterAll(() => programs.stop())
  const testServer = await startTestServer({
    PUBLIC_URL: 'https://peers.test',
    MAIL_DOMAIN,
    MAIL_FROM: `Counterpart <no-reply@${MAIL_DOMAIN}>`,
    MAIL_DNS: dns.address,
    MAIL_LISTEN: `127.0.0.1:${ours}`,
    MAIL_LISTEN_PROTOCOL: 'lmtp',
    SMTP_URL: `smtp://127.0.0.1:${submission}`,
    DKIM_KEY: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string).toString('base64'),
  })
  const { legal } = await networkIds(testServer)
  const [helen, marcus, grace, staff] = await testServer.members(
    demoMembers.member,
    demoMembers.peer,
    demoMembers.billing,
    demoMembers.staff,
  )
  const logs = () =>
    onTestFailed(() => {
      for (const name of ['postfix.log', 'log'].filter((each) => readdirSync(programs.log).includes(each)))
        console.log(readFileSync(path.join(programs.log, name), 'utf8').split('\n').slice(-60).join('\n'))
    })
  const say = async (who: Client, thread_id: number, message_replied_id: number | null, body: string) =>
    (await who.ask(ReplyToThread, { thread_id, body: `<p>${body}</p>`, message_replied_id, idempotency_key: newKey() }))
      .replyToThread.id
  const arrived = (count: number) =>
    waitFor(`${count} emails in the mailbox`, async () => {
      const [found] = await imap(mailbox!, demoMembers.billing, ['search all'])
      return (/^\* SEARCH(.*)$/m.exec(found!)?.[1]?.trim().split(' ').length ?? 0) >= count
    })

  it('a discussion arrives in a mailbox as one thread, and passes DMARC for every poster (MAIL-dmarc)', async () => {
    logs()
    await clearMail(testServer)
    await testServer.sql(`update users set listserv_email_preference = case when id = $1 then 'all' else 'none' end`, [
      grace.id,
    ])
    const { createThread } = await helen.ask(CreateThread, {
      topic: 'Which clause holds, “naïvely”',
      body: '<p>Who has seen one?</p>',
      peer_network_ids: [legal],
      idempotency_key: newKey(),
    })
    const first = await say(marcus, createThread.id, null, 'The heron sings.')
    const second = await say(helen, createThread.id, first, 'And at night?')
    const third = await say(marcus, createThread.id, second, 'Only then.')
    await approve(staff, { thread_ids: [createThread.id], message_ids: [first, second, third] })
    await runAllJobs(testServer)
    await arrived(4)
    const [threads, withSubjects, subjects, heads, begins] = await imap(mailbox!, demoMembers.billing, [
      'thread refs utf-8 all',
      'thread references utf-8 all',
      'thread orderedsubject utf-8 all',
      'fetch 1:* (body.peek[header.fields (authentication-results from list-id)])',
      'search not header in-reply-to ""',
    ])
    // By references alone, not by subjects. One thread of four: two would begin twice. They may arrive in any order.
    const opening = /^\* SEARCH (\d+)/m.exec(begins!)![1]!
    const [, tree] = /^\* THREAD (.*)$/m.exec(threads!)!
    expect(tree!.match(/\d+/g)!.toSorted()).toEqual(['1', '2', '3', '4'])
    expect(tree).toMatch(new RegExp(`^\\(${opening}\\b[^()]*(\\(.*\\))*\\)$`))
    expect(depthOf(tree!)).toBe(1)
    // One thread, too, for programs that also compare subjects, that know only subjects, and for mutt.
    for (const other of [withSubjects, subjects]) {
      const [, threaded] = /^\* THREAD (.*)$/m.exec(other!)!
      expect([depthOf(threaded!), threaded!.match(/\d+/g)!.length]).toEqual([1, 4])
    }
    expect(programs.muttThread(demoMembers.billing)).toBe(4)
    const verdicts = heads!.match(/dmarc=\w+[^;]*/g)!
    expect(verdicts).toHaveLength(4)
    for (const verdict of verdicts) expect(verdict).toContain('dmarc=pass')
    expect(heads!.match(/dkim=pass/g)).toHaveLength(4)
    expect(heads).toContain('Marcus Oyelaran via Legal')
  })

  it('a reply goes from the mailbox through Postfix into the discussion, once, and a private one to its reader only', async () => {
    logs()
    const [{ id, opening }] = (await testServer.sql<{ id: number; opening: number }>(
      `select t.id, m.id as opening from threads t join messages m on m.thread_id = t.id and m.is_original_message order by t.id desc limit 1`,
    )) as [{ id: number; opening: number }]
    const before = (await receivedMails(testServer)).length
    for (const audience of ['group', 'private'] as const) {
      const to = keyAddress(grace.id, opening, audience)
      const raw = await writeMail(
        { from: demoMembers.billing, to, subject: 'Re: Which clause', text: `Said ${audience}ly.` },
        'legal.test',
      )
      expect(await swaks(smtp!, { from: demoMembers.billing, to, raw })).toBe(0)
    }
    await waitFor('both emails', async () => (await receivedMails(testServer)).length === before + 2)
    await testServer.runJobs()
    const posted = (await receivedMails(testServer)).slice(before)
    expect(posted).toMatchObject([
      { state: 'posted', verdict: { dmarc: 'pass' } },
      { state: 'posted', verdict: { dmarc: 'pass' } },
    ])
    const bodies = async (who: Client) =>
      (await who.ask(threadOperation, { id })).thread!.messages.map(({ parsed_body }) => parsed_body)
    await approve(staff, { message_ids: posted.map(({ message_id }) => message_id!) })
    expect(await bodies(helen)).toEqual(expect.arrayContaining(['<p>Said grouply.</p>', '<p>Said privately.</p>']))
    expect(await bodies(marcus)).toContain('<p>Said grouply.</p>')
    expect(await bodies(marcus)).not.toContain('<p>Said privately.</p>')
  })

  it('nothing is smuggled in behind an email by ends of lines that servers read differently', async () => {
    logs()
    const [{ opening }] = (await testServer.sql<{ opening: number }>(
      `select m.id as opening from messages m where m.is_original_message and m.sender_id = $1 order by m.id desc limit 1`,
      [helen.id],
    )) as [{ opening: number }]
    const to = keyAddress(grace.id, opening, 'group')
    const hidden = keyAddress(marcus.id, opening, 'group')
    const before = (await receivedMails(testServer)).length
    for (const end of ['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r.\r\n']) {
      const inner = `MAIL FROM:<${demoMembers.peer}>\r\nRCPT TO:<${hidden}>\r\nDATA\r\nFrom: ${demoMembers.peer}\r\nTo: ${hidden}\r\nSubject: smuggled\r\n\r\nSmuggled.\r\n.\r\n`
      await session(smtp!, [
        'EHLO attacker.test\r\n',
        `MAIL FROM:<${demoMembers.billing}>\r\n`,
        `RCPT TO:<${to}>\r\n`,
        'DATA\r\n',
        `From: ${demoMembers.billing}\r\nTo: ${to}\r\nSubject: outer\r\n\r\nOuter.${end}${inner}\r\n.\r\n`,
        'QUIT\r\n',
      ])
    }
    await waitFor('what Postfix took', async () => {
      const queued = spawnSync('/usr/sbin/postqueue', ['-c', path.join(programs.log, 'postfix'), '-j'], {
        encoding: 'utf8',
      })
      return queued.stdout.trim() === ''
    })
    const came = (await receivedMails(testServer)).slice(before)
    expect(came.filter(({ recipient }) => recipient === hidden)).toEqual([])
  })

  it('an address that nobody has is refused while the sender waits, and so is email to anyone else', async () => {
    logs()
    expect(await answerTo(smtp!, `nobody-at-all@${MAIL_DOMAIN}`)).toMatch(/^550 .*This address can't be reached/)
    expect(await answerTo(smtp!, 'anyone@elsewhere.test')).toMatch(/^554 .*Relay access denied/)
    // What our servers hand in goes anywhere.
    expect(await answerTo(submission!, 'anyone@elsewhere.test')).toMatch(/^250 /)
  })

  it('everyone is offered encryption, and our servers are not, who would not trust the certificate', async () => {
    const offered = async (port: number) => (await session(port, ['EHLO members.test\r\n'])).at(-1)
    expect(await offered(smtp!)).toContain('STARTTLS')
    expect(await offered(submission!)).not.toContain('STARTTLS')
  })

  it('email waits while our server has no address, as in an upgrade', async () => {
    logs()
    programs.configure({ our_server: 'inet:jobs.invalid:2525' })
    expect(await answerTo(smtp!, `not-asked-yet@${MAIL_DOMAIN}`)).toMatch(/^450 /)
  })
})

/** Not waited for in place: the programs ask the DNS server of this process meanwhile. */
async function swaks(port: number, { from, to, raw }: { from: string; to: string; raw: Buffer }): Promise<unknown> {
  const options = ['--server', `127.0.0.1:${port}`, '--helo', 'members.test', '--from', from, '--to', to, '--data', '-']
  const child = spawn('swaks', options, { stdio: ['pipe', 'ignore', 'inherit'] })
  child.stdin.end(raw)
  const [code] = await once(child, 'exit')
  return code
}

const answerTo = async (port: number, recipient: string) =>
  (
    await session(port, [
      'EHLO members.test\r\n',
      `MAIL FROM:<${demoMembers.billing}>\r\n`,
      `RCPT TO:<${recipient}>\r\n`,
    ])
  ).at(-1)

/** How many threads stand at the top. */
function depthOf(tree: string): number {
  let [depth, tops] = [0, 0]
  for (const sign of tree) {
    if (sign === '(' && depth++ === 0) tops += 1
    if (sign === ')') depth -= 1
  }
  return tops
}

/** One SMTP session, each line after an answer; what stands in an email that has not ended has none. Resolves to all answers. */
async function session(port: number, lines: readonly string[]): Promise<string[]> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  const answers: string[] = []
  socket.on('data', (text) => answers.push(String(text))).on('error', () => {})
  for (const line of ['', ...lines]) {
    const before = answers.length
    if (line !== '') socket.write(line, 'latin1')
    await waitFor('an answer', () => answers.length > before || socket.destroyed)
  }
  socket.destroy()
  return answers
}
