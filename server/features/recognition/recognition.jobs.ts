import { transaction } from '#server/platform/database/transaction.ts'
import type { Jobs, JobTools } from '#server/platform/jobs/jobs.ts'
import { badgeEarned } from './recognition.signals.ts'
import { giveEarned } from './recognition.sql.ts'

const AT_ONCE = 200

/** Awards the badges earned since the last run, and notifies each member once. Resolves to the number of awards. */
async function award({ pool, bus }: JobTools): Promise<number> {
  for (let given = 0; ;) {
    const some = await transaction(pool, bus, async (tx) => {
      const { rows } = await tx.query<{ user_id: number; badge_id: number }>(giveEarned({ limit: AT_ONCE }))
      for (const { user_id, badge_id } of rows) tx.announce(badgeEarned({ userId: user_id, badgeId: badge_id }))
      return rows.length
    })
    given += some
    if (some < AT_ONCE) return given
  }
}

export const recognitionJobs: Jobs = { 'recognition:award': (tools: JobTools) => award(tools) }
