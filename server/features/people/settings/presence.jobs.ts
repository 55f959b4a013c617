/** Shows who is online, for everybody at once. Between two steps nothing moves, so nothing tells when somebody came. */
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { PRESENCE_FEWEST, PRESENCE_STEP_MINUTES } from '#shared/people.ts'
import { showPresence } from './presence.sql.ts'

export const presenceJobs = {
  'people:show-presence': async ({ pool }: JobTools): Promise<void> =>
    void (await pool.query({ ...showPresence, values: [PRESENCE_STEP_MINUTES, PRESENCE_FEWEST] })),
}
