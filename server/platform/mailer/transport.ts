/** The connection to the mail server. Without one, the table of emails is the outbox. */

export interface Outgoing {
  id: number
  to: string
  subject: string
  text: string
  html: string
  message_id: string
  headers: Record<string, string>
  attempts: number
}

export type Transport = (mail: Outgoing) => Promise<void>

const CONNECT_MS = 8_000
/** For each step of the SMTP conversation. */
const SILENCE_MS = 20_000

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Emails that leave this machine are sent encrypted or not at all. Options in the URL take precedence. */
export const needsTls = (url: string) => !THIS_MACHINE.test(new URL(url).hostname)

/** Sends by SMTP. nodemailer is imported at the first email; each email uses its own connection. */
export function smtpTransport(url: string, from: string): Transport {
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return async (mail) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(
      {
        url,
        requireTLS: needsTls(url),
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        disableFileAccess: true,
        disableUrlAccess: true,
      } as never,
      { from },
    )
    try {
      const { to, subject, text, html, headers } = mail
      const messageId = `<${mail.message_id}@${domain}>`
      // Pass an object: in a string, a comma or a bracket in the address could add a second recipient.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html, headers, messageId })
    } finally {
      transport.close()
    }
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
