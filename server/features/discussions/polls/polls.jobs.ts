/** Closes polls at their end date. Votes are refused from that moment anyway; this announces it to open pages. */
import { transaction } from '#server/platform/database/transaction.ts'
import type { JobTools } from '#server/platform/jobs/jobs.ts'
import { ended } from './polls.signals.ts'

export const pollJobs = {
  'polls:end': async ({ pool, bus }: JobTools): Promise<number> =>
    transaction(pool, bus, async (tx) => {
      const { rows } = await tx.query<Parameters<typeof ended>[0]>(
        `update polls p set active = false from thread_feed f
         where p.active and p.end_date <= now() and f.thread_id = p.thread_id
         returning p.id, p.thread_id, p.author_id, f.channels, f.visible`,
      )
      for (const poll of rows) tx.announce(ended(poll))
      return rows.length
    }),
}
