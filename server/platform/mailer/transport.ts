/** The connection to the mail server. Without one, the table of emails is the outbox. */
import { domainOf, type Config } from '#server/config.ts'

export interface Outgoing {
  id: number
  to: string
  subject: string
  text: string
  html: string
  message_id: string
  headers: Record<string, string>
  /** The From of an email of a list; the default sender otherwise. */
  sender_name: string | null
  sender_address: string | null
  /** The envelope sender, to which the mail server returns what cannot be delivered. */
  return_path: string | null
  attempts: number
}

export interface Transport {
  send(mail: Outgoing): Promise<void>
  close(): void
}

export interface SmtpOptions {
  url: string
  /** The default sender. */
  from: string
  /** Signs every email, so that the receiver can tell that it is ours. */
  dkim?: { domainName: string; keySelector: string; privateKey: string } | undefined
}

const CONNECT_MS = 8_000
/** For each step of the SMTP conversation. */
const SILENCE_MS = 20_000
const CONNECTIONS = 4

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Emails that leave this machine are sent encrypted or not at all. Options in the URL take precedence. */
export const needsTls = (url: string) => !THIS_MACHINE.test(new URL(url).hostname)

/** The key that signs our emails, if there is one. */
export const dkimOf = ({ DKIM_KEY, DKIM_SELECTOR, mailDomain }: Config): SmtpOptions['dkim'] =>
  DKIM_KEY
    ? { domainName: mailDomain, keySelector: DKIM_SELECTOR, privateKey: Buffer.from(DKIM_KEY, 'base64').toString() }
    : undefined

/** Sends by SMTP over a few connections that stay open. nodemailer is imported at the first email. */
export function smtpTransport({ url, from, dkim }: SmtpOptions): Transport {
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    const options = {
      url,
      pool: true,
      maxConnections: CONNECTIONS,
      requireTLS: needsTls(url),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(dkim && { dkim }),
    }
    return createTransport(options as never, { from })
  }
  let transport: ReturnType<typeof connect> | undefined
  return {
    send: async (mail) => {
      const connected = await (transport ??= connect())
      const { to, subject, text, html, headers, sender_name, sender_address, return_path } = mail
      // An id with a domain is complete: the same for all recipients of a post.
      const messageId = mail.message_id.includes('@')
        ? `<${mail.message_id}>`
        : `<${mail.message_id}@${domainOf(from)}>`
      await connected.sendMail({
        // Pass an object: in a string, a comma or a bracket in the address could add a second recipient.
        to: { name: '', address: to },
        ...(sender_address && { from: { name: sender_name ?? '', address: sender_address } }),
        ...(return_path && { envelope: { from: return_path, to } }),
        subject,
        text,
        html,
        headers,
        messageId,
      })
    },
    close: () => void transport?.then((connected) => connected.close()),
  }
}

/** Whether the mail server rejected this email for good: the recipient or the content, not a temporary condition. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/** The error in one line, for staff. */
export function reasonOf(error: unknown): string {
  const { response, message } = error as { response?: string; message?: string }
  return (response ?? message ?? 'unknown').replaceAll(/\s+/g, ' ').slice(0, 300)
}
