/**
 * Which thread a message belongs to.
 *
 * By References and In-Reply-To first: a message belongs with every message that it names, and with every
 * message that names it or names the same missing one, so an archive may come in any order and in pieces.
 * Two threads that turn out to be one are merged, unless staff have taken one of them from view. When all have come, a thread that begins with an answer
 * ("Re:") and nothing that it answers is placed by its subject, in the order of time: it joins the thread of
 * that subject where someone spoke last, at most a month before. Done while messages come, this would depend
 * on their order. Two messages without a sign of answering are never joined.
 */
export interface Arrival {
  external_id: string
  references: readonly string[]
  /** Used when it opens a thread. */
  fresh_thread_id: number
}

export interface Known {
  /** Thread of each message that is already there. */
  threads: ReadonlyMap<string, number>
  /** Threads that wait for a message which is not there yet. */
  awaiting: ReadonlyMap<string, readonly number[]>
  /** Threads that staff have removed or not approved. They stay apart, or their messages would be in view again. */
  hidden?: ReadonlySet<number>
}

export interface Placement {
  thread_ids: Map<string, number>
  /** From the thread that ceases to exist to the one that takes its messages. */
  merged: Map<number, number>
}

export interface SubjectThread {
  thread_id: number
  /** Topic in lower case; '' never joins anything. */
  subject_key: string
  first_at: number
  last_at: number
  is_opened_by_reply: boolean
}

const DAY_MS = 86_400_000
const SUBJECT_WINDOW_MS = 30 * DAY_MS
const CLOCK_SKEW_MS = DAY_MS

export function placeArrivals(arrivals: readonly Arrival[], known: Known): Placement {
  const threads = new Map(known.threads)
  const awaiting = new Map([...known.awaiting].map(([id, ids]) => [id, [...ids]]))
  const merged = new Map<number, number>()
  const current = (id: number): number => (merged.has(id) ? current(merged.get(id)!) : id)

  for (const { external_id, references, fresh_thread_id } of arrivals) {
    const found = [external_id, ...references].flatMap((id) => [threads.get(id) ?? [], awaiting.get(id) ?? []].flat())
    const ids = [...new Set(found.map(current))].sort((one, other) => one - other)
    const standing = ids.filter((id) => !known.hidden?.has(id))
    const answered = references.map((id) => threads.get(id)).findLast((id) => id !== undefined)
    const isAside = answered !== undefined && known.hidden?.has(answered)
    const threadId = isAside ? answered : (standing[0] ?? ids[0] ?? fresh_thread_id)
    for (const loser of standing.slice(1)) merged.set(loser, standing[0]!)
    threads.set(external_id, threadId)
    for (const id of references) if (!threads.has(id)) awaiting.set(id, [...(awaiting.get(id) ?? []), threadId])
  }
  return {
    thread_ids: new Map(arrivals.map(({ external_id }) => [external_id, current(threads.get(external_id)!)])),
    merged: new Map([...merged.keys()].map((loser) => [loser, current(loser)])),
  }
}

/** Where threads that begin with an answer belong: from each of them to the thread that takes its messages. */
export function placeBySubject(all: readonly SubjectThread[]): Map<number, number> {
  const merged = new Map<number, number>()
  for (const [key, threads] of Map.groupBy(all, (thread) => thread.subject_key)) {
    if (key === '' || !threads.some((thread) => thread.is_opened_by_reply)) continue
    const standing = threads.filter((thread) => !thread.is_opened_by_reply).map((thread) => ({ ...thread }))
    const orphans = threads
      .filter((thread) => thread.is_opened_by_reply)
      .toSorted((one, other) => one.first_at - other.first_at)
    for (const orphan of orphans) {
      const home = standing
        .filter(
          (one) =>
            one.first_at <= orphan.first_at + CLOCK_SKEW_MS && orphan.first_at - one.last_at <= SUBJECT_WINDOW_MS,
        )
        .sort((one, other) => other.last_at - one.last_at)[0]
      if (home) {
        merged.set(orphan.thread_id, home.thread_id)
        home.last_at = Math.max(home.last_at, orphan.last_at)
      } else standing.push({ ...orphan })
    }
  }
  return merged
}

export interface RootCandidate {
  id: number
  is_reply: boolean
  sent_at: number
}

/** The message that opens a thread among those that answer nothing in it: a question before an answer, then the earliest. */
export function chooseRoot<C extends RootCandidate>(candidates: readonly C[]): C | undefined {
  return [...candidates].sort(
    (one, other) => Number(one.is_reply) - Number(other.is_reply) || one.sent_at - other.sent_at || one.id - other.id,
  )[0]
}
