/** Queries for members. */
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  FollowUser,
  GetAllUserFollowData,
  GetDirectoryFacets,
  getMemberConnectionsUnitUsers,
  GetUserProfileSimilarities,
  PrivateProfile,
  profile,
  profilesSearchFilter,
  UnfollowUser,
  type GetMemberConnectionsUnitUsersQuery,
  type PrivateProfileQuery,
  type ProfileQuery,
} from '#api/operations.ts'
import { DIRECTORY_PAGE } from '#shared/profiles.ts'
import { track, type ReferralSource } from '#web/platform/analytics/analytics.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { pagedQuery } from '#web/platform/api/paged-query.ts'
import type { DirectorySearch } from '#web/features/people/directory/directory-search.ts'

export type Profile = NonNullable<ProfileQuery['profile']>
export type OwnProfile = NonNullable<PrivateProfileQuery['private_profile']>

export const profileQuery = (id: number) => operationQuery(profile, { id })
export const ownProfileQuery = operationQuery(PrivateProfile, {})
export const inCommonQuery = (id: number) => operationQuery(GetUserProfileSimilarities, { user_id: id })
export const followDataQuery = (id: number, viewerId: number) =>
  operationQuery(GetAllUserFollowData, { user_id: id, viewing_user_id: viewerId })
export const facetsQuery = (search: DirectorySearch) => operationQuery(GetDirectoryFacets, search)

/** `search_id`: only the member that a search led to. */
export const directoryQuery = (search: DirectorySearch & { return_similarities?: boolean; search_id?: number }) =>
  pagedQuery(
    profilesSearchFilter,
    { ...search, limit: DIRECTORY_PAGE },
    { field: 'profiles_search_filter', size: DIRECTORY_PAGE },
  )

/** Queries that show whether a member is followed. */
const SHOWS_FOLLOWING = [profile.name, GetAllUserFollowData.name, profilesSearchFilter.name]
export const invalidate = (client: QueryClient, names: readonly string[] = SHOWS_FOLLOWING) =>
  Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))

/**
 * Suggestions are updated in place instead of refetched: a followed member is no longer a suggestion and would
 * disappear.
 */
const markSuggested = (client: QueryClient, id: number, is_followed: boolean) =>
  client.setQueriesData<GetMemberConnectionsUnitUsersQuery>(
    { queryKey: [getMemberConnectionsUnitUsers.name] },
    (known) =>
      known && {
        member_connections: known.member_connections.map((each) => (each.id === id ? { ...each, is_followed } : each)),
      },
  )

/** Follows or unfollows; refetches the affected queries on success and on error. */
export function useFollowing() {
  const client = useQueryClient()
  return useCommand(
    async ({ id, isFollowed }: Following) => {
      if (isFollowed) await execute(UnfollowUser, { user_id: id })
      else await execute(FollowUser, { user_id: id })
    },
    {
      invalidate: SHOWS_FOLLOWING.map((name) => [name]),
      onSuccess: (_, { id, isFollowed, source }) => {
        markSuggested(client, id, !isFollowed)
        void track(isFollowed ? 'unfollow' : 'follow', { user_id: id, referral_source: source })
      },
    },
  )
}

interface Following {
  id: number
  /** State before the change. */
  isFollowed: boolean
  source: ReferralSource
}

/** Error texts for a form that was not saved. */
export const NOT_SAVED = {
  offline: 'You’re offline. What you wrote is still here; try again when you’re back online.',
  failed: 'We couldn’t save this just now. What you wrote is still here.',
}
