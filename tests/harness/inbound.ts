/** Emails that members send to us in tests: written and signed as mail programs and servers do it. */
import { generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import { replyAddress, type Audience } from '#server/features/mail/addresses/reply-address.ts'
import { bounceAddress } from '#server/features/mail/addresses/bounce-address.ts'
import { confirmAddress } from '#server/features/mail/addresses/confirm-address.ts'
import { signBody } from '#server/features/mail/inbound/signature.ts'
import { messageIdOf } from '#server/features/mail/sending/list-headers.ts'
import type { TestDns } from './dns.ts'
import { SECRET, type TestServer } from './test-server.ts'

export { bounceAddress, confirmAddress, messageIdOf, signBody }
export const MAIL_DOMAIN = 'lists.peers.test'
export const INBOUND_SECRET = 'a secret that the relay knows'
const space = { domain: MAIL_DOMAIN, secret: SECRET }

export const keyAddress = (userId: number, messageId: number, audience: Audience, at?: Date) =>
  replyAddress(space, { userId, messageId, audience }, at)

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string

/** A domain that signs its emails and asks others to refuse what is not signed. */
export function publishDomain(dns: TestDns, domain: string, policy = 'reject'): void {
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  dns.txt(`mail._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${key}`)
  dns.txt(`_dmarc.${domain}`, `v=DMARC1; p=${policy}`)
}

/** The bytes of an email; signed for `domain` if one is given. */
export async function writeMail(options: SendMailOptions, domain?: string): Promise<Buffer> {
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...(domain && { dkim: { domainName: domain, keySelector: 'mail', privateKey: PEM } }),
  } as never)
  const { message } = (await transport.sendMail(options)) as unknown as { message: Buffer }
  return message
}

export interface HandOver {
  to: string | readonly string[]
  from?: string
  client?: string
  signature?: string | null
}

/** Hands the email over as a relay does. */
export async function handOver(
  testServer: TestServer,
  raw: Buffer,
  { to, from = 'member@legal.test', client = '192.0.2.1', signature }: HandOver,
): Promise<{ status: number; body: { data?: { accepted: string[]; refused: string[] }; code?: string } }> {
  const signed = signature === undefined ? signBody(INBOUND_SECRET, raw) : signature
  const response = await fetch(`${testServer.url}/api/mail/inbound`, {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'x-mail-from': from,
      'x-rcpt-to': [to].flat().join(', '),
      'x-client-address': client,
      'x-client-name': 'mail.legal.test',
      ...(signed !== null && { 'x-signature': signed }),
    },
    body: new Uint8Array(raw),
  })
  return { status: response.status, body: (await response.json()) as never }
}

export interface ReceivedMail {
  id: number
  recipient: string
  state: string
  reason: string | null
  explanation: string
  user_id: number | null
  audience: string | null
  thread_id: number | null
  message_id: number | null
  posted_text: string
  cut_text: string
  verdict: { dmarc?: string }
}

export const receivedMails = (testServer: TestServer) =>
  testServer.sql<ReceivedMail>(
    `select id, recipient, state, reason, explanation, user_id, audience, thread_id, message_id, posted_text, cut_text, verdict
     from inbound_mails order by id`,
  )

/** Hands over, decides, and tells what became of the last email. */
export async function receive(testServer: TestServer, raw: Buffer, hand: HandOver): Promise<ReceivedMail> {
  const { status, body } = await handOver(testServer, raw, hand)
  if (status !== 200) throw new Error(`The email was refused: ${status} ${JSON.stringify(body)}`)
  await testServer.runJobs()
  return (await receivedMails(testServer)).at(-1)!
}
