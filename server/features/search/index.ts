import { defineFeature } from '#server/platform/feature.ts'
import { merged } from '#server/platform/graph/reads.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { Evaluator } from './evaluator/evaluator.ts'
import { lookUpCorrections, lookUpFeed, lookUpPassages, lookUpThreads } from './look-up.ts'
import { counted, found } from './search.access.ts'
import { rememberSearch, searchWords } from './search.actions.ts'
import { synonymDesk } from './synonyms/synonyms.access.ts'
import { addSearchSynonym, removeSearchSynonym } from './synonyms/synonyms.actions.ts'
import { synonymReads } from './synonyms/synonyms.reads.ts'
import { searchFollowers, searchJobs } from './search.jobs.ts'
import { searchReads } from './search.reads.ts'
import { searchPersonalData } from './personal-data.ts'

export { searchJobs, searchWords }

export const searchFeature = defineFeature<Evaluator>({
  name: 'search',
  level: 'top',
  reads: merged(searchReads, synonymReads),
  access: [found, counted, synonymDesk],
  personalData: searchPersonalData,
  actions: ({ pool, bus }) => ({
    rememberSearch: (call: Call<never>) => rememberSearch(pool, call),
    addSearchSynonym: (call: Call<never>) => addSearchSynonym(pool, bus, call),
    removeSearchSynonym: (call: Call<never>) => removeSearchSynonym(pool, bus, call),
  }),
  services: ({ connection, metrics }) =>
    new Evaluator(connection, (documents) => metrics.searchDocuments.set(documents)),
  lookUps: ({ readPool }, evaluator) => ({
    found_threads: lookUpThreads(evaluator),
    passages: lookUpPassages(evaluator, readPool),
    search_corrections: lookUpCorrections(evaluator),
    threads: lookUpFeed(evaluator),
    searchFilterFeed: lookUpFeed(evaluator),
  }),
  close: (evaluator) => evaluator.close(),
  jobs: searchJobs,
  schedule: [
    '* * * * * search:index',
    '* * * * * search:pack',
    '51 3 * * * search:count-words',
    '31 4 * * * search:pack-all',
  ],
  followers: searchFollowers,
})
