/**
 * What becomes of an email. The address that it was sent to decides who writes, to what, and who will read it; the header
 * can only make it less: hold it, or keep it from being posted.
 */
import type pg from 'pg'
import { discussions, posting } from '#server/features/discussions/index.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { viewerOf, type Member } from '#server/platform/session/sessions.ts'
import { SENSITIVE_REASONS, type SensitiveFinding } from '#shared/sensitive-content/sensitive-content.ts'
import type { AddressSpace, Audience, FoundKey } from '../addresses/reply-address.ts'
import { readSubject } from '../import/subjects.ts'
import { selectListOfAddress } from '../lists/lists.sql.ts'
import { readMessageId } from '../sending/list-headers.ts'
import { isAutomatic, isLoop } from './automatic.ts'
import type { InboundMail } from './inbound-worker.ts'
import {
  selectAnswered,
  selectWriter,
  selectWriterOfAddress,
  type Answered,
  type Inbound,
  type Writer,
} from './inbound.sql.ts'
import { postMail, saveAnonymousDraft, type PostTools, type Wanted } from './posting.ts'
import { readRecipient, type Recipient } from './recipients.ts'
import { addresseesOf, answeredIds, senderOf } from './sender.ts'

export type Reason =
  | 'loop'
  | 'automatic'
  | 'unreadable'
  | 'unknown_key'
  | 'expired'
  | 'no_membership'
  | 'other_sender'
  | 'unverified'
  | 'private_beside'
  | 'key_beside'
  | 'anonymous'
  | 'anonymous_beside'
  | 'anonymous_draft'
  | 'draft_exists'
  | 'not_verified'
  | 'sensitive'
  | 'confirmed'
  | 'not_confirmed'
  | 'empty'
  | 'file'
  | 'refused'
  | 'unknown_sender'

export interface Decision {
  state: 'posted' | 'held' | 'not_posted'
  reason: Reason | null
  explanation?: string
  /** Whose it is, if it is a member's. */
  writer?: Writer
  audience?: Audience
  threadId?: number
  messageId?: number
  /** Nothing of what it says is stored, not even the email as it came. */
  isWithoutWords?: boolean
}

export interface DecisionTools extends PostTools, AddressSpace {}

const held = (reason: Reason): Decision => ({ state: 'held', reason })
const notPosted = (reason: Reason): Decision => ({ state: 'not_posted', reason })

/** Resolves to the recipient if the email is returned or confirms an earlier one, which is not decided here. */
export async function decide(
  tools: DecisionTools,
  row: Inbound,
  mail: InboundMail,
): Promise<Decision | Extract<Recipient, { kind: 'bounce' | 'confirm' }>> {
  const { headers, body } = mail
  if (isLoop(headers, tools)) return notPosted('loop')
  const recipient = readRecipient(tools, row.recipient)
  if (recipient?.kind === 'bounce') return recipient
  if (isAutomatic({ headers, ...body, mailFrom: row.mail_from })) return notPosted('automatic')
  if (recipient === undefined) return notPosted('unknown_key')
  if (recipient.kind === 'confirm') return recipient
  if (recipient.kind === 'anonymous') return decideAnonymous(tools, { row, mail, localPart: recipient.localPart })
  // Also sent to an address for questions without a name: no other copy may be posted under the name.
  if (recipientsBeside(tools, { row, mail }).some(({ kind }) => kind === 'anonymous'))
    return { ...notPosted('anonymous_beside'), ...(await writerOfSender(tools, mail)), isWithoutWords: true }
  return recipient.kind === 'key'
    ? decideKey(tools, { row, mail, key: recipient.key })
    : decideList(tools, { row, mail, localPart: recipient.localPart })
}

/** Again for its member, who saw it on the web and wants it posted: what the domain of From says no longer matters. */
export async function decideConfirmed(tools: DecisionTools, found: Omit<Case, 'isConfirmed'>): Promise<Decision> {
  const recipient = readRecipient(tools, found.row.recipient)
  if (recipient?.kind === 'key') return decideKey(tools, { ...found, key: recipient.key, isConfirmed: true })
  if (recipient?.kind === 'list')
    return decideList(tools, { ...found, localPart: recipient.localPart, isConfirmed: true })
  return notPosted('unknown_key')
}

interface Case {
  row: Inbound
  mail: InboundMail
  isConfirmed?: boolean
}

/** The other addresses of ours that this email was sent to, or says so. */
const recipientsBeside = (space: AddressSpace, { row, mail }: Case): Recipient[] =>
  [...row.other_recipients, ...addresseesOf(mail.headers)]
    .filter((address) => address.toLowerCase() !== row.recipient)
    .flatMap((address) => readRecipient(space, address) ?? [])
const keysBeside = (space: AddressSpace, found: Case): FoundKey[] =>
  recipientsBeside(space, found).flatMap((recipient) => (recipient.kind === 'key' ? [recipient.key] : []))
const hasPrivate = (keys: readonly FoundKey[]) => keys.some(({ audience }) => audience === 'private')

async function decideKey(tools: DecisionTools, found: Case & { key: FoundKey }): Promise<Decision> {
  const { mail, key, row, isConfirmed } = found
  const { pool } = tools
  const { messageId, audience } = key
  const [writer] = (await pool.query<Writer>(selectWriter({ userId: key.userId }))).rows
  if (!writer) return notPosted('unknown_key')
  const userId = writer.id
  const [answered] = (await pool.query<Answered>(selectAnswered({ messageId, userId }))).rows
  if (!answered) return notPosted('unknown_key')
  const of = { writer, audience, threadId: answered.thread_id }
  if (key.isExpired) return { ...notPosted('expired'), ...of }
  const viewer = await viewerOf(pool, userId)
  if (!viewer || viewer.channels.length === 0) return { ...notPosted('no_membership'), ...of }
  const sender = senderOf(mail.headers)
  if (!sender) return { ...held('other_sender'), ...of, explanation: 'It doesn’t say from which one address it came.' }
  if (!writer.addresses.includes(sender))
    return { ...held('other_sender'), ...of, explanation: `It says that it came from ${sender}.` }
  if (!isConfirmed && isForged(mail, sender)) return { ...held('unverified'), ...of }
  if (audience === 'group' && hasPrivate(keysBeside(tools, found))) return { ...notPosted('private_beside'), ...of }
  if (answered.is_hidden_author) return { ...held('anonymous'), ...of }
  const post = { answered, isPrivate: audience === 'private' }
  return { ...of, ...(await posted(tools, { mailId: row.id, viewer, body: mail.body, post }, found)) }
}

async function posted(tools: DecisionTools, wanted: Wanted, { mail, isConfirmed }: Case): Promise<Decision> {
  if (wanted.body.isEmpty) return held('empty')
  const findings = isConfirmed ? [] : sensitiveIn(mail, 'topic' in wanted.post)
  if (findings.length > 0) return { ...held('sensitive'), explanation: sensitiveSentence(findings) }
  const result = await postMail(tools, wanted)
  if (!('refused' in result)) return { state: 'posted', reason: null, ...result }
  return { ...(result.isFile ? held('file') : notPosted('refused')), explanation: result.refused }
}

/** The subject of a reply is the topic of somebody else; the own address is no secret. */
function sensitiveIn({ sensitive, headers }: InboundMail, isThread: boolean): SensitiveFinding[] {
  const sender = senderOf(headers)
  return [...(isThread ? sensitive.subject : []), ...sensitive.text].filter(
    ({ words }) => words.toLowerCase() !== sender,
  )
}

const FINDINGS_NAMED = 5
const sensitiveSentence = (findings: readonly SensitiveFinding[]): string =>
  findings
    .slice(0, FINDINGS_NAMED)
    .map(({ kind, words }) => `“${words}” ${SENSITIVE_REASONS[kind]}.`)
    .join(' ')

const NO_ACCESS = 'You can’t start a discussion in this network.'

async function decideList(tools: DecisionTools, found: Case & { localPart: string }): Promise<Decision> {
  const { row, mail, localPart, isConfirmed } = found
  const { pool } = tools
  const sender = senderOf(mail.headers)
  const { writer } = await writerOfSender(tools, mail)
  const viewer = writer && (await viewerOf(pool, writer.id))
  if (!sender || !writer) return notPosted('unknown_sender')
  const of = { writer, audience: 'group' as const }
  if (!viewer || viewer.channels.length === 0) return { ...notPosted('no_membership'), ...of }
  if (!isConfirmed && !isGenuine(mail, sender)) return { ...held('unverified'), ...of }
  const keys = keysBeside(tools, found)
  if (hasPrivate(keys)) return { ...notPosted('private_beside'), ...of }
  // "Reply all" adds the list to the address of the reply, which is decided by itself.
  if (keys.length > 0) return { ...notPosted('key_beside'), ...of }
  const networkId = await networkOfList(tools, localPart)
  if (networkId === undefined || !viewer.networks.includes(networkId))
    return { ...notPosted('refused'), explanation: NO_ACCESS, ...of }
  const answered = await answeredOf(tools, viewer, mail)
  if (answered?.is_hidden_author) return { ...held('anonymous'), ...of, threadId: answered.thread_id }
  const { topic } = readSubject(mail.body.subject, new Set([localPart]))
  const post = answered ? { answered, isPrivate: false } : { topic, networkId }
  return {
    ...of,
    ...(answered && { threadId: answered.thread_id }),
    ...(await posted(tools, { mailId: row.id, viewer, body: mail.body, post }, found)),
  }
}

async function writerOfSender({ pool }: DecisionTools, { headers }: InboundMail): Promise<{ writer?: Writer }> {
  const sender = senderOf(headers)
  if (!sender) return {}
  const { rows } = await pool.query<Writer>(selectWriterOfAddress({ address: sender }))
  return rows[0] ? { writer: rows[0] } : {}
}

/** A draft on the web, where its member sees what will be posted. Nothing else of the email is stored. */
async function decideAnonymous(tools: DecisionTools, { row, mail, localPart }: Case & { localPart: string }) {
  const { writer } = await writerOfSender(tools, mail)
  const viewer = writer && (await viewerOf(tools.pool, writer.id))
  const decided = (reason: Reason, explanation?: string): Decision => ({
    ...notPosted(reason),
    ...(explanation !== undefined && { explanation }),
    ...(writer && { writer }),
  })
  if (!writer) return decided('unknown_sender')
  if (!viewer || viewer.channels.length === 0) return decided('no_membership')
  if (!isGenuine(mail, senderOf(mail.headers)!)) return decided('not_verified')
  if (mail.body.isEmpty) return decided('empty')
  const networkId = await networkOfList(tools, localPart)
  if (networkId === undefined || !(await posting.canStartDiscussion(tools.pool, viewer, networkId)))
    return decided('refused', NO_ACCESS)
  const { topic } = readSubject(mail.body.subject, new Set([localPart]))
  const draft = await saveAnonymousDraft(tools, { mailId: row.id, viewer, topic, networkId, body: mail.body })
  return draft === 'saved' ? decided('anonymous_draft') : decided(...draft)
}

async function networkOfList({ pool }: DecisionTools, localPart: string): Promise<number | undefined> {
  const { rows } = await pool.query<{ peer_network_id: number }>(selectListOfAddress({ localPart }))
  return rows[0]?.peer_network_id
}

/** The domain of From says that it is not from there, or the verdict is about another one. */
export const isForged = ({ verdict: { dmarc, domain } }: Pick<InboundMail, 'verdict'>, sender: string): boolean =>
  dmarc === 'fail' || (domain !== '' && domain.toLowerCase() !== sender.split('@')[1])

/** The domain of From says so itself, and it is the domain that was asked. */
export const isGenuine = ({ verdict }: Pick<InboundMail, 'verdict'>, sender: string): boolean =>
  verdict.dmarc === 'pass' && verdict.domain.toLowerCase() === sender.split('@')[1]

/** Our message that the email answers, if the member may read it. */
async function answeredOf(
  { pool, ...space }: DecisionTools,
  viewer: Member,
  { headers }: InboundMail,
): Promise<Answered | undefined> {
  const ids = answeredIds(headers).flatMap((id) => readMessageId(space, id) ?? [])
  if (ids.length === 0) return undefined
  const asked = new Parameter('asked', 'bigint[]', () => ids)
  const readable = await selectRows<{ id: number }>(
    pool as pg.Pool,
    sql`select m.id from ${discussions.messages} m where m.id = any(${asked})`,
    viewer,
  )
  const id = ids.find((each) => readable.some((row) => row.id === each))
  if (id === undefined) return undefined
  return (await pool.query<Answered>(selectAnswered({ messageId: id, userId: viewer.id }))).rows[0]
}
