/** What the pages of badges and titles ask for. */
import { useQueryClient } from '@tanstack/react-query'
import {
  GetBadgeAwards,
  GetBadgeList,
  GetBadges,
  GetCommunityTitles,
  GetTitleOffers,
  PrivateProfile,
  profile,
  type GetBadgeAwardsQuery,
  type GetBadgeListQuery,
  type GetBadgesQuery,
  type GetCommunityTitlesQuery,
  type GetTitleOffersQuery,
} from '#api/operations.ts'
import { ADMIN_PAGE_SIZE } from '#shared/recognition.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type Badge = GetBadgesQuery['badges'][number]
export type Title = GetCommunityTitlesQuery['community_titles'][number]
export type ListedBadge = GetBadgeListQuery['badge_list'][number]
export type Award = GetBadgeAwardsQuery['badge_awards']['items'][number]
export type Offer = GetTitleOffersQuery['title_offers']['items'][number]

export const badgesQuery = operationQuery(GetBadges, {})
export const titlesQuery = operationQuery(GetCommunityTitles, {})
export const badgeListQuery = operationQuery(GetBadgeList, {})
export const awardsQuery = (offset: number) => operationQuery(GetBadgeAwards, { limit: ADMIN_PAGE_SIZE, offset })
export const offersQuery = (offset: number) => operationQuery(GetTitleOffers, { limit: ADMIN_PAGE_SIZE, offset })

/** Everything that shows what a member has earned. */
const SHOWS = [GetBadges, GetCommunityTitles, GetBadgeList, GetBadgeAwards, GetTitleOffers, profile, PrivateProfile]

export function useInvalidate() {
  const client = useQueryClient()
  return () => Promise.all(SHOWS.map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
}
