/** Email by SMTP and LMTP: answered after it is stored, once, and only for addresses of ours (MAIL-inbound-signed). */
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import { freePort } from '../harness/free-port.ts'
import { MAIL_DOMAIN, keyAddress, receivedMails, writeMail } from '../harness/inbound.ts'
import { startInbound, write } from './inbound-kit.ts'

const [smtp, lmtp] = [await freePort(), await freePort()]
const { testServer, helen, messagesOf, quiet } = await startInbound({ MAIL_LISTEN: `127.0.0.1:${smtp}` })
const far = await startInbound({ MAIL_LISTEN: `127.0.0.1:${lmtp}`, MAIL_LISTEN_PROTOCOL: 'lmtp' })

function send(
  raw: Buffer,
  to: string | string[],
  { port = smtp, isLmtp = false, from = demoMembers.member as string } = {},
) {
  const transport = createTransport({ host: '127.0.0.1', port, lmtp: isLmtp, ignoreTLS: true } as never)
  return transport
    .sendMail({ envelope: { from, to }, raw } as never)
    .then(({ accepted, rejected }) => ({ accepted, rejected, code: 250 }))
    .catch((error: { responseCode?: number }) => ({ accepted: [], rejected: [to].flat(), code: error.responseCode }))
    .finally(() => transport.close())
}

describe('by SMTP', () => {
  it('an email is taken for our addresses, and posted once however often it comes', async () => {
    const { id, opening } = await quiet()
    const to = keyAddress(helen.id, opening, 'group')
    const raw = await write({ to })
    expect(await send(raw, [to, `nobody@${MAIL_DOMAIN}`])).toMatchObject({
      accepted: [to],
      rejected: [`nobody@${MAIL_DOMAIN}`],
    })
    expect((await send(raw, to)).code).toBe(250)
    await testServer.runJobs()
    expect((await receivedMails(testServer)).at(-1)).toMatchObject({ state: 'posted', verdict: { dmarc: 'pass' } })
    expect(await messagesOf(id)).toHaveLength(1)
  })

  it('no other address is: a member of ours is refused as nobody is', async () => {
    const before = await receivedMails(testServer)
    for (const to of [
      demoMembers.member,
      `member@${MAIL_DOMAIN}`,
      `nobody@${MAIL_DOMAIN}`,
      'postmaster@elsewhere.test',
    ])
      expect((await send(await write(), to)).code).toBe(550)
    expect(await receivedMails(testServer)).toEqual(before)
  })

  it('one that is too large, or for too many, is refused', async () => {
    const list = `legal@${MAIL_DOMAIN}`
    const large = Buffer.concat([await write(), Buffer.alloc(27 * 1024 * 1024, 'x\r\n')])
    expect((await send(large, list)).code).toBe(552)
    const keys = Array.from({ length: 22 }, (_, index) => keyAddress(helen.id, index + 1, 'group'))
    expect((await send(await write(), keys)).rejected).toHaveLength(2)
  })

  it('a lone line end does not end it, so nothing is smuggled in', async () => {
    const list = `legal@${MAIL_DOMAIN}`
    const before = (await receivedMails(testServer)).length
    const socket = connect(smtp, '127.0.0.1')
    let heard = ''
    socket.on('data', (data) => (heard += String(data)))
    const step = async (text: string, answer: RegExp) => {
      heard = ''
      socket.write(text)
      await expect.poll(() => heard).toMatch(answer)
    }
    await expect.poll(() => heard).toMatch(/^220/)
    await step('EHLO a\r\n', /250 /)
    await step('MAIL FROM:<a@elsewhere.test>\r\n', /^250/)
    await step(`RCPT TO:<${list}>\r\n`, /^250/)
    await step('DATA\r\n', /^354/)
    for (const end of ['\n.\n', '\r.\r', '\n.\r\n', '\r\n.\n'])
      socket.write(`One${end}MAIL FROM:<b@elsewhere.test>\r\nRCPT TO:<${list}>\r\nDATA\r\nTwo`)
    await step('\r\n.\r\n', /^250/)
    socket.end()
    expect((await receivedMails(testServer)).length).toBe(before + 1)
  })
})

it('by LMTP, from the server in front, an email is taken, and the line of that server is believed', async () => {
  far.dns.txt('home.test', 'v=spf1 ip4:192.0.2.7 -all')
  far.dns.txt('_dmarc.home.test', 'v=DMARC1; p=reject')
  await far.sql(`update users set secondary_email = 'helen@home.test' where id = $1`, [far.helen.id])
  const { opening } = await far.quiet()
  const to = keyAddress(far.helen.id, opening, 'group')
  const line = (client: string) =>
    `Received: from mail.home.test (mail.home.test [${client}]) by mx.peers.test (Postfix) with ESMTP id 1; Mon, 5 Jan 2026 10:00:00 +0000\r\n`
  const from = 'helen@home.test'
  const options = { port: lmtp, isLmtp: true, from }
  for (const [client, reason] of [
    ['192.0.2.7', null],
    ['192.0.2.8', 'unverified'],
  ] as const) {
    const raw = Buffer.concat([Buffer.from(line(client)), await writeMail({ from, to, subject: client, text: client })])
    expect((await send(raw, to, options)).code).toBe(250)
    await far.testServer.runJobs()
    expect((await receivedMails(far.testServer)).at(-1)).toMatchObject({ reason })
  }
  expect((await send(await write(), `nobody@${MAIL_DOMAIN}`, options)).code).toBe(550)
})
