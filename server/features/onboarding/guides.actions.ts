/** The checklist, the selected topics, and one-time tours and alerts. */
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { Parameter, sql, type Relation, type Viewer } from '#server/platform/graph/sql.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { PERSONALIZATION_CHOICES } from '#shared/onboarding.ts'
import { closeChecklist, completeChecklist, completeItem, keepChoices, viewAlert, viewTour } from './guides.sql.ts'
import { onboarding } from './onboarding.access.ts'

/** The rows of a relation with these keys. */
const withKeys = (pool: pg.Pool, viewer: Viewer, relation: Relation, keys: readonly string[]) =>
  selectRows<{ id: number; key: string }>(
    pool,
    sql`select distinct r.id, r.key from ${relation} r where r.key = any(${new Parameter('keys', 'text[]', () => keys)})`,
    viewer,
  )

/** Disabled and unknown guides get the same response. */
async function idOf(pool: pg.Pool, viewer: Viewer, relation: Relation, key: string): Promise<number> {
  const [row] = await withKeys(pool, viewer, relation, [key])
  if (!row) throw problem('onboarding.not_found', { message: 'This is no longer available.', field: 'key' })
  return row.id
}

export async function completeOnboardingChecklistItem(
  pool: pg.Pool,
  { viewer, args }: Call<{ key: string }>,
): Promise<number> {
  const id = await idOf(pool, viewer, onboarding.checklist_items, args.key)
  await pool.query(completeItem({ userId: viewer.id, itemId: id }))
  return id
}

export async function completeOnboardingChecklist(pool: pg.Pool, { viewer }: Call<object>): Promise<number> {
  await pool.query(completeChecklist({ userId: viewer.id }))
  return viewer.id
}

export async function closeOnboardingChecklist(pool: pg.Pool, { viewer }: Call<object>): Promise<number> {
  await pool.query(closeChecklist({ userId: viewer.id }))
  return viewer.id
}

/** Takes the complete selection: topics not in `keys` are removed. Resolves to the member's id. */
export async function savePersonalizationChoices(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ keys: string[] }>,
): Promise<number> {
  const keys = [...new Set(args.keys)]
  if (keys.length > PERSONALIZATION_CHOICES)
    throw problem('onboarding.too_many_choices', {
      message: `You can choose up to ${PERSONALIZATION_CHOICES} topics. Remove some.`,
      field: 'keys',
    })
  const known = await withKeys(pool, viewer, onboarding.personalization_items, keys)
  if (known.length < keys.length)
    throw problem('onboarding.choice_unknown', {
      message: 'One of these topics is no longer available. Reload the page and choose again.',
      field: 'keys',
    })
  await transaction(pool, bus, async (tx) => {
    const ids = known.map(({ id }) => id)
    await tx.query(keepChoices({ userId: viewer.id, choiceIds: ids }))
  })
  return viewer.id
}

export async function viewedFeatureTour(pool: pg.Pool, { viewer, args }: Call<{ key: string }>): Promise<number> {
  const id = await idOf(pool, viewer, onboarding.feature_tours, args.key)
  await pool.query(viewTour({ userId: viewer.id, tourId: id }))
  return id
}

export async function viewedFeatureAlert(pool: pg.Pool, { viewer, args }: Call<{ key: string }>): Promise<number> {
  const id = await idOf(pool, viewer, onboarding.feature_alerts, args.key)
  await pool.query(viewAlert({ userId: viewer.id, alertId: id }))
  return id
}
