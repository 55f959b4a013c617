import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { rememberSearch } from './search.actions.ts'

export { searchFollowers, searchJobs } from './search.jobs.ts'
export { searchReads } from './search.reads.ts'

export const searchActions = (pool: pg.Pool): Actions => ({
  rememberSearch: (call: Call<never>) => rememberSearch(pool, call),
})
