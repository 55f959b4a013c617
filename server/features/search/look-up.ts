/** Finds threads by the index, unless the search names an author: whose post something is, only SQL may decide. */
import { mayEverywhere } from '#shared/staff-roles.ts'
import type pg from 'pg'
import { selectRows } from '#server/platform/database/select.ts'
import type { Found, LookUp } from '#server/platform/graph/look-ups.ts'
import { Parameter, sql, type Input } from '#server/platform/graph/sql.ts'
import type { AISourceKey } from '#shared/assistant.ts'
import { THREAD_TYPES, type ThreadType } from '#shared/discussions.ts'
import { SEARCH_CANDIDATES, SEARCH_PAGE } from '#shared/search.ts'
import { found } from './search.access.ts'
import type { Correction } from './evaluator/corrections.ts'
import type { Evaluator } from './evaluator/evaluator.ts'
import type { Answered } from './evaluator/index-reader.ts'

/** Hits beyond the page, because the viewer may no longer read some. */
const SPARE = 35
const BUDGET_MS = 50
/** Asked with every few letters: the best so far is enough. */
const TYPING_BUDGET_MS = 25
/** The feed needs every match, because its statement filters them; without the index that takes the database longer. */
const FEED_BUDGET_MS = 500
const PASSAGES_BUDGET_MS = 200

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
const ANYTHING = { network: null, threadType: null, before: null, after: null, excluded: [] }

/** By items or their threads; every thread where that was asked for. */
const foundBy = (by: 'id' | 'thread', { items, threads, count, partial, words }: Answered): Found => ({
  ids: threads ?? items.map((item) => item[by]),
  count,
  isPartial: partial,
  words,
})

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
      isStaff: mayEverywhere(viewer.grants, 'moderation'),
      threadType: args.thread_type ? THREAD_TYPES.indexOf(args.thread_type) : null,
      before: milliseconds(args.before),
      after: milliseconds(args.after),
      byDate,
      wholeOnly: byDate && !args.any_word,
      top: Math.min(Math.max(0, args.offset), SEARCH_CANDIDATES) + SEARCH_PAGE + SPARE,
      countTo: SEARCH_CANDIDATES,
      everyThread: false,
      excluded: [],
      isUnfinished: args.unfinished ?? false,
      budgetMs: args.unfinished ? TYPING_BUDGET_MS : BUDGET_MS,
    })
    return answer && foundBy('id', answer)
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
      top: SEARCH_CANDIDATES,
      countTo: Infinity,
      everyThread: true,
      isUnfinished: false,
      budgetMs: FEED_BUDGET_MS,
    })
    if (!answer || answer.partial) return undefined
    return foundBy('thread', answer)
  }
}

/** Sources that are found by their threads; only the best are read. */
const OF_THREADS: readonly string[] = ['discussions', 'files', 'polls'] satisfies AISourceKey[]
const THREADS_OF_PASSAGES = 24

/**
 * The best threads for passages, by what everybody in the viewer's channels may read: a private reply must not decide
 * which threads are read, and staff are answered as members are. The index does not know authors, so it is told which
 * posts are by members whom the viewer has blocked: they would take the places of others.
 */
export function lookUpPassages(evaluator: Evaluator, pool: Pick<pg.Pool, 'query'>): LookUp {
  return async (viewer, given): Promise<Found | undefined> => {
    const { search, sources } = given as { search: string; sources: readonly string[] }
    if (!search || !sources.some((source) => OF_THREADS.includes(source))) return undefined
    const blocked = await selectRows<{ id: number }>(pool, sql`select b.id from ${found.blocked_items} b`, viewer)
    const answer = await evaluator.ask({
      ...ANYTHING,
      search,
      userId: viewer.id,
      channels: viewer.channels,
      isStaff: false,
      excluded: blocked.map(({ id }) => id),
      isPublicOnly: true,
      byDate: false,
      wholeOnly: false,
      top: THREADS_OF_PASSAGES,
      countTo: SEARCH_CANDIDATES,
      everyThread: false,
      isUnfinished: false,
      budgetMs: PASSAGES_BUDGET_MS,
    })
    return answer && foundBy('thread', answer)
  }
}

export function lookUpCorrections(evaluator: Evaluator): LookUp {
  return async ({ id, channels, grants }, { search }): Promise<readonly Correction[] | undefined> =>
    search
      ? evaluator.correct({
          search: search as string,
          userId: id,
          channels,
          isStaff: mayEverywhere(grants, 'moderation'),
        })
      : undefined
}
const corrected = ({ lookedUp }: Input) => lookedUp as readonly Correction[]
/** What was chosen, as parameters of the statement. */
export const CORRECTED = {
  typed: new Parameter('corrected.typed', 'text[]', (input) => corrected(input).map(({ typed }) => typed)),
  meant: new Parameter('corrected.meant', 'text[]', (input) => corrected(input).map(({ meant }) => meant)),
  items: new Parameter('corrected.items', 'bigint[]', (input) => corrected(input).map(({ item }) => item)),
}
