import type pg from 'pg'
import { requirePermission } from '#server/platform/audit/staff-actions.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { accept, refuse } from './weekly.sql.ts'

/** Turns the weekly email of figures on or off for the viewer. */
export async function setWeeklyFigures(pool: pg.Pool, { viewer, args }: Call<{ wanted: boolean }>): Promise<number> {
  requirePermission(viewer, 'figures', 'somewhere')
  await pool.query((args.wanted ? accept : refuse)({ userId: viewer.id }))
  return viewer.id
}
