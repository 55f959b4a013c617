import { defineFeature } from '#server/platform/feature.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { counted, found } from './search.access.ts'
import { rememberSearch } from './search.actions.ts'
import { searchFollowers, searchJobs } from './search.jobs.ts'
import { searchReads } from './search.reads.ts'
import { searchPersonalData } from './personal-data.ts'

export { searchJobs }

export const searchFeature = defineFeature({
  name: 'search',
  level: 'top',
  reads: searchReads,
  access: [found, counted],
  personalData: searchPersonalData,
  actions: ({ pool }) => ({
    rememberSearch: (call: Call<never>) => rememberSearch(pool, call),
  }),
  jobs: ({ blobs }) => searchJobs(blobs),
  schedule: ['* * * * * search:index', '51 3 * * * search:count-words'],
  followers: searchFollowers,
})
