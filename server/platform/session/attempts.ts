/**
 * Rate limits for what can be guessed, counted in the database: a flood of other keys cannot evict an entry, and all
 * servers count together. Instead of a hard limit, each attempt adds a pause that doubles up to the limit and beyond.
 */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type pg from 'pg'

export interface Budget {
  /** What is counted; stored as a hash. */
  key: string
  /** Attempts accepted within `pauseSeconds`, the last ones after pauses. */
  limit: number
  /** The pause after the attempt that reaches the limit. */
  pauseSeconds: number
  /** How long a full budget takes to reset. */
  leakSeconds: number
}
export interface Taken {
  /** The index (from 0) of the budget that refused, and the seconds to wait; undefined if the attempt was accepted. */
  refused: { budget: number; seconds: number } | undefined
  keys: readonly string[]
  levels: readonly number[]
}
export interface Attempts {
  /** Counts one attempt against each budget, or against none if one of them refuses. */
  take(budgets: readonly Budget[]): Promise<Taken>
  /** Takes back an attempt that was not a guess, unless another attempt followed. */
  forgive(taken: Taken): Promise<void>
}

const takeAttempt = statement(
  'take-attempt',
  { keys: 'text[]', limits: 'integer[]', pauseSeconds: 'integer[]', leakSeconds: 'integer[]' },
  (p) =>
    sql`select refused, seconds, levels from take_attempt(${p.keys}, ${p.limits}, ${p.pauseSeconds}, ${p.leakSeconds})`,
)
const forgiveAttempt = statement(
  'forgive-attempt',
  { keys: 'text[]', levels: 'double precision[]' },
  (p) => sql`update attempts a set level = a.level - 1, open_at = '-infinity'
    from unnest(${p.keys}, ${p.levels}) as t (key, level) where a.key = t.key and a.level = t.level`,
)
export const deleteForgotten = 'delete from attempts where forgotten_at < now()'

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url')

export function makeAttempts(pool: pg.Pool): Attempts {
  return {
    async take(budgets) {
      const keys = budgets.map(({ key }) => hashOf(key))
      const { rows } = await pool.query<{ refused: number | null; seconds: number; levels: number[] | null }>(
        takeAttempt({
          keys,
          limits: budgets.map(({ limit }) => limit),
          pauseSeconds: budgets.map(({ pauseSeconds }) => pauseSeconds),
          leakSeconds: budgets.map(({ leakSeconds }) => leakSeconds),
        }),
      )
      const { refused, seconds, levels } = rows[0]!
      return {
        refused: refused === null ? undefined : { budget: refused - 1, seconds: Math.max(1, seconds) },
        keys,
        levels: levels ?? [],
      }
    },
    async forgive({ keys, levels }) {
      await pool.query(forgiveAttempt({ keys: keys.slice(0, levels.length), levels }))
    },
  }
}

/** Identifies a client for rate limits: the IPv4 address, or the /64 that one household or office gets in IPv6. */
export function clientNetwork(ip: string): string {
  const address = ip.replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!isIPv6(address)) return address
  const [head, tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = head ? head.split(':') : []
  const behind = tail ? tail.split(':').length : 0
  const whole =
    tail === undefined
      ? groups
      : [...groups, ...Array.from({ length: 8 - groups.length - behind }, () => '0'), ...tail.split(':')]
  return `${whole.slice(0, 4).join(':')}::/64`
}
