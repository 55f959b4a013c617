/** Outgoing email: queued in the transaction of the change it reports, sent after the commit. */
import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { renderEmail, type EmailContent } from './email-template.ts'
import { insertMail } from './mailer.sql.ts'

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
