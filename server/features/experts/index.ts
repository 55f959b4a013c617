import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { triggerVendorConnection } from './connections.actions.ts'
import { dealAdministration } from './deals/deals.access.ts'
import { saveVendorDeal } from './deals/deals.actions.ts'
import { dealReads } from './deals/deals.reads.ts'
import { experts } from './experts.access.ts'
import { recommendExpert } from './experts.actions.ts'
import { makeExpertJobs } from './experts.jobs.ts'
import { expertReads } from './experts.reads.ts'
import { importExperts } from './imports/imports.actions.ts'
import { expertAdministration } from './merges/merges.access.ts'
import { mergeExperts, undoExpertMerge } from './merges/merges.actions.ts'
import { mergeReads } from './merges/merges.reads.ts'
import { expertsPersonalData } from './personal-data.ts'

export { mayFindExpert } from './experts.access.ts'
export { experts, importExperts }
export { expertOrder, expertMatches, readableMentions } from './search-conditions.ts'
export { requestedExperts, writeExperts, type AskedExpert, type WantedExpert } from './requested-experts.ts'

export const expertsFeature = defineFeature({
  name: 'experts',
  level: 'content',
  reads: merged(expertReads, mergeReads, dealReads),
  access: [experts, expertAdministration, dealAdministration],
  personalData: expertsPersonalData,
  actions: ({ pool, bus }) => ({
    recommendExpert: (call: Call<never>) => recommendExpert(pool, bus, call),
    triggerVendorConnection: (call: Call<never>) => triggerVendorConnection(pool, bus, call),
    saveVendorDeal: (call: Call<never>) => saveVendorDeal(pool, bus, call),
    mergeExperts: (call: Call<never>) => mergeExperts(pool, bus, call),
    undoExpertMerge: (call: Call<never>) => undoExpertMerge(pool, bus, call),
  }),
  jobs: ({ email }) => makeExpertJobs(email),
  schedule: ['57 3 * * * experts:weigh'],
  imports: ({ pool, bus }) => ({ experts: (order) => importExperts(pool, bus, order) }),
})
