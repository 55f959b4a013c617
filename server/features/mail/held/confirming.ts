/** Posts a held email once its member, or staff for them, said that it is theirs and right as it is. */
import { htmlOfText } from '#server/platform/html.ts'
import { problem, Problem } from '#server/platform/problems.ts'
import type { Confirmation } from '../addresses/confirm-address.ts'
import { decideConfirmed, isForged, type Decision, type DecisionTools } from '../inbound/decision.ts'
import type { InboundReader } from '../inbound/inbound-reader.ts'
import type { InboundMail } from '../inbound/inbound-worker.ts'
import {
  isAskedAbout,
  markConfirmed,
  selectOwnMail,
  selectWriter,
  type Inbound,
  type Writer,
} from '../inbound/inbound.sql.ts'
import { senderOf } from '../inbound/sender.ts'
import type { Origin } from '../inbound/verdict.ts'

export interface ConfirmingTools extends DecisionTools {
  reader: InboundReader
  dns: string | undefined
}

export const mailNotFound = () => problem('mail.not_found', { message: 'This email isn’t available.', field: 'id' })

export const originOf = ({ via, mail_from, client_address, client_name }: Inbound): Origin => ({
  via,
  mailFrom: mail_from,
  clientAddress: client_address,
  clientName: client_name,
})

interface Confirmed {
  id: number
  userId: number
  /** Without it, the words of the email. */
  text?: string
  withoutFiles: boolean
}

/** Posts in the name of the member. The address of the email still decides to whom it goes. */
export async function postAsMember(
  tools: ConfirmingTools,
  { id, userId, text, withoutFiles }: Confirmed,
): Promise<number> {
  const { rows } = await tools.pool.query<Inbound>(selectOwnMail({ id, userId }))
  const row = rows[0]
  if (!row) throw mailNotFound()
  const { reader, domain, dns } = tools
  const mail = await reader.read({ raw: row.raw, origin: originOf(row), domain, dns })
  if ('failure' in mail) throw mailNotFound()
  const files = withoutFiles ? [] : mail.body.files
  const words = text === undefined ? {} : { text, html: htmlOfText(text), isEmpty: false }
  const body = { ...mail.body, ...words, files }
  const decision = await decideConfirmed(tools, { row, mail: { ...mail, body } })
  if (decision.state !== 'posted')
    throw problem('mail.refused', {
      message: decision.explanation || 'This email can’t be posted. Write it on the web instead.',
      field: decision.reason === 'file' ? 'without_files' : 'text',
    })
  const { threadId, messageId } = decision
  await tools.pool.query(
    markConfirmed({ id, threadId: threadId ?? null, messageId: messageId ?? null, postedText: body.text }),
  )
  return id
}

/** The word alone, however a mail program set it. What else is written means something else. */
const SEND = /^[\s"'“”*_.!]*send[\s"'“”*_.!]*$/i
const saysSend = (text: string) => SEND.test(text.split('\n').find((line) => line.trim() !== '') ?? '')

/** An email to the address under which SEND posts an earlier one. Repeated, it posts once. */
export async function confirmByMail(
  tools: ConfirmingTools,
  { mailId, userId }: Confirmation,
  mail: InboundMail,
): Promise<Decision> {
  const { rows } = await tools.pool.query<Writer>(selectWriter({ userId }))
  const [writer] = rows
  if (!writer) return { state: 'not_posted', reason: 'unknown_key' }
  const of = { writer, isWithoutWords: true, state: 'not_posted' as const }
  const sender = senderOf(mail.headers)
  const isTheirs = sender !== undefined && writer.addresses.includes(sender) && !isForged(mail, sender)
  const { rowCount } = await tools.pool.query(isAskedAbout({ id: mailId, userId }))
  if (!isTheirs || rowCount !== 1 || !saysSend(mail.body.text)) return { ...of, reason: 'not_confirmed' }
  try {
    await postAsMember(tools, { id: mailId, userId, withoutFiles: false })
    return { ...of, reason: 'confirmed' }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { ...of, reason: 'refused', explanation: error.message }
  }
}
