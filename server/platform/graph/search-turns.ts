/**
 * Shares the search connections among members. No member can use all of them, members take turns, and each member's
 * budget per minute is measured in database time, not in number of searches: a usual search takes milliseconds, and
 * only time is scarce.
 */
import { problem } from '#server/platform/problems.ts'
import { SEARCH_MS, SEARCH_MS_A_MINUTE, SEARCH_WAIT_MS, SEARCHES_AT_ONCE, SEARCHES_WAITING } from '#shared/search.ts'

const MINUTE_MS = 60_000
const CANCELED = '57014'
/** Above this many members, those with a full budget and no search are removed. */
const REMEMBERED = 1_000

interface Member {
  running: number
  waiting: (() => void)[]
  /** The remaining budget as of `countedAt`. Negative after a search ran longer than the budget allowed. */
  leftMs: number
  countedAt: number
}

export interface SearchTurns {
  /** Runs `search` for this member when it is their turn. */
  take<Found>(memberId: number, search: () => Promise<Found>): Promise<Found>
}

export const makeSearchTurns = (connections: number, now: () => number = () => performance.now()): SearchTurns =>
  new Turns(connections, now)

class Turns implements SearchTurns {
  readonly #connections: number
  readonly #now: () => number
  readonly #atOnce: number
  /** Ordered by last turn: a member whose search starts moves to the end. */
  readonly #members = new Map<number, Member>()
  #running = 0

  constructor(connections: number, now: () => number) {
    this.#connections = connections
    this.#now = now
    this.#atOnce = Math.max(1, Math.min(SEARCHES_AT_ONCE, connections - 1))
  }

  async take<Found>(memberId: number, search: () => Promise<Found>): Promise<Found> {
    const member = this.#memberOf(memberId)
    if (this.#left(member) <= 0) throw spent(member)
    if (member.waiting.length >= SEARCHES_WAITING) throw tooMany()
    await this.#turn(member)
    const began = this.#now()
    try {
      if (this.#left(member) <= 0) throw spent(member)
      return await search()
    } catch (error) {
      throw (error as { code?: string }).code === CANCELED ? tooSlow() : error
    } finally {
      member.leftMs -= this.#now() - began
      member.running -= 1
      this.#running -= 1
      this.#startNext()
    }
  }

  #memberOf(id: number): Member {
    if (this.#members.size > REMEMBERED) this.#forgetRested()
    const known = this.#members.get(id) ?? {
      running: 0,
      waiting: [],
      leftMs: SEARCH_MS_A_MINUTE,
      countedAt: this.#now(),
    }
    this.#members.set(id, known)
    return known
  }

  #forgetRested() {
    for (const [id, member] of this.#members)
      if (member.running === 0 && member.waiting.length === 0 && this.#left(member) === SEARCH_MS_A_MINUTE)
        this.#members.delete(id)
  }

  #left(member: Member): number {
    const now = this.#now()
    const regained = ((now - member.countedAt) / MINUTE_MS) * SEARCH_MS_A_MINUTE
    Object.assign(member, { leftMs: Math.min(SEARCH_MS_A_MINUTE, member.leftMs + regained), countedAt: now })
    return member.leftMs
  }

  #startNext() {
    while (this.#running < this.#connections) {
      const [next] = [...this.#members]
        .filter(([, { running, waiting }]) => waiting.length > 0 && running < this.#atOnce)
        .toSorted(([, { running: a }], [, { running: b }]) => a - b)
      if (!next) return
      const [id, member] = next
      this.#members.delete(id)
      this.#members.set(id, member)
      this.#running += 1
      member.running += 1
      member.waiting.shift()!()
    }
  }

  #turn(member: Member): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        member.waiting.splice(member.waiting.indexOf(begin), 1)
        reject(busy())
      }, SEARCH_WAIT_MS)
      member.waiting.push(begin)
      this.#startNext()
    })
  }
}

const tooSlow = () =>
  problem('search.too_slow', {
    message: `This took longer than ${SEARCH_MS / 1000} second and was stopped. Use rarer words, leave out quotation marks, or choose a network, a member or a date.`,
  })
const tooMany = () =>
  problem('search.too_many', { message: 'Too many of your searches are waiting. Search again when they are done.' })
const busy = () =>
  problem('search.busy', { message: 'Many members are searching at the moment. Search again in a few seconds.' })
const spent = ({ leftMs }: Member) => {
  // By then the budget covers one search of the maximum length.
  const seconds = Math.ceil((((SEARCH_MS - leftMs) / SEARCH_MS_A_MINUTE) * MINUTE_MS) / 1000)
  return problem('search.throttled', {
    message: `You’ve used up your search time for now. Search again in ${seconds} seconds.`,
  })
}
