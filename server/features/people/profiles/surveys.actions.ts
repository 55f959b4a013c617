import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { refuse } from './profile-validation.ts'
import { insertCancelled, insertSurvey, touchPresence } from './surveys.sql.ts'

const ANSWERS_LENGTH = 20_000

interface Answered {
  answers: unknown
  source: string
}
interface Cancelled {
  source?: string | null
  placement?: string | null
}

/** Stores a completed survey. Resolves to its id. */
async function updateUserSurvey(pool: pg.Pool, { viewer, args }: Call<Answered>): Promise<number> {
  const { answers, source } = args
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers))
    return refuse('survey_answers', 'The answers must be an object.', 'answers')
  const text = JSON.stringify(answers)
  if (text.length > ANSWERS_LENGTH) refuse('survey_answers', 'The answers are too long. Shorten them.', 'answers')
  const { rows } = await pool.query<{ id: number }>(insertSurvey({ userId: viewer.id, answers: text, source }))
  return rows[0]!.id
}

/** Stores that the member postponed the survey. Resolves to its id. */
async function cancelUserSurvey(pool: pg.Pool, { viewer, args }: Call<Cancelled>): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    insertCancelled({ userId: viewer.id, source: args.source ?? 'userProfile', placement: args.placement ?? null }),
  )
  return rows[0]!.id
}

/** Called while the member's page is open. Members who hide their presence leave no trace. */
async function updateLastOnline(pool: pg.Pool, { viewer }: Call): Promise<number> {
  await pool.query(touchPresence({ userId: viewer.id }))
  return viewer.id
}

export const surveyActions = (pool: pg.Pool): Actions => ({
  updateUserSurvey: (call: Call<Answered>) => updateUserSurvey(pool, call),
  cancelUserSurvey: (call: Call<Cancelled>) => cancelUserSurvey(pool, call),
  updateLastOnline: (call: Call) => updateLastOnline(pool, call),
})
