/** The signed-in member. */
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { InitialUser, type InitialUserQuery } from '#api/operations.ts'
import type { SessionUser } from '#shared/pages.ts'
import { GET } from '#web/platform/api/http.ts'
import { goToLogin, isLoginRedirect } from '#web/platform/api/redirect-to-login.ts'
import { writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { shellQuery } from '#web/platform/api/query-client.ts'

export const INITIAL_USER_STALE_MS = 300_000
export const INITIAL_USER_KEPT_MS = 1_800_000

export type Viewer = InitialUserQuery['viewer']
export type Membership = Viewer['peer_network_memberships'][number]

export const initialUserQuery = queryOptions({
  ...operationQuery(InitialUser, {}),
  ...shellQuery,
  staleTime: INITIAL_USER_STALE_MS,
  gcTime: INITIAL_USER_KEPT_MS,
})

/** Only under the main layout, whose loader has fetched it. A page that is rendered on the server does not change. */
export const useUser: () => Viewer = import.meta.env.SSR
  ? () => useQueryClient().getQueryData(initialUserQuery.queryKey)!.viewer
  : () => useSuspenseQuery(initialUserQuery).data.viewer

/** Members whose access has expired can open only their own pages. */
export const isMember = ({ standing }: Viewer): boolean => standing !== 'expired'

export const primaryNetworkOf = (viewer: Viewer): Membership['peer_network'] | undefined =>
  (viewer.peer_network_memberships.find(({ is_primary }) => is_primary) ?? viewer.peer_network_memberships[0])
    ?.peer_network

/** Extends the session and stores what analytics needs. `redirecting: false` on pages that need no session. */
export async function refreshSession({ redirecting = true } = {}): Promise<SessionUser | null> {
  const [answer, error] = await GET<{ data: SessionUser }>('/sessions/refresh-user-session')
  if (error) {
    const mine = error.kind === 'canceled' || error.kind === 'aborted'
    if (!mine && isLoginRedirect(error.kind, location.pathname, redirecting)) goToLogin({ message: error.message })
    return null
  }
  writeString(STORAGE_KEYS.analyticsSession, answer.data.analytics_session_id)
  writeString(STORAGE_KEYS.abtests, JSON.stringify(answer.data.abtests ?? {}))
  return answer.data
}
