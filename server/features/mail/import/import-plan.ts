/** Plans what a batch of an archive will write, before anything is written. */
import type { AwaitedMessage, KnownMessage, MessageRow, ThreadRow } from '#server/features/mail/mail.sql.ts'
import type { PreparedMail } from '#server/features/mail/parsing/prepared-mail.ts'
import { readSubject, type Subject } from './subjects.ts'
import { chooseRoot, placeArrivals } from './threading.ts'

export interface BatchItem {
  position: number
  mail: PreparedMail
  raw: Buffer
  sent_at: string
}

export interface Found {
  messages: readonly KnownMessage[]
  awaiting: readonly AwaitedMessage[]
  userIds: ReadonlyMap<string, number>
  threadIds: readonly number[]
  messageIds: readonly number[]
  tags: ReadonlySet<string>
}

export interface Plan {
  threads: ThreadRow[]
  messages: MessageRow[]
  awaited: { message_id: number; external_id: string; distance: number }[]
  /** Messages already stored whose parent is in this batch. */
  adopted: { message_id: number; parent_id: number; distance: number }[]
  /** Threads already stored that turned out to be the same thread. */
  merged: Map<number, number>
  /** Threads already stored that receive messages. */
  touched: number[]
}

interface Placed {
  item: BatchItem
  id: number
  threadId: number
  parentId: number | null
  subject: Subject
}

export function planBatch(items: readonly BatchItem[], found: Found): Plan {
  const here = found.messages.filter((message) => message.in_network)
  const subjects = items.map(({ mail }) => readSubject(mail.subject, found.tags))
  const placement = placeArrivals(
    items.map((item, index) => ({
      external_id: item.mail.external_id,
      references: item.mail.references,
      fresh_thread_id: found.threadIds[index]!,
    })),
    {
      threads: new Map(here.map((message) => [message.external_id, message.thread_id])),
      awaiting: new Map(
        [...Map.groupBy(found.awaiting, (one) => one.external_id)].map(([id, ones]) => [
          id,
          ones.map((one) => one.thread_id),
        ]),
      ),
      hidden: new Set([...here, ...found.awaiting].filter((one) => one.is_hidden).map((one) => one.thread_id)),
    },
  )
  const standsIn = (threadId: number) => placement.merged.get(threadId) ?? threadId
  const ids = new Map([
    ...here.map((message) => [message.external_id, message.message_id] as const),
    ...items.map((item, index) => [item.mail.external_id, found.messageIds[index]!] as const),
  ])
  const threadIds = new Map([
    ...here.map((message) => [message.external_id, standsIn(message.thread_id)] as const),
    ...placement.thread_ids,
  ])
  const placed = placeUnderParents(items, { ids, subjects, found, threadIds })
  const fresh = new Set(found.threadIds)
  const opened = Map.groupBy(
    placed.filter((one) => fresh.has(one.threadId)),
    (one) => one.threadId,
  )
  const roots = new Map([...opened].map(([threadId, ones]) => [threadId, rootOf(ones)]))
  const batch = new Map(placed.map((one) => [one.item.mail.external_id, one]))
  return {
    threads: [...roots.values()].map((root) => threadRow(root, found.userIds)),
    messages: placed.map((one) => messageRow(one, { isRoot: roots.get(one.threadId) === one, userIds: found.userIds })),
    awaited: placed.flatMap((one) => awaitedBy(one, ids)),
    adopted: found.awaiting.flatMap((one) => {
      const parent = batch.get(one.external_id)
      return parent?.threadId !== standsIn(one.thread_id) || isAnswerTo(parent.id, one.message_id, placed)
        ? []
        : { message_id: one.message_id, parent_id: parent.id, distance: one.distance }
    }),
    merged: new Map([...placement.merged].filter(([loser]) => !fresh.has(loser))),
    touched: [...new Set(placed.map((one) => one.threadId))].filter((id) => !fresh.has(id)),
  }
}

function placeUnderParents(
  items: readonly BatchItem[],
  {
    ids,
    subjects,
    found,
    threadIds,
  }: {
    ids: ReadonlyMap<string, number>
    subjects: readonly Subject[]
    found: Found
    threadIds: ReadonlyMap<string, number>
  },
): Placed[] {
  const parents = new Map<number, number>()
  return items.map((item, index) => {
    const id = found.messageIds[index]!
    const threadId = threadIds.get(item.mail.external_id)!
    const parentId =
      item.mail.references
        .filter((reference) => threadIds.get(reference) === threadId)
        .map((reference) => ids.get(reference))
        .findLast((parent) => parent !== undefined && !leadsTo(parent, id, parents)) ?? null
    if (parentId !== null) parents.set(id, parentId)
    return { item, id, threadId, parentId, subject: subjects[index]! }
  })
}

/** Detects a cycle: two messages that claim to reply to each other. */
function leadsTo(from: number, target: number, parents: ReadonlyMap<number, number>): boolean {
  for (let id: number | undefined = from; id !== undefined; id = parents.get(id)) if (id === target) return true
  return false
}

const isAnswerTo = (id: number, target: number, placed: readonly Placed[]) =>
  leadsTo(id, target, new Map(placed.flatMap((one) => (one.parentId === null ? [] : [[one.id, one.parentId]]))))

function rootOf(placed: readonly Placed[]): Placed {
  const free = placed.filter((one) => one.parentId === null)
  const candidates = (free.length > 0 ? free : placed).map((one) => ({
    id: one.id,
    is_reply: one.subject.isReply,
    sent_at: Date.parse(one.item.sent_at),
    one,
  }))
  return chooseRoot(candidates)!.one
}

/** Missing references that are closer than its parent; the parent tracks those beyond it. */
function awaitedBy({ item, id }: Placed, ids: ReadonlyMap<string, number>): Plan['awaited'] {
  const awaited: Plan['awaited'] = []
  for (const [distance, external_id] of item.mail.references.toReversed().entries()) {
    if (ids.has(external_id)) break
    awaited.push({ message_id: id, external_id, distance })
  }
  return awaited
}

function threadRow({ item, threadId, subject }: Placed, userIds: ReadonlyMap<string, number>): ThreadRow {
  return {
    id: threadId,
    author_id: userIds.get(item.mail.sender!.email)!,
    topic: subject.topic,
    cleaned_body: item.mail.read.text,
    cleaned_html: item.mail.read.html,
    text_is_wrapping: item.mail.read.isWrapping,
    pub_date: item.sent_at,
  }
}

function messageRow(
  { item, id, threadId, parentId }: Placed,
  { isRoot, userIds }: { isRoot: boolean; userIds: ReadonlyMap<string, number> },
): MessageRow {
  const { mail, sent_at } = item
  return {
    id,
    thread_id: threadId,
    sender_id: userIds.get(mail.sender!.email)!,
    message_replied_id: isRoot ? null : parentId,
    is_original_message: isRoot,
    subject: mail.subject,
    body: mail.full_html,
    parsed_body: mail.read.html,
    cleaned_body: mail.read.text,
    pub_date: sent_at,
    external_id: mail.external_id,
  }
}
