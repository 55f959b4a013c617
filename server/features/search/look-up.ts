/** Finds threads by the index, unless the search names an author: whose post something is, only SQL may decide. */
import type { LookUp } from '#server/platform/graph/look-ups.ts'
import { Parameter, type Input } from '#server/platform/graph/sql.ts'
import { THREAD_TYPES, type ThreadType } from '#shared/discussions.ts'
import { SEARCH_CANDIDATES, SEARCH_PAGE } from '#shared/search.ts'
import type { Answer } from './evaluator/evaluate.ts'
import type { Evaluator } from './evaluator/evaluator.ts'

/** Hits beyond the page, because the viewer may no longer read some. */
const SPARE = 35
const BUDGET_MS = 50

interface Args {
  search: string
  from?: string | null
  in?: string | null
  thread_type?: ThreadType | null
  before?: string | null
  after?: string | null
  any_word?: boolean | null
  order_by: string
  offset: number
}

const milliseconds = (date: string | null | undefined) => (date ? new Date(date).getTime() : null)

export function lookUpThreads(evaluator: Evaluator): LookUp {
  return async (viewer, given) => {
    const args = given as unknown as Args
    if (args.from || !args.search) return undefined
    const byDate = args.order_by === 'most_recent'
    return evaluator.ask({
      search: args.search,
      network: args.in || null,
      userId: viewer.id,
      channels: viewer.channels,
      isStaff: viewer.is_staff,
      threadType: args.thread_type ? THREAD_TYPES.indexOf(args.thread_type) : null,
      before: milliseconds(args.before),
      after: milliseconds(args.after),
      byDate,
      wholeOnly: byDate && !args.any_word,
      top: Math.min(Math.max(0, args.offset), SEARCH_CANDIDATES) + SEARCH_PAGE + SPARE,
      countTo: SEARCH_CANDIDATES,
      budgetMs: BUDGET_MS,
    })
  }
}

const answerOf = ({ lookedUp }: Input) => lookedUp as Answer
/** The answer as parameters of the statement. */
export const HITS = {
  ids: new Parameter('hits.ids', 'bigint[]', (input) => answerOf(input).items.map(({ id }) => id)),
  count: new Parameter('hits.count', 'integer', (input) => answerOf(input).count),
  isPartial: new Parameter('hits.partial', 'boolean', (input) => answerOf(input).partial),
}
