/** A test email that staff send to themselves, at once and not from the queue, so that they see the mail server's answer. */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import type { EmailContext } from '#server/platform/app-context.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { forbidden, notFound } from '#server/platform/problems.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import type { SetupTest } from '#shared/setup.ts'
import { mayEverywhere } from '#shared/staff-roles.ts'
import { renderEmail } from './email-template.ts'
import { reasonOf, type Transport } from './transport.ts'

export interface TestMailOptions {
  config: Config
  pool: pg.Pool
  bus: Bus
  sessions: Sessions
  email: EmailContext
  transport: Transport | undefined
}

/** The parts of the settings that staff check; never a password. */
const settingsOf = ({ SMTP_URL, MAIL_FROM, mailDomain, DKIM_KEY }: Config) => ({
  server: SMTP_URL ? new URL(SMTP_URL).host : null,
  from: MAIL_FROM,
  domain: mailDomain,
  is_signed: DKIM_KEY !== undefined,
})

const NO_SERVER =
  'No mail server is set, so email isn’t sent. It stays in the outbox, where you can read it and open its links. To send it, set SMTP_URL and start the server again.'

export function registerTestMail(app: FastifyInstance, options: TestMailOptions) {
  const { config, pool, bus, sessions } = options
  const requireOwner = async (cookie: string | undefined): Promise<Session> => {
    const session = await sessions.find(cookie)
    if (!session || !mayEverywhere(session.grants, 'system')) throw forbidden(notFound())
    return session
  }
  app.get('/api/staff/mail-settings', async (request, reply) => {
    await requireOwner(request.headers.cookie)
    reply.header('cache-control', 'no-store')
    return { data: settingsOf(config) }
  })
  app.post('/api/staff/test-mail', async (request) => {
    const session = await requireOwner(request.headers.cookie)
    const result = await sendTest(options, session)
    await transaction(pool, bus, (tx) =>
      recordStaffAction(tx, session.id, {
        act: 'mail.tested',
        itemId: null,
        itemName: 'Test email',
        after: { worked: result.ok },
      }),
    )
    return { data: result }
  })
}

async function sendTest({ transport, email }: TestMailOptions, { email: to }: Session): Promise<SetupTest> {
  if (!transport) return { ok: false, message: NO_SERVER }
  const { subject, text, html } = renderEmail({
    subject: 'Test email from Counterpart',
    theme: null,
    title: 'Email works',
    parts: [{ text: 'You asked for this test on the page where email is set up. Nothing else needs to be done.' }],
    reason: 'You got this email because someone signed in as you sent a test to themselves.',
    supportEmail: email.supportEmail(null),
  })
  const plain = { sender_name: null, sender_address: null, return_path: null, attempts: 0, id: 0 }
  const headers = { 'Auto-Submitted': 'auto-generated' }
  try {
    await transport.send({ ...plain, to, subject, text, html, headers, message_id: randomUUID() })
  } catch (error) {
    return { ok: false, message: failureWords(error) }
  }
  return {
    ok: true,
    message: `The mail server accepted an email to ${to}. Check that it arrives, also in the spam folder.`,
  }
}

/** What to change, by the kind of failure; then the answer of the server. */
function failureWords(error: unknown): string {
  const { code = '' } = error as { code?: string }
  const why: Record<string, string> = {
    EAUTH: 'The mail server didn’t accept the user name and password in SMTP_URL.',
    EDNS: 'The host in SMTP_URL wasn’t found. Check its spelling.',
    ECONNECTION: 'The mail server can’t be reached. Check the host and port in SMTP_URL, and the firewall.',
    ETIMEDOUT: 'The mail server didn’t answer in time. Check the host and port in SMTP_URL, and the firewall.',
    ESOCKET:
      'The connection to the mail server failed. Check the host and port in SMTP_URL, and whether it supports TLS.',
    ETLS: 'The connection to the mail server couldn’t be encrypted. Check whether it supports TLS at this port.',
    EENVELOPE: 'The mail server refused the sender or your address. Check MAIL_FROM.',
    EMESSAGE: 'The mail server refused the content of the email.',
  }
  return `${why[code] ?? 'The email couldn’t be sent.'} Its answer: ${reasonOf(error)}`
}
