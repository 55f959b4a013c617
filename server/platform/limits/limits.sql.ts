/** SQL for posting limits. */
import { statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql, type Parameter, type Sql } from '#server/platform/graph/sql.ts'
import type { LimitKind } from '#shared/limits.ts'

interface Act {
  actor: Parameter
  /** How many. */
  asked: Sql | Parameter
  /** The two lists of `Windows`. */
  seconds: Parameter
  limits: Parameter
}

/** Counts the act, or aborts the statement. */
export const counted = (kind: LimitKind, { actor, asked, seconds, limits }: Act): Sql =>
  sql`count_limited_act(${actor}, '${trustedSql(kind)}', ${asked}, ${seconds}, ${limits})`

export const countAct = statement(
  'count-limited-act',
  { userId: 'bigint', kind: 'text', asked: 'integer', seconds: 'integer[]', limits: 'integer[]' },
  (p) => sql`select count_limited_act(${p.userId}, ${p.kind}, ${p.asked}, ${p.seconds}, ${p.limits})`,
)
export const insertHit = statement(
  'insert-limit-hit',
  { userId: 'bigint', kind: 'text' },
  (p) => sql`
    insert into limit_hits as h (user_id, kind) values (${p.userId}, ${p.kind})
    on conflict (user_id, kind, day) do update set times = h.times + 1, last_at = now()`,
)
export const deleteOldHits = statement(
  'delete-old-limit-hits',
  { days: 'integer' },
  (p) => sql`delete from limit_hits where last_at < now() - make_interval(days => ${p.days})`,
)
