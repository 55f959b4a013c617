/**
 * Updates who is shown as online, for all members at once. Nothing changes between two runs, so arrival times are not
 * revealed.
 */
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { PRESENCE_FEWEST, PRESENCE_STEP_MINUTES } from '#shared/people.ts'
import { showPresence } from './presence.sql.ts'

export const presenceJobs = {
  'people:show-presence': async ({ pool }: JobTools): Promise<void> =>
    void (await pool.query(showPresence({ minutes: PRESENCE_STEP_MINUTES, minimum: PRESENCE_FEWEST }))),
}
