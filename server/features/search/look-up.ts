/** Finds threads by the index, unless the search names an author: whose post something is, only SQL may decide. */
import type { Found, LookUp } from '#server/platform/graph/look-ups.ts'
import { Parameter, type Input } from '#server/platform/graph/sql.ts'
import { THREAD_TYPES, type ThreadType } from '#shared/discussions.ts'
import { SEARCH_CANDIDATES, SEARCH_PAGE } from '#shared/search.ts'
import type { Correction } from './evaluator/corrections.ts'
import type { Evaluator } from './evaluator/evaluator.ts'

/** Hits beyond the page, because the viewer may no longer read some. */
const SPARE = 35
const BUDGET_MS = 50
/** Asked with every few letters: the best so far is enough. */
const TYPING_BUDGET_MS = 25
/** The feed needs every match, because its statement filters them. */
const FEED_BUDGET_MS = 200

interface Args {
  search: string
  from?: string | null
  in?: string | null
  thread_type?: ThreadType | null
  before?: string | null
  after?: string | null
  any_word?: boolean | null
  unfinished?: boolean | null
  order_by: string
  offset: number
}

const milliseconds = (date: string | null | undefined) => (date ? new Date(date).getTime() : null)
const ANYTHING = { network: null, threadType: null, before: null, after: null }

export function lookUpThreads(evaluator: Evaluator): LookUp {
  return async (viewer, given): Promise<Found | undefined> => {
    const args = given as unknown as Args
    if (args.from || !args.search) return undefined
    const byDate = args.order_by === 'most_recent'
    const answer = await evaluator.ask({
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
      everyThread: false,
      isUnfinished: args.unfinished ?? false,
      budgetMs: args.unfinished ? TYPING_BUDGET_MS : BUDGET_MS,
    })
    return answer && { ids: answer.items.map(({ id }) => id), count: answer.count, isPartial: answer.partial }
  }
}

/**
 * For the feed: all threads with the words, which its statement filters and counts. The feed does not say that
 * something is missing, so if time runs out, the database answers. Staff find by private replies in the full search.
 */
export function lookUpFeed(evaluator: Evaluator): LookUp {
  return async (viewer, given): Promise<Found | undefined> => {
    const { search, order_by } = given as { search?: string | null; order_by?: string | null }
    if (!search) return undefined
    const byDate = order_by !== 'most_relevant'
    const answer = await evaluator.ask({
      ...ANYTHING,
      search,
      userId: viewer.id,
      channels: viewer.channels,
      isStaff: false,
      byDate,
      wholeOnly: byDate,
      top: Infinity,
      countTo: Infinity,
      everyThread: true,
      isUnfinished: false,
      budgetMs: FEED_BUDGET_MS,
    })
    if (!answer || answer.partial) return undefined
    return { ids: answer.threads!, count: answer.count, isPartial: false }
  }
}

export function lookUpCorrections(evaluator: Evaluator): LookUp {
  return async ({ id, channels, is_staff }, { search }): Promise<readonly Correction[] | undefined> =>
    search ? evaluator.correct({ search: search as string, userId: id, channels, isStaff: is_staff }) : undefined
}
const corrected = ({ lookedUp }: Input) => lookedUp as readonly Correction[]
/** What was chosen, as parameters of the statement. */
export const CORRECTED = {
  typed: new Parameter('corrected.typed', 'text[]', (input) => corrected(input).map(({ typed }) => typed)),
  meant: new Parameter('corrected.meant', 'text[]', (input) => corrected(input).map(({ meant }) => meant)),
  items: new Parameter('corrected.items', 'bigint[]', (input) => corrected(input).map(({ item }) => item)),
}
