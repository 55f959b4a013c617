/** Queries of the panels; each loads separately. */
import {
  GetTrendingThread,
  HomePolls,
  MembersToKnow,
  Missed,
  NewInLibrary,
  NextEvents,
  QuestionsToAnswer,
} from '#api/operations.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

const PANEL_STALE_MS = 60_000
const fresh = { staleTime: PANEL_STALE_MS }

export const missedQuery = operationQuery(Missed, {}, fresh)
export const questionsQuery = operationQuery(QuestionsToAnswer, {}, fresh)
export const membersQuery = operationQuery(MembersToKnow, {}, fresh)
export const eventsQuery = operationQuery(NextEvents, {}, fresh)
export const libraryQuery = operationQuery(NewInLibrary, {}, fresh)
export const pollsQuery = operationQuery(HomePolls, {}, fresh)
/** Includes a summary if an assistant is available. */
export const trendingQuery = operationQuery(GetTrendingThread, { get_summaries: true }, fresh)

export const panelQueries = [
  missedQuery,
  questionsQuery,
  membersQuery,
  pollsQuery,
  libraryQuery,
  trendingQuery,
  eventsQuery,
]
