/**
 * Finds passages with words of a search, from each chosen source, the best of each source first. What is weighed is only
 * what the viewer may read, so nothing else changes what is found or its order.
 */
import { define, many } from '#server/platform/graph/reads.ts'
import { join, sql } from '#server/platform/graph/sql.ts'
import { PASSAGES_LIMIT } from '#shared/assistant.ts'
import { bestOf, files, TERM, terms, THREAD } from './best.ts'
import { messages, threads } from './discussions.ts'
import { searchedSources } from './sources.ts'

export const passageReads = define({
  Query: {
    passages: many((_, asking) => {
      const sources = searchedSources(asking).map((each, at) => sql`select * from (${bestOf(asking, each, at)}) k`)
      const all = [messages(asking), ...sources, sql`select * from (${files(asking)}) k`]
      return {
        rows: sql`
          with ${TERM} as materialized (${terms(asking.args['search']!)}), ${THREAD} as materialized (${threads(asking)})
          ${join(all, ' union all ')}`,
        order: sql`source, nth`,
        limit: asking.args['limit']!,
        cap: PASSAGES_LIMIT,
        // The threads are known: planning for the words took four times as long as reading.
        isSteady: asking.isLookedUp(),
      }
    }),
  },
})
