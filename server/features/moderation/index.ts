import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { claimModerationItem, closeThread, moderateItems, revealAnonymousAuthor } from './moderation.actions.ts'
import { reportContent, resolveReport } from './reports.actions.ts'

export { reportReads } from './reports.reads.ts'
export { moderationReads } from './moderation.reads.ts'

export const moderationActions = (pool: pg.Pool, bus: Bus): Actions => ({
  claimModerationItem: (call: Call<never>) => claimModerationItem(pool, bus, call),
  moderateItems: (call: Call<never>) => moderateItems(pool, bus, call),
  revealAnonymousAuthor: (call: Call<never>) => revealAnonymousAuthor(pool, bus, call),
  reportContent: (call: Call<never>) => reportContent(pool, bus, call),
  resolveReport: (call: Call<never>) => resolveReport(pool, bus, call),
  closeThread: (call: Call<never>) => closeThread(pool, bus, call, true),
  reopenThread: (call: Call<never>) => closeThread(pool, bus, call, false),
})
