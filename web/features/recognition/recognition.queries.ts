/** Queries for badges and titles. */
import { useQueryClient } from '@tanstack/react-query'
import {
  GetBadgeAwards,
  GetBadgeList,
  GetBadges,
  GetCommunityTitles,
  GetTitleOffers,
  PrivateProfile,
  WithdrawBadge,
  WithdrawCommunityTitle,
  profile,
  type GetBadgeAwardsQuery,
  type GetBadgeListQuery,
  type GetBadgesQuery,
  type GetCommunityTitlesQuery,
  type GetTitleOffersQuery,
} from '#api/operations.ts'
import { ADMIN_PAGE_SIZE } from '#shared/recognition.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'

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

/** Queries that show badges or titles. */
const SHOWS = [GetBadges, GetCommunityTitles, GetBadgeList, GetBadgeAwards, GetTitleOffers, profile, PrivateProfile]
export const RECOGNITION_KEYS = SHOWS.map(({ name }) => [name])

export const withdrawBadge = (given: { badge_id: number; user_id: number }) => execute(WithdrawBadge, given)
export const withdrawTitle = (id: number) => execute(WithdrawCommunityTitle, { id })

export const NOTHING_CHANGED = { fact: 'Nothing was changed' }

export function useInvalidate() {
  const client = useQueryClient()
  return () => Promise.all(RECOGNITION_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
}
