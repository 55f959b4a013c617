import { OwnDrafts, UnreadFollowed } from '#api/operations.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

const STALE_MS = 30_000

export const unreadQuery = operationQuery(UnreadFollowed, {}, { staleTime: STALE_MS })
export const draftsQuery = operationQuery(OwnDrafts, {}, { staleTime: STALE_MS })
