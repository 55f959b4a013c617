/** Imports a mailing-list archive into a network. */
import type { Pool, PoolClient } from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { problem } from '#server/platform/problems.ts'
import { planBatch, type BatchItem, type Plan } from './import/import-plan.ts'
import { readEntries, type ReadEntry } from './parsing/mail-reader.ts'
import * as sql from './mail.sql.ts'
import type { MboxEntry } from './parsing/mbox.ts'
import { listTags, NO_SUBJECT, readSubject } from './import/subjects.ts'
import { chooseRoot, placeBySubject } from './import/threading.ts'

/** The result for one message. `taken`: in a thread of this run; `joined`: in a thread that existed before. */
export interface Outcome {
  position: number
  external_id: string
  subject: string
  outcome: 'taken' | 'joined' | 'refused'
  thread_id: number | null
  reason: RefusalReason | null
  detail: string | null
}

export type RefusalReason =
  | 'already_here'
  | 'repeated'
  | 'in_another_network'
  | 'no_sender'
  | 'too_large'
  | 'unreadable'
  | 'not_written'

export interface ImportReport {
  messages: number
  taken: number
  joined: number
  refused: Partial<Record<RefusalReason, number>>
  threads: number
  members: number
  attachments: number
  /** Threads that start with a reply and were merged into the thread it replies to, by subject. */
  placed_by_subject: number
  seconds: number
}

export interface ImportOptions {
  network: string
  onProgress?: (report: ImportReport) => void
  onOutcome?: (outcome: Outcome) => void
}

interface Run {
  client: PoolClient
  networkId: number
  blobs: Blobs
  /** Messages from this id on were written by this run. */
  firstMessageId: number
  tags: Set<string>
  openedThreads: Set<number>
  members: number
  attachments: number
}

const BATCH_MAILS = 500
const MERGES_AT_ONCE = 100
const BATCH_BYTES = 8 * 1024 * 1024

/**
 * Imports what is new in the archive; a second run imports nothing. A message that cannot be imported is refused with a
 * reason and does not stop the others. Rejects with a problem if the network is unknown, another import is running, or
 * the database connection is lost.
 */
export async function importArchive(
  pool: Pool,
  blobs: Blobs,
  input: AsyncIterable<MboxEntry>,
  options: ImportOptions,
): Promise<ImportReport> {
  const client = await pool.connect()
  try {
    // A batch of large messages may exceed the default statement timeout.
    await client.query('set statement_timeout = 0')
    const networkId = await requireNetwork(client, options.network)
    await requireNoOther(client)
    try {
      const [firstMessageId] = (await sql.takeIds(client, 'messages', 1)) as [number]
      const run: Run = {
        client,
        networkId,
        blobs,
        firstMessageId,
        tags: new Set(),
        openedThreads: new Set(),
        members: 0,
        attachments: 0,
      }
      return await importEntries(run, input, options)
    } finally {
      await client.query(sql.unlockImport()).catch(() => {})
    }
  } finally {
    // Destroys the connection, because its settings were changed.
    client.release(true)
  }
}

async function importEntries(
  run: Run,
  input: AsyncIterable<MboxEntry>,
  { onProgress, onOutcome }: ImportOptions,
): Promise<ImportReport> {
  const startedAt = performance.now()
  const report: ImportReport = {
    messages: 0,
    taken: 0,
    joined: 0,
    refused: {},
    threads: 0,
    members: 0,
    attachments: 0,
    placed_by_subject: 0,
    seconds: 0,
  }
  const note = (outcome: Outcome) => {
    report.messages += 1
    if (outcome.outcome === 'refused') report.refused[outcome.reason!] = (report.refused[outcome.reason!] ?? 0) + 1
    else report[outcome.outcome] += 1
    onOutcome?.(outcome)
  }
  let position = 0
  let lastSentAt = new Date(0).toISOString()
  let batch: BatchItem[] = []
  let bytes = 0
  const write = async () => {
    if (batch.length > 0) for (const outcome of await takeBatch(run, batch)) note(outcome)
    batch = []
    bytes = 0
    Object.assign(report, {
      threads: run.openedThreads.size,
      members: run.members,
      attachments: run.attachments,
      seconds: (performance.now() - startedAt) / 1000,
    })
    onProgress?.(report)
  }
  for await (const entry of readEntries(input)) {
    position += 1
    const item = acceptEntry(entry, position, lastSentAt)
    if ('reason' in item) {
      note(item)
      continue
    }
    lastSentAt = item.sent_at
    batch.push(item)
    bytes += item.raw.length
    if (batch.length >= BATCH_MAILS || bytes >= BATCH_BYTES) await write()
  }
  await write()
  report.placed_by_subject = await gatherBySubject(run)
  report.threads = run.openedThreads.size
  report.seconds = (performance.now() - startedAt) / 1000
  return report
}

/** Returns an item to write, or the refusal. A message without a date takes the date of the message before it. */
function acceptEntry({ entry, result }: ReadEntry, position: number, lastSentAt: string): BatchItem | Outcome {
  const refuse = (reason: RefusalReason, detail: string | null = null): Outcome => {
    const known = 'mail' in result ? result.mail : { external_id: '', subject: entry.fromLine }
    return {
      position,
      external_id: known.external_id,
      subject: known.subject,
      outcome: 'refused',
      thread_id: null,
      reason,
      detail,
    }
  }
  if (entry.isCut) return refuse('too_large')
  if ('failure' in result) return refuse('unreadable', result.failure)
  if (result.mail.sender === null) return refuse('no_sender')
  return { position, mail: result.mail, raw: entry.raw, sent_at: result.mail.sent_at ?? lastSentAt }
}

/** Writes a batch in one transaction; on failure, retries its halves, until the faulty message is isolated. */
async function takeBatch(run: Run, items: readonly BatchItem[]): Promise<Outcome[]> {
  if (run.tags.size === 0) run.tags = tagsOf(items)
  const files = new Map(items.flatMap(({ mail }) => mail.files.map((file) => [file.storage_key, file.content])))
  for (const content of files.values()) await run.blobs.put(content)
  return writeOrSplit(run, items)
}

async function writeOrSplit(run: Run, items: readonly BatchItem[]): Promise<Outcome[]> {
  try {
    await run.client.query('begin')
    const outcomes = await writeBatch(run, items)
    await run.client.query('commit')
    return outcomes.map((keep) => keep())
  } catch (error) {
    if (!isRefusedByDatabase(error)) throw lostDatabase(error)
    await run.client.query('rollback')
    if (items.length === 1) return [outcomeOf(items[0]!, { reason: 'not_written', detail: error.message })]
    const middle = Math.ceil(items.length / 2)
    return [...(await writeOrSplit(run, items.slice(0, middle))), ...(await writeOrSplit(run, items.slice(middle)))]
  }
}

/** Outcomes are counted only after the commit, so each is returned as a function. */
async function writeBatch(run: Run, items: readonly BatchItem[]): Promise<(() => Outcome)[]> {
  const { client, networkId } = run
  const named = [...new Set(items.flatMap(({ mail }) => [mail.external_id, ...mail.references]))]
  const messages = await sql.findMessages(client, named, networkId)
  const known = new Map(messages.map((message) => [message.external_id, message]))
  const fresh = [...new Map(items.toReversed().map((item) => [item.mail.external_id, item])).values()]
    .toReversed()
    .filter((item) => !known.has(item.mail.external_id))
  const isFresh = new Set(fresh)
  const refused = items
    .filter((item) => !isFresh.has(item))
    .map((item) => () => {
      const there = known.get(item.mail.external_id)
      if (!there || there.message_id >= run.firstMessageId) return outcomeOf(item, { reason: 'repeated' })
      return outcomeOf(item, { reason: there.in_network ? 'already_here' : 'in_another_network' })
    })
  if (fresh.length === 0) return refused

  const users = await sql.saveUsers(client, sendersOf(fresh))
  const plan = planBatch(fresh, {
    messages,
    awaiting: await sql.findAwaiting(client, named, networkId),
    userIds: users.ids,
    threadIds: await sql.takeIds(client, 'threads', fresh.length),
    messageIds: await sql.takeIds(client, 'messages', fresh.length),
    tags: run.tags,
  })
  const attachments = await writePlan(run, plan, fresh)
  const opened = new Set(plan.threads.map((thread) => thread.id))
  const taken = fresh.map((item, index) => () => {
    for (const id of opened) run.openedThreads.add(id)
    const threadId = plan.messages[index]!.thread_id
    return outcomeOf(item, { threadId, isOwn: run.openedThreads.has(threadId) })
  })
  const first = () => {
    run.members += users.added
    run.attachments += attachments
    for (const loser of plan.merged.keys()) run.openedThreads.delete(loser)
    return taken[0]!()
  }
  return [first, ...taken.slice(1), ...refused]
}

/**
 * Merges threads that start with a reply into the thread with their subject, in small steps that do not disturb
 * readers.
 */
async function gatherBySubject({ client, networkId, tags, openedThreads }: Run): Promise<number> {
  const threads = (await sql.findSubjects(client, networkId)).map((one) => ({
    ...one,
    subject_key: one.subject_key === NO_SUBJECT.toLowerCase() ? '' : one.subject_key,
    first_at: one.first_at.getTime(),
    last_at: one.last_at.getTime(),
    is_opened_by_reply: readSubject(one.subject, tags).isReply,
  }))
  const merged = [...placeBySubject(threads)]
  for (let at = 0; at < merged.length; at += MERGES_AT_ONCE) {
    const step = new Map(merged.slice(at, at + MERGES_AT_ONCE))
    const homes = [...new Set(step.values())]
    await client.query('begin')
    try {
      await sql.mergeThreads(client, step)
      await reopen(client, homes, tags)
      await sql.refreshThreads(client, homes)
      await client.query('commit')
    } catch (error) {
      if (!isRefusedByDatabase(error)) throw lostDatabase(error)
      // They stay separate: harder to read, but nothing is lost, and the next import tries again.
      await client.query('rollback')
      continue
    }
    for (const loser of step.keys()) openedThreads.delete(loser)
  }
  return merged.length
}

async function writePlan({ client, networkId, tags }: Run, plan: Plan, items: readonly BatchItem[]): Promise<number> {
  if (plan.threads.length > 0) await sql.insertThreads(client, plan.threads, networkId)
  if (plan.merged.size > 0) await sql.mergeThreads(client, plan.merged)
  await sql.insertMessages(
    client,
    plan.messages,
    items.map((item) => item.raw),
  )
  const attachments = items.flatMap(({ mail }, index) =>
    mail.files.map(({ content, ...file }) => ({ ...file, message_id: plan.messages[index]!.id, size: content.length })),
  )
  if (attachments.length > 0) await sql.insertAttachments(client, attachments)
  if (plan.awaited.length > 0) await sql.insertAwaited(client, plan.awaited)
  if (plan.adopted.length > 0) await sql.adoptAnswers(client, nearest(plan.adopted))
  if (plan.touched.length > 0) await reopen(client, plan.touched, tags)
  await sql.refreshThreads(client, [...plan.touched, ...plan.threads.map((thread) => thread.id)])
  return attachments.length
}

/** One parent per message: the closest of the references that have arrived. */
function nearest(adopted: Plan['adopted']): Plan['adopted'] {
  return [...Map.groupBy(adopted, (one) => one.message_id).values()].map(
    (ones) => ones.toSorted((one, other) => one.distance - other.distance)[0]!,
  )
}

/** Sets the opening message of threads whose opening message arrived after its replies. */
async function reopen(client: PoolClient, threadIds: readonly number[], tags: ReadonlySet<string>): Promise<void> {
  const byThread = Map.groupBy(await sql.findRoots(client, threadIds), (root) => root.thread_id)
  const reopened = [...byThread].flatMap(([threadId, stored]) => {
    const free = stored.filter((root) => root.message_replied_id === null)
    const root = chooseRoot(
      (free.length > 0 ? free : stored).map((one) => ({
        ...one,
        is_reply: readSubject(one.subject, tags).isReply,
        sent_at: one.pub_date.getTime(),
      })),
    )!
    if (root.is_original_message) return []
    return {
      id: threadId,
      message_id: root.id,
      author_id: root.sender_id,
      topic: readSubject(root.subject, tags).topic,
      cleaned_body: root.cleaned_body,
      cleaned_html: root.parsed_body,
      text_is_wrapping: root.text_is_wrapping,
      pub_date: root.pub_date.toISOString(),
    }
  })
  if (reopened.length > 0) await sql.reopenThreads(client, reopened)
}

function outcomeOf(
  { position, mail }: BatchItem,
  fate: { reason: RefusalReason; detail?: string } | { threadId: number; isOwn: boolean },
): Outcome {
  const message = { position, external_id: mail.external_id, subject: mail.subject }
  if ('reason' in fate)
    return { ...message, outcome: 'refused', thread_id: null, reason: fate.reason, detail: fate.detail ?? null }
  return { ...message, outcome: fate.isOwn ? 'taken' : 'joined', thread_id: fate.threadId, reason: null, detail: null }
}

function sendersOf(items: readonly BatchItem[]): sql.NewUser[] {
  const senders = new Map<string, sql.NewUser>()
  for (const { mail } of items) {
    const sender = mail.sender!
    if (!senders.get(sender.email)?.last_name) senders.set(sender.email, sender)
  }
  return [...senders.values()]
}

const tagsOf = (items: readonly BatchItem[]) =>
  new Set([
    ...listTags(items.map((item) => item.mail.subject)),
    ...items.flatMap((item) => item.mail.list_names.map((name) => name.toLowerCase())),
  ])

async function requireNetwork(client: PoolClient, slug: string): Promise<number> {
  const networks = await sql.findNetworks(client)
  const network = networks.find((one) => one.slug === slug)
  if (network) return network.id
  const list = networks.map((one) => `${one.slug} (${one.display_name})`).join(', ')
  throw problem('mail.unknown_network', {
    message: `There’s no network “${slug}.” ${list ? `Available: ${list}.` : 'No networks exist yet.'}`,
  })
}

async function requireNoOther(client: PoolClient): Promise<void> {
  const { rows } = await client.query(sql.tryLockImport())
  if (!rows[0].locked)
    throw problem('mail.import_running', {
      message: 'Another import is running. Wait for it to finish, then start this one again.',
    })
}

/**
 * A five-character code means that PostgreSQL rejected the data, unless it reports a lost connection, a shutdown or
 * missing resources.
 */
const isRefusedByDatabase = (error: unknown): error is Error & { code: string } =>
  error instanceof Error &&
  'code' in error &&
  /^[0-9A-Z]{5}$/.test(String(error.code)) &&
  !/^(08|57P|53)/.test(String(error.code))

const lostDatabase = (error: unknown) =>
  error instanceof TypeError || error instanceof RangeError
    ? error
    : problem('mail.database_away', {
        message: `Lost the connection to the database (${error instanceof Error ? error.message : error}). Run the same command again; what was imported stays, and nothing is imported twice.`,
      })
