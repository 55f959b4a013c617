/** Outgoing email: queued in the transaction of the change it reports, sent after the commit. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { requestId } from '#server/platform/log/request-id.ts'
import { renderEmail, type EmailContent } from './email-template.ts'
import { insertMail, insertMails } from './mailer.sql.ts'

export interface Mail {
  to: string
  /** The subject in one word for staff: sign-in-code, password-reset. */
  kind: string
  letter: EmailContent
  headers?: Record<string, string>
}

/** Renders and queues the email. It is sent only after the transaction commits. */
export async function queueMail(tx: Transaction, { to, kind, letter, headers = {} }: Mail): Promise<void> {
  const { subject, text, html } = renderEmail(letter)
  const all = { 'Reply-To': letter.supportEmail, 'Auto-Submitted': 'auto-generated', ...headers }
  const { rows } = await tx.query<{ id: number }>(
    insertMail({ to, kind, subject, text, html, messageId: randomUUID(), facts: JSON.stringify(all) }),
  )
  await tx.enqueue('mailer:send', { id: rows[0]!.id })
}

/** An email of a mailing list: rendered by its feature, for one member. */
export interface ListMail {
  to: string
  kind: string
  subject: string
  text: string
  html: string
  /** Complete, with a domain: the same for all recipients of a post. */
  message_id: string
  headers: Readonly<Record<string, string>>
  sender_name: string
  sender_address: string
  return_path: string
}

/** Queues many emails in one statement. Resolves to their ids in the same order. */
export async function queueListMails(tx: Transaction, mails: readonly ListMail[]): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(insertMails({ mails: JSON.stringify(mails), requestId: requestId() }))
  return rows.map(({ id }) => id)
}
