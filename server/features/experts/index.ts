import type pg from 'pg'
import { merged } from '#server/platform/graph/reads.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { saveVendorDeal } from './deals.actions.ts'
import { dealReads } from './deals.reads.ts'
import { triggerVendorConnection } from './connections.actions.ts'
import { recommendExpert } from './experts.actions.ts'
import { expertReads as directoryReads } from './experts.reads.ts'
import { makeExpertJobs } from './experts.jobs.ts'
import { mergeExperts, undoExpertMerge } from './merges.actions.ts'
import { mergeReads } from './merges.reads.ts'

export { experts, mayFindExpert } from './experts.access.ts'
export { expertOrder, expertMatches, readableMentions } from './search-conditions.ts'
export { importExperts } from './imports.actions.ts'
export { requestedExperts, writeExperts, type AskedExpert, type WantedExpert } from './requested-experts.ts'

export const expertJobs = makeExpertJobs
export const expertReads = merged(directoryReads, mergeReads, dealReads)

export const expertActions = (pool: pg.Pool, bus: Bus): Actions => ({
  recommendExpert: (call: Call<never>) => recommendExpert(pool, bus, call),
  triggerVendorConnection: (call: Call<never>) => triggerVendorConnection(pool, bus, call),
  saveVendorDeal: (call: Call<never>) => saveVendorDeal(pool, bus, call),
  mergeExperts: (call: Call<never>) => mergeExperts(pool, bus, call),
  undoExpertMerge: (call: Call<never>) => undoExpertMerge(pool, bus, call),
})
