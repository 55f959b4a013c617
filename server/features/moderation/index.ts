import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { claimModerationItem, closeThread, moderateItems } from './moderation.actions.ts'

export { moderationReads } from './moderation.reads.ts'

export const moderationActions = (pool: pg.Pool, bus: Bus): Actions => ({
  claimModerationItem: (call: Call<never>) => claimModerationItem(pool, bus, call),
  moderateItems: (call: Call<never>) => moderateItems(pool, bus, call),
  closeThread: (call: Call<never>) => closeThread(pool, bus, call, true),
  reopenThread: (call: Call<never>) => closeThread(pool, bus, call, false),
})
