/**
 * npm run drill -- mailbox [FOLDER]: the demo with its discussions by email, and a mail server for its members: it keeps
 * what they receive in mailboxes (Maildir), signs what they send, and hands it to the demo. Runs until it is stopped.
 */
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import { DEMO_ACCOUNTS, personByEmail, personName } from '#database/seed/demo-members.ts'
import { flags } from '../../bin/install.mjs'
import { openDns } from '../harness/dns-server.ts'

const PORT = 4490
const LISTEN_PORT = 4491
const SMTP_PORT = 4492
const DOMAIN = 'lists.counterpart.test'
const SELECTOR = 'mail'
const HOST = '127.0.0.1'

const folder = path.resolve(process.argv[2] ?? path.join(tmpdir(), 'counterpart-mailbox'))
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
const accounts = DEMO_ACCOUNTS.map(({ email }) => email)

const dns = await openDns({ host: HOST })
for (const domain of new Set(accounts.map(domainOf))) {
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  dns.txt(`${SELECTOR}._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${key}`)
  dns.txt(`_dmarc.${domain}`, 'v=DMARC1; p=reject')
}

const homeOf = (address: string) => path.join(folder, address.toLowerCase())
for (const address of accounts)
  for (const part of ['tmp', 'new', 'cur']) mkdirSync(path.join(homeOf(address), part), { recursive: true })

let count = 0
/** Written beside, then moved, so that a mail program never reads half of it. */
function keep(address: string, raw: Buffer): void {
  const name = `${Date.now()}.${process.pid}_${(count += 1)}.counterpart`
  writeFileSync(path.join(homeOf(address), 'tmp', name), raw)
  renameSync(path.join(homeOf(address), 'tmp', name), path.join(homeOf(address), 'new', name))
}

const sign = (domain: string) =>
  createTransport({
    host: HOST,
    port: LISTEN_PORT,
    ignoreTLS: true,
    dkim: { domainName: domain, keySelector: SELECTOR, privateKey: pem },
  })

async function pass(from: string, to: readonly string[], raw: Buffer): Promise<void> {
  for (const address of to.filter((each) => accounts.includes(each.toLowerCase()))) keep(address, raw)
  const ours = to.filter((each) => domainOf(each) === DOMAIN)
  if (ours.length > 0) await sign(domainOf(from)).sendMail({ envelope: { from, to: ours }, raw })
}

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, { envelope }, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const to = envelope.rcptTo.map(({ address }) => address)
      pass(from, to, Buffer.concat(parts)).then(
        () => done(),
        (error: Error) => done(error),
      )
    })
  },
})
server.on('error', () => {})
server.listen(SMTP_PORT, HOST)
await once(server.server, 'listening')

for (const email of accounts) {
  const person = personByEmail.get(email)
  if (!person) continue
  writeFileSync(
    path.join(folder, `${email}.muttrc`),
    `set realname="${personName(person)}"
set from="${email}" use_envelope_from=yes envelope_from_address="${email}"
set smtp_url="smtp://${HOST}:${SMTP_PORT}" ssl_starttls=no ssl_force_tls=no
set folder="${folder}" spoolfile="${homeOf(email)}" record="" sort=threads
set header_cache="" mbox_type=Maildir reply_self=no
`,
  )
}

const community = spawn(process.execPath, [...flags, 'bin/start.ts'], {
  env: {
    ...process.env,
    PORT: String(PORT),
    HOST,
    DATA_DIR: path.join(folder, '.data'),
    DEMO: 'on',
    MAIL_DOMAIN: DOMAIN,
    MAIL_LISTEN: `${HOST}:${LISTEN_PORT}`,
    MAIL_DNS: dns.address,
    SMTP_URL: `smtp://${HOST}:${SMTP_PORT}`,
    CONFIRM_NEW_DEVICES: 'off',
  },
  stdio: 'inherit',
})
console.log(`Mailboxes: ${folder}. When the demo is ready, read and write as a member:`)
console.log(`  mutt -F ${path.join(folder, accounts[0]!)}.muttrc`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => community.kill('SIGTERM'))
const [code] = await once(community, 'exit')
dns.close()
server.close(() => {})
process.exit(Number(code ?? 0))
