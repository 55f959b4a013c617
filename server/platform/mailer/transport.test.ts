import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, it } from 'vitest'
import { needsTls, smtpTransport } from './transport.ts'

const arrived: string[] = []
/** A mail server, or an attacker between us and one, that offers no encryption. */
const plain = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    stream.on('data', (chunk) => arrived.push(String(chunk)))
    stream.on('end', () => done())
  },
})
plain.on('error', () => {})
plain.listen(0, '127.0.0.1')
await once(plain.server, 'listening')
afterAll(() => new Promise<void>((resolve) => plain.close(resolve)))

const { port } = plain.server.address() as AddressInfo
const mail = {
  id: 1,
  to: 'helen@legal.test',
  subject: 'A code',
  text: 'The code is 123456.',
  html: '<p>The code is 123456.</p>',
  message_id: 'one',
  headers: {},
  sender_name: null,
  sender_address: null,
  return_path: null,
  attempts: 0,
}

it.each([
  'smtp://mail.example.org',
  'smtp://user:word@10.0.0.7:587',
  'smtp://localhost.example.org',
  'smtp://127.example.org',
])('asks for encryption of %s', (url) => expect(needsTls(url)).toBe(true))

it.each(['smtp://localhost:2525', 'smtp://127.0.0.1', 'smtp://[::1]:25'])('does not of this machine: %s', (url) =>
  expect(needsTls(url)).toBe(false),
)

it('hands no mail to a server that must encrypt and does not', async () => {
  const { send } = smtpTransport({ url: `smtp://127.0.0.1:${port}/?requireTLS=true`, from: 'no-reply@house.test' })
  await expect(send(mail)).rejects.toThrow()
  expect(arrived).toEqual([])
  const open = smtpTransport({ url: `smtp://127.0.0.1:${port}`, from: 'no-reply@house.test' })
  await open.send(mail)
  open.close()
  expect(arrived.join('')).toContain('123456')
})
