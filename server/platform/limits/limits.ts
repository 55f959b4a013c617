/**
 * How much a member may post. An act is counted in its own transaction, by the statement that does it or one beside it;
 * when a limit is reached the database ends that transaction, so that a refused act, a failed one and a repeated one
 * cost nothing.
 */
import type pg from 'pg'
import { communitySettings } from '#server/platform/community-settings.ts'
import type { Transaction } from '#server/platform/database/transaction.ts'
import { log } from '#server/platform/log/log.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { limitSentence, POSTING_LIMITS, scaledLimit, type LimitKind, type LimitReached } from '#shared/limits.ts'
import { countAct, insertHit } from './limits.sql.ts'

/** Raised by count_limited_act. */
const REACHED = 'LM001'
const HOUR_S = 3600
/** Staff are on record by what they do, and not limited. */
const NO_LIMIT: Windows = [[], []]

/** Seconds of each window, and how many fit. */
export type Windows = [seconds: number[], limits: number[]]
type Poster = Pick<Session, 'id' | 'is_staff' | 'current_state' | 'is_newcomer'>

/** How many of each kind are done at once. */
export type Acts = Partial<Record<LimitKind, number>>

export interface Limits {
  pool: pg.Pool
  memberId: number
  of(kind: LimitKind): Windows
}

/** The limits that apply to this member now. Asked for before a transaction begins, because it may need a connection. */
export async function limitsOf(pool: pg.Pool, member: Poster): Promise<Limits> {
  const settings = await communitySettings(pool)
  const who = member.is_newcomer || member.current_state !== 'full access' ? 'newcomer' : 'member'
  const of = (kind: LimitKind): Windows => {
    const percent = settings(`limit_${kind}`)
    if (member.is_staff || percent === 0) return NO_LIMIT
    const { windows } = POSTING_LIMITS[kind]
    return [windows.map(({ hours }) => hours * HOUR_S), windows.map((window) => scaledLimit(window[who], percent))]
  }
  return { pool, memberId: member.id, of }
}

/** For what was counted when it was sent. */
export const countedBefore = (pool: pg.Pool, memberId: number): Limits => ({ pool, memberId, of: () => NO_LIMIT })

/** Counts what is done in this transaction; refuses with a sentence when a limit is reached. */
export async function countActs(tx: Pick<Transaction, 'query'>, limits: Limits, acts: Acts): Promise<void> {
  for (const [kind, asked] of Object.entries(acts) as [LimitKind, number][]) {
    const windows = limits.of(kind)
    if (asked > 0 && windows[0].length > 0)
      await withinLimits(limits, () => tx.query({ ...countAct, values: [limits.memberId, kind, asked, ...windows] }))
  }
}

/** Runs what counts by itself. A limit that is reached becomes a sentence, and staff see who reached it. */
export async function withinLimits<T>({ pool, memberId }: Limits, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const { code, detail = '' } = error as { code?: string; detail?: string }
    if (code !== REACHED) throw error
    const { at, time_zone, ...reached } = JSON.parse(detail) as LimitReached & { time_zone: string }
    const retryAt = at && new Date(at)
    // Not awaited: the connection of the act is still held, and others may wait for one.
    pool
      .query({ ...insertHit, values: [memberId, reached.kind] })
      .catch((failure: unknown) => log.warn({ error: failure }, 'a reached limit was not recorded'))
    throw problem('limits.reached', {
      message: limitSentence({ ...reached, at: retryAt }, time_zone),
      ...(retryAt && { retryAt }),
    })
  }
}
