/** The way to the mail server, or none: then the table of mails is the outbox. */

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
/** For each step of the handing over. */
const SILENCE_MS = 20_000

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** Over a network mail goes out encrypted or not at all; what the URL says of it comes before this. */
export const needsTls = (url: string) => !THIS_MACHINE.test(new URL(url).hostname)

/** Sends by SMTP. Loaded at the first mail; the connection ends with it. */
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
      // As an object: in one text a comma or a bracket of an address could name a second reader.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html, headers, messageId })
    } finally {
      transport.close()
    }
  }
}

/** What the server said is final for this mail: the reader or the words are refused, not the moment. */
export function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/** For staff: what was wrong, in one line. */
export function reasonOf(error: unknown): string {
  const { response, message } = error as { response?: string; message?: string }
  return (response ?? message ?? 'unknown').replaceAll(/\s+/g, ' ').slice(0, 300)
}
