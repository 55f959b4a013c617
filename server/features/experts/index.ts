import type pg from 'pg'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { recommendExpert } from './experts.actions.ts'

export { experts, mayFindExpert } from './experts.access.ts'
export { expertReads, expertOrder, expertMatches } from './experts.reads.ts'
export { wantedExperts, writeExperts, type AskedExpert, type WantedExpert } from './naming.ts'

export const expertActions = (pool: pg.Pool, bus: Bus): Actions => ({
  recommendExpert: (call: Call<never>) => recommendExpert(pool, bus, call),
})
