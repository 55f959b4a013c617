/** Reads and decides each email that came. It posts once, whatever ends in between. */
import { transaction } from '#server/platform/database/transaction.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'
import type { Blobs } from '#server/platform/blobs.ts'
import type { CleanUploads } from '#server/platform/uploads/clean-uploads.ts'
import type { Scan } from '#server/platform/uploads/scan.ts'
import { ANONYMOUS_PREFIX } from '#shared/mail.ts'
import type { AddressSpace } from '../addresses/reply-address.ts'
import { recordBounce } from '../bounces/bounces.actions.ts'
import { classifyBounce } from '../bounces/classify-bounce.ts'
import { answerMail, type AnswerSettings } from './answers.ts'
import { confirmByMail, originOf } from '../held/confirming.ts'
import { decide, type Decision } from './decision.ts'
import { readHeaders, valuesOf } from './headers.ts'
import type { InboundReader } from './inbound-reader.ts'
import type { InboundMail } from './inbound-worker.ts'
import { decideInbound, markBounce, selectUndecided, sweepAnswers, sweepRaw, type Inbound } from './inbound.sql.ts'
import { readRecipient } from './recipients.ts'
import { senderOf } from './sender.ts'

export interface InboundServices extends AddressSpace, AnswerSettings {
  blobs: Blobs
  scan: Scan
  clean: CleanUploads
  reader: InboundReader
  dns: string | undefined
}

export const inboundJobs = (services: InboundServices): Jobs => ({
  'mail:receive': (tools: JobTools, { id }: { id: number }) => receive(tools, services, id),
  'mail:sweep-inbound': async ({ pool }: JobTools) => {
    await pool.query(sweepRaw())
    await pool.query(sweepAnswers())
  },
})

async function receive(tools: JobTools, services: InboundServices, id: number): Promise<void> {
  const { rows } = await tools.pool.query<Inbound>(selectUndecided({ id }))
  const row = rows[0]
  if (!row) return
  const { reader, domain, dns } = services
  const mail = await reader.read({ raw: row.raw, origin: originOf(row), domain, dns })
  if ('failure' in mail) return store(tools, row, { decision: { state: 'not_posted', reason: 'unreadable' } })
  // Asked again for an hour; then it is decided as if the domain said nothing.
  if (mail.verdict.dmarc === 'temperror' && row.is_recent) throw new Error(`the domain of email ${id} did not answer`)
  const all = { ...tools, ...services }
  const found = await decide(all, row, mail)
  if ('kind' in found && found.kind === 'bounce') return storeBounce(tools, services, row)
  const decision = 'kind' in found ? await confirmByMail(all, found.confirmation, mail) : found
  await store(tools, row, { decision, mail, settings: services })
}

/** The source of a report is text: its fields are read there, whatever the parts are called. */
const REPORT_BYTES = 200_000

const storeBounce = ({ pool, bus }: JobTools, space: AddressSpace, { id, recipient, raw }: Inbound): Promise<void> =>
  transaction(pool, bus, async (tx) => {
    const { headers, end } = readHeaders(raw)
    const [contentType = ''] = valuesOf(headers, 'content-type')
    const [subject = ''] = valuesOf(headers, 'subject')
    const text = raw.subarray(end, end + REPORT_BYTES).toString('utf8')
    const bounce = classifyBounce({ contentType, subject, text })
    const { rowCount } = await tx.query(markBounce({ id, explanation: `${bounce.kind} ${bounce.code}`.trim() }))
    const found = readRecipient(space, recipient)
    if (rowCount === 1 && found?.kind === 'bounce') await recordBounce(tx, found.of, bounce)
  })

interface Decided {
  decision: Decision
  mail?: InboundMail
  settings?: AnswerSettings
}

const NO_WORDS = { subject: '', postedText: '', cutText: '' }
const wordsOf = ({ body }: InboundMail) => ({
  subject: body.subject,
  postedText: body.isEmpty ? '' : body.text,
  cutText: body.cutText,
})

/** Whatever becomes of an email to an address for questions without a name, nothing that it says is stored. */
const withoutWords = ({ recipient }: Inbound, decision: Decision): Decision =>
  recipient.startsWith(ANONYMOUS_PREFIX) ? { ...decision, isWithoutWords: true } : decision

const store = ({ pool, bus }: JobTools, row: Inbound, { mail, settings, ...decided }: Decided): Promise<void> =>
  transaction(pool, bus, async (tx) => {
    const { id } = row
    const decision = withoutWords(row, decided.decision)
    const { state, reason, explanation = '', writer, audience, threadId, messageId, isWithoutWords = false } = decision
    const { rowCount } = await tx.query(
      decideInbound({
        id,
        state,
        reason,
        explanation,
        userId: writer?.id ?? null,
        audience: audience ?? null,
        threadId: threadId ?? null,
        messageId: messageId ?? null,
        sender: (mail && senderOf(mail.headers)) ?? '',
        ...(mail && !isWithoutWords ? wordsOf(mail) : NO_WORDS),
        isWithoutWords,
        verdict: { ...mail?.verdict },
      }),
    )
    if (rowCount === 1 && mail && settings) await answerMail(tx, { id, decision, mail, settings })
  })
