/** Ends answers whose server ended while it wrote them: what was written stays, and can be asked for again. */
import { transaction } from '#server/platform/database/transaction.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { written } from './assistant.signals.ts'
import { stopAbandoned } from './conversations/conversations.sql.ts'

/** Longer than any answer waits for its next sentence. */
const ABANDONED_SECONDS = 120

export const assistantJobs: Jobs = {
  'assistant:stop-abandoned': ({ pool, bus }) =>
    transaction(pool, bus, async (tx) => {
      const { rows } = await tx.query<{ id: number; conversation_id: number; user_id: number }>(
        stopAbandoned({ seconds: ABANDONED_SECONDS }),
      )
      for (const each of rows) tx.announce(written(each.user_id, each.conversation_id, each.id))
    }),
}
