import type pg from 'pg'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import {
  contextTooLong,
  FEEDBACK_LENGTH,
  feedbackTooLong,
  PREFERENCE_CONTEXT_LENGTH,
  DAILY_LIMIT_RANGE,
  QUESTIONS_PER_DAY,
} from '#shared/assistant.ts'
import { upsertFeedback, upsertPreferences } from './conversations.sql.ts'
import { requireAnswer, requireAssistant } from './own.ts'

interface FeedbackArgs {
  message: number
  is_positive: boolean
  details?: string | null
  is_shared?: boolean | null
}

/** Staff read it only if it is shared. Sent again, it replaces the former one. Resolves to the answer's id. */
export async function sendAIFeedback(pool: pg.Pool, { viewer, args }: Call<FeedbackArgs>): Promise<number> {
  await requireAssistant(pool, viewer)
  const details = args.details?.trim() || null
  const { length } = [...(details ?? '')]
  if (length > FEEDBACK_LENGTH)
    throw problem('assistant.feedback_too_long', { message: feedbackTooLong(length), field: 'details' })
  const { id } = await requireAnswer(pool, viewer, args.message)
  await pool.query(
    upsertFeedback({ messageId: id, isPositive: args.is_positive, details, isShared: args.is_shared ?? false }),
  )
  return id
}

interface PreferenceArgs {
  risk_tolerance?: 'low' | 'medium' | 'high' | null
  context?: string | null
  daily_limit?: number | null
}

/** Replaces all preferences. */
export async function updateAIUserPreferences(pool: pg.Pool, { viewer, args }: Call<PreferenceArgs>): Promise<number> {
  await requireAssistant(pool, viewer)
  const context = args.context?.trim() ?? ''
  const { length } = [...context]
  if (length > PREFERENCE_CONTEXT_LENGTH)
    throw problem('assistant.context_too_long', { message: contextTooLong(length), field: 'context' })
  const dailyLimit = args.daily_limit ?? null
  if (dailyLimit !== null && (dailyLimit < 1 || dailyLimit > QUESTIONS_PER_DAY))
    throw problem('assistant.daily_limit', { message: DAILY_LIMIT_RANGE, field: 'daily_limit' })
  await pool.query(
    upsertPreferences({ userId: viewer.id, riskTolerance: args.risk_tolerance ?? null, context, dailyLimit }),
  )
  return viewer.id
}
