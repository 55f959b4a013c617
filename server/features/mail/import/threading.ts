/**
 * Assigns messages to threads.
 *
 * First by References and In-Reply-To: a message belongs with every message that it names, and with every message that
 * names it or names the same missing message, so an archive may arrive in any order and in pieces. Two threads that
 * turn out to be one are merged, unless staff have hidden one of them. When all messages are in, a thread that starts
 * with a reply ("Re:") whose parent is missing is placed by subject, in chronological order: it joins the thread with
 * that subject that was active last, at most a month before. During the import, the result would depend on the order of
 * arrival. Two messages without any sign of a reply are never joined.
 */
export interface Arrival {
  external_id: string
  references: readonly string[]
  /** Used if the message opens a thread. */
  fresh_thread_id: number
}

export interface Known {
  /** The thread of each message that is already stored. */
  threads: ReadonlyMap<string, number>
  /** Threads that wait for a message that has not arrived. */
  awaiting: ReadonlyMap<string, readonly number[]>
  /** Threads that staff removed or did not approve. Never merged, or their messages would become visible again. */
  hidden?: ReadonlySet<number>
}

export interface Placement {
  thread_ids: Map<string, number>
  /** From each thread that ceases to exist to the thread that receives its messages. */
  merged: Map<number, number>
}

export interface SubjectThread {
  thread_id: number
  /** The topic in lower case; '' never joins anything. */
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

/** For each thread that starts with a reply: the thread that receives its messages. */
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

/**
 * Chooses the message that opens a thread among those without a parent in it: questions before replies, then the
 * earliest.
 */
export function chooseRoot<C extends RootCandidate>(candidates: readonly C[]): C | undefined {
  return [...candidates].sort(
    (one, other) => Number(one.is_reply) - Number(other.is_reply) || one.sent_at - other.sent_at || one.id - other.id,
  )[0]
}
