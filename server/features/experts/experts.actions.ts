import type pg from 'pg'
import { requireFeature } from '#server/features/networks/index.ts'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { plainText, sanitizeBody } from '#server/platform/html.ts'
import { countActs, limitsOf } from '#server/platform/limits/limits.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import {
  AFFILIATION_LENGTH,
  COMPANY_REQUIRED,
  EXPERTISE_REQUIRED,
  EXPERT_REQUIRED,
  MESSAGE_REQUIRED,
  RECOMMENDATION_LENGTH,
} from '#shared/experts.ts'
import { claimRecommendation, insertRecommendation, refreshExperts, selectAreas } from './experts.sql.ts'
import { requestedExperts, writeExperts, type AskedExpert } from './requested-experts.ts'

export interface RecommendArgs {
  expert?: Pick<AskedExpert, 'existing_expert' | 'new_expert'> | null
  message?: string | null
  areas_of_expertise?: number[] | null
  company?: Pick<AskedExpert, 'existing_company' | 'new_company'> | null
  affiliation?: string | null
  idempotency_key: string
}

/** Recommends an expert to the members of the viewer's networks. Resolves to the recommendation's id. */
export async function recommendExpert(pool: pg.Pool, bus: Bus, call: Call<RecommendArgs>): Promise<number> {
  const { idempotency_key, ...asked } = call.args
  const { id: authorId } = call.viewer
  const intent: IdempotentRequest = { userId: authorId, key: idempotency_key, operation: 'recommendExpert', asked }
  const claimed = claimValues(intent)
  const prepared = await orEarlierResult(pool, intent, () => prepareRecommendation(pool, call))
  if (typeof prepared === 'number') return prepared
  const limits = await limitsOf(pool, call.viewer)
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ result: number }>(claimRecommendation(claimed))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    const id = rows[0].result
    await countActs(tx, limits, { expert: 1 })
    const [expertId] = await writeExperts(tx, prepared.wanted, { creatorId: authorId, isListed: true })
    const { html, text, areas, affiliation } = prepared
    await tx.query(insertRecommendation({ id, expertId, authorId, html, text, areaIds: areas, affiliation }))
    await tx.query(refreshExperts({ expertIds: [expertId!] }))
    return id
  })
}

async function prepareRecommendation(pool: pg.Pool, { viewer, args }: Call<RecommendArgs>) {
  const { expert, company } = args
  await requireFeature(pool, viewer, 'recommendations')
  if (!expert?.existing_expert && !expert?.new_expert) refuse('expert_missing', EXPERT_REQUIRED, 'expert')
  const areas = [...new Set(args.areas_of_expertise)]
  if (areas.length === 0) refuse('expertise_missing', EXPERTISE_REQUIRED, 'areas_of_expertise')
  const isPerson = !expert?.existing_expert && expert?.new_expert?.type === 'individual'
  if (isPerson && !company?.existing_company && !company?.new_company)
    refuse('company_missing', COMPANY_REQUIRED, 'company')
  const html = sanitizeBody(args.message ?? '')
  const text = plainText(html)
  if (text.trim() === '') refuse('message_missing', MESSAGE_REQUIRED, 'message')
  if (text.length > RECOMMENDATION_LENGTH)
    refuse(
      'message_too_long',
      `The message is ${text.length.toLocaleString('en-US')} characters long. The limit is ${RECOMMENDATION_LENGTH.toLocaleString('en-US')}.`,
      'message',
    )
  const affiliation = args.affiliation?.replaceAll(/\s+/g, ' ').trim() || null
  if (affiliation !== null && [...affiliation].length > AFFILIATION_LENGTH)
    refuse(
      'affiliation_too_long',
      `Your relationship description is too long. The limit is ${AFFILIATION_LENGTH} characters.`,
      'affiliation',
    )
  if (viewer.channels.length === 0)
    refuse(
      'membership_ended',
      'Your membership has ended, so you can’t post a recommendation. Your text is saved.',
      'expert',
    )
  const { rows: known } = await pool.query(selectAreas({ areaIds: areas }))
  if (known.length < areas.length)
    refuse(
      'area_unknown',
      'One of the areas of expertise no longer exists. Choose again from the list.',
      'areas_of_expertise',
    )
  return { wanted: await requestedExperts(pool, viewer, [{ ...expert, ...company }]), html, text, areas, affiliation }
}

function refuse(reason: string, message: string, field: string): never {
  throw problem(`experts.${reason}`, { message, field })
}
