import type { Viewer } from '#server/platform/graph/sql.ts'
import { mayEverywhere } from '#shared/staff-roles.ts'
import type pg from 'pg'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { BADGES, badgeProblem, TITLES, titleProblem, type BadgeRule, type TitleStatus } from '#shared/recognition.ts'
import { claimValues, earlierResult, type IdempotentRequest } from '#server/platform/database/idempotency.ts'
import { badgeEarned, titleOffered } from './recognition.signals.ts'
import {
  answerTitles,
  countTitles,
  giveBadge,
  insertBadge,
  offerTitle,
  selectGivenBadge,
  selectHonourable,
  takeBadge,
  takeTitle,
  updateBadge,
  updateOwnBadge,
} from './recognition.sql.ts'

/** To everyone else, these operations look as if they did not exist. */
const notFoundProblem = (field: string) =>
  problem('recognition.not_found', { message: 'This isn’t available, or you don’t have permission.', field })

function requireStaff({ grants }: Pick<Viewer, 'grants'>, field: string): void {
  if (!mayEverywhere(grants, 'content')) throw forbidden(notFoundProblem(field))
}

interface BadgeChoice {
  badge_id: number
  public?: boolean | null
  has_been_displayed_publicly?: boolean | null
}

/** Shows or hides one of the member's own badges. Resolves to the badge's id. */
export async function updateBadgeNotification(pool: pg.Pool, { viewer, args }: Call<BadgeChoice>): Promise<number> {
  const { rows } = await pool.query<{ badge_id: number }>(
    updateOwnBadge({
      userId: viewer.id,
      badgeId: args.badge_id,
      isPublic: args.public ?? null,
      isShown: args.has_been_displayed_publicly ?? null,
    }),
  )
  if (!rows[0])
    throw problem('recognition.badge_not_found', { message: 'You don’t have this badge.', field: 'badge_id' })
  return rows[0].badge_id
}

/** Accepts or ignores offered titles: all of them, or none. */
export async function answerCommunityTitles(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ community_title_ids: number[] }>,
  status: TitleStatus,
): Promise<number> {
  const ids = [...new Set(args.community_title_ids)]
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query(answerTitles({ userId: viewer.id, titleIds: ids, status }))
    if (rows.length < ids.length)
      throw problem('recognition.title_not_found', {
        message: 'This title is no longer on offer. Reload the page to see the titles offered to you.',
        field: 'community_title_ids',
      })
    return viewer.id
  })
}

interface SaveArgs {
  id?: number | null
  badge: BadgeRule
  is_retired?: boolean | null
}

/** Staff create or change a badge. Members who have it keep it. */
export async function saveBadge(pool: pg.Pool, { viewer, args }: Call<SaveArgs>): Promise<number> {
  requireStaff(viewer, 'id')
  const badge = { ...args.badge, num_required: args.badge.num_required ?? null, duration: args.badge.duration ?? null }
  const wrong = badgeProblem(badge)
  if (wrong) throw problem('recognition.badge', wrong)
  const { type_of_badge, tier, description, num_required, duration, index } = badge
  const rule = {
    type: type_of_badge,
    tier,
    description: description.trim(),
    numRequired: num_required,
    duration,
    index,
    isRetired: args.is_retired ?? false,
  }
  const { rows } = await (args.id
    ? pool.query<{ id: number }>(updateBadge({ id: args.id, ...rule }))
    : pool.query<{ id: number }>(insertBadge({ ...rule, limit: BADGES })))
  if (rows[0]) return rows[0].id
  if (args.id) throw notFoundProblem('id')
  throw problem('recognition.badges_full', {
    message: `There are already ${BADGES} badges, which is the limit. Edit a retired one instead.`,
    field: 'badge',
  })
}

interface AwardArgs {
  badge_id: number
  user_id: number
}

async function requireMember(tx: Transaction, userId: number): Promise<void> {
  const { rows } = await tx.query(selectHonourable({ userId }))
  if (!rows[0])
    throw problem('recognition.member_not_found', {
      message: 'This member isn’t available or doesn’t have access right now.',
      field: 'user_id',
    })
}

/** Staff award a badge. Idempotent: no second award, no second notification. */
export async function awardBadge(pool: pg.Pool, bus: Bus, { viewer, args }: Call<AwardArgs>): Promise<number> {
  requireStaff(viewer, 'badge_id')
  return transaction(pool, bus, async (tx) => {
    const { rows: given } = await tx.query(selectGivenBadge({ badgeId: args.badge_id }))
    if (!given[0]) throw notFoundProblem('badge_id')
    await requireMember(tx, args.user_id)
    const { rows } = await tx.query(giveBadge({ userId: args.user_id, badgeId: args.badge_id, awardedBy: viewer.id }))
    if (rows[0]) tx.announce(badgeEarned({ userId: args.user_id, badgeId: args.badge_id }))
    return args.badge_id
  })
}

export async function withdrawBadge(pool: pg.Pool, { viewer, args }: Call<AwardArgs>): Promise<number> {
  requireStaff(viewer, 'badge_id')
  const { rows } = await pool.query(takeBadge({ userId: args.user_id, badgeId: args.badge_id, withdrawnBy: viewer.id }))
  if (!rows[0]) throw notFoundProblem('badge_id')
  return args.badge_id
}

interface OfferArgs {
  user_id: number
  label: string
  rank: number
  expiration_date?: string | null
  idempotency_key: string
}

/** Staff offer a title. It is not shown anywhere until the member accepts it. */
export async function offerCommunityTitle(pool: pg.Pool, bus: Bus, { viewer, args }: Call<OfferArgs>): Promise<number> {
  requireStaff(viewer, 'user_id')
  const { idempotency_key, ...asked } = args
  const intent: IdempotentRequest = { userId: viewer.id, key: idempotency_key, operation: 'offerCommunityTitle', asked }
  const title = { label: args.label, rank: args.rank, expiration_date: args.expiration_date ?? null }
  const wrong = titleProblem(title, new Date())
  if (wrong) throw problem('recognition.title', wrong)
  return transaction(pool, bus, async (tx) => {
    await requireMember(tx, args.user_id)
    const { rows: held } = await tx.query<{ held: number }>(countTitles({ userId: args.user_id }))
    if (held[0]!.held >= TITLES)
      throw problem('recognition.titles_full', {
        message: `This member already has ${TITLES} titles or offers, which is the limit. Withdraw one first.`,
        field: 'user_id',
      })
    const { rows } = await tx.query<{ id: number }>(
      offerTitle({
        ...claimValues(intent),
        memberId: args.user_id,
        label: title.label.trim(),
        rank: title.rank,
        expirationDate: title.expiration_date,
      }),
    )
    if (!rows[0]) return (await earlierResult(tx, intent))!
    tx.announce(titleOffered({ userId: args.user_id, titleId: rows[0].id }))
    return rows[0].id
  })
}

export async function withdrawCommunityTitle(pool: pg.Pool, { viewer, args }: Call<{ id: number }>): Promise<number> {
  requireStaff(viewer, 'id')
  const { rows } = await pool.query(takeTitle({ id: args.id, userId: viewer.id }))
  if (!rows[0]) throw notFoundProblem('id')
  return args.id
}
