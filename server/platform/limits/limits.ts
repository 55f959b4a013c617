/**
 * Limits on how much a member may post. An act is counted in its own transaction, by the statement that performs it or
 * one next to it. When a limit is reached, the database aborts that transaction, so refused, failed and repeated acts
 * do not count.
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
/** Staff are not limited; their actions are recorded. */
const NO_LIMIT: Windows = [[], []]

/** Length of each window in seconds, and how many acts it allows. */
export type Windows = [seconds: number[], limits: number[]]
type Poster = Pick<Session, 'id' | 'is_staff' | 'current_state' | 'is_newcomer'>

/** Number of acts of each kind in one call. */
export type Acts = Partial<Record<LimitKind, number>>

export interface Limits {
  pool: pg.Pool
  memberId: number
  of(kind: LimitKind): Windows
}

/** The current limits of this member. Call before a transaction begins, because it may need a connection. */
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

/** For acts that were counted when they were sent. */
export const countedBefore = (pool: pg.Pool, memberId: number): Limits => ({ pool, memberId, of: () => NO_LIMIT })

/** Counts acts in this transaction; throws a problem with a sentence when a limit is reached. */
export async function countActs(tx: Pick<Transaction, 'query'>, limits: Limits, acts: Acts): Promise<void> {
  for (const [kind, asked] of Object.entries(acts) as [LimitKind, number][]) {
    const windows = limits.of(kind)
    if (asked > 0 && windows[0].length > 0)
      await withinLimits(limits, () =>
        tx.query(countAct({ userId: limits.memberId, kind, asked, seconds: windows[0], limits: windows[1] })),
      )
  }
}

/** Runs a statement that counts its act. A reached limit becomes a sentence, and staff see who reached it. */
export async function withinLimits<T>({ pool, memberId }: Limits, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const { code, detail = '' } = error as { code?: string; detail?: string }
    if (code !== REACHED) throw error
    const { at, time_zone, ...reached } = JSON.parse(detail) as LimitReached & { time_zone: string }
    const retryAt = at && new Date(at)
    // Not awaited: the act still holds its connection, and others may wait for one.
    pool
      .query(insertHit({ userId: memberId, kind: reached.kind }))
      .catch((failure: unknown) => log.warn({ error: failure }, 'a reached limit was not recorded'))
    throw problem('limits.reached', {
      message: limitSentence({ ...reached, at: retryAt }, time_zone),
      ...(retryAt && { retryAt }),
    })
  }
}
