/** The message for a suspended user who has just proven their identity. */
import { longDate } from '#shared/kit/dates.ts'
import { problem, type Problem } from '#server/platform/problems.ts'
import { selectSuspension } from './accounts.sql.ts'
import type { AuthContext } from './auth-context.ts'

/**
 * States the end of the suspension and the support address. Without a date, the same message for accounts that cannot
 * sign in at all.
 */
export async function suspendedProblem(
  { pool, supportEmail }: Pick<AuthContext, 'pool' | 'supportEmail'>,
  email: string,
): Promise<Problem> {
  const { rows } = await pool.query<{ time_zone: string; until: Date | null; theme: string | null }>(
    selectSuspension({ email }),
  )
  const [found] = rows
  const writeTo = `write to ${supportEmail(found?.theme ?? null)}`
  const message =
    found === undefined
      ? `You can’t sign in to this account right now. For help, ${writeTo}.`
      : found.until === null
        ? `Your account is suspended. If you have a question, ${writeTo}.`
        : `Your account is suspended until ${longDate(found.until, found.time_zone)}. If you have a question, ${writeTo}.`
  return problem('accounts.suspended', { message, status: 401 })
}
