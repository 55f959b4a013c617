/** Queries for experts. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  Geographies,
  GetAnswerableRequests,
  GetCompanyMentions,
  GetExpertDuplicates,
  GetExpertMerges,
  GetExpertProfile,
  GetExpertsAlike,
  GetExpertises,
  GetReceivedRecommendations,
  GetRecommendationsByUser,
  SearchFilterCompanyTypes,
  SearchFilterExperts,
  SearchFilterExpertsPreview,
  type GetExpertMergesQuery,
  type GetExpertProfileQuery,
  type GetRecommendationsByUserQuery,
  type SearchFilterExpertsPreviewQuery,
  type SearchFilterExpertsQuery,
} from '#api/operations.ts'
import { EXPERT_SEARCH_LIMIT, MENTIONS_PAGE, USER_RECOMMENDATIONS_PAGE, websiteHost } from '#shared/experts.ts'
import type { ExpertSearch } from '#web/features/experts/recommend/expert-search.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'

export type ExpertEntry = SearchFilterExpertsQuery['experts']['items'][number]
export type ExpertView = NonNullable<GetExpertProfileQuery['expert_profile']>
export type Deal = ExpertView['vendor_deals'][number]
export type Mention = ExpertView['mentions']['items'][number]
export type Recommendation = GetRecommendationsByUserQuery['user_recommendations']['items'][number]
export type ExpertLine = SearchFilterExpertsPreviewQuery['experts_preview'][number]
export type Merge = GetExpertMergesQuery['expert_merges']['items'][number]

const LISTS_STALE_MS = 300_000

/** Offset of the next page; undefined after the last. */
const followUpsClause = (size: number) => (last: { items: unknown[]; count: number }, pages: unknown[]) =>
  last.items.length > 0 && pages.length * size < last.count ? pages.length * size : undefined

export const directoryQuery = ({ order, ...filters }: ExpertSearch) =>
  infiniteQueryOptions({
    queryKey: [SearchFilterExperts.name, { ...filters, order }] as const,
    queryFn: async ({ pageParam, signal }) =>
      (
        await execute(
          SearchFilterExperts,
          {
            ...(filters.search && { search: filters.search }),
            ...(filters.area && { areas_of_expertise: [filters.area] }),
            ...(filters.place && { geographies: [filters.place] }),
            ...(filters.category && { company_types: [filters.category] }),
            ...(filters.price && { prices: [filters.price] }),
            ...(filters.type && { types: [filters.type] }),
            ...(order && { order_by: order }),
            offset: pageParam,
          },
          { signal },
        )
      ).experts,
    initialPageParam: 0,
    getNextPageParam: followUpsClause(EXPERT_SEARCH_LIMIT),
    placeholderData: keepPreviousData,
  })

export const previewQuery = (search: string) =>
  queryOptions({ ...operationQuery(SearchFilterExpertsPreview, { search }), placeholderData: keepPreviousData })
export const alikeQuery = (name: string, website: string) =>
  operationQuery(GetExpertsAlike, { name, website_host: websiteHost(website) ?? websiteHost(name) })
export const categoriesQuery = operationQuery(SearchFilterCompanyTypes, {})
export const areasQuery = operationQuery(GetExpertises, {}, { staleTime: LISTS_STALE_MS })
export const placesQuery = operationQuery(Geographies, {}, { staleTime: LISTS_STALE_MS })
export const profileQuery = (id: number, context: { s?: string; sid?: string } = {}) =>
  queryOptions({
    ...operationQuery(GetExpertProfile, { id, ...context }),
    // The search context is only for analytics; the result is the same, so leave it out of the key.
    queryKey: [GetExpertProfile.name, { id }] as const,
  })
export const requestsQuery = operationQuery(GetAnswerableRequests, {})

export const givenQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: [GetRecommendationsByUser.name, userId] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await execute(GetRecommendationsByUser, { user_id: userId, offset: pageParam }, { signal }))
        .user_recommendations,
    initialPageParam: 0,
    getNextPageParam: followUpsClause(USER_RECOMMENDATIONS_PAGE),
  })
export const receivedQuery = infiniteQueryOptions({
  queryKey: [GetReceivedRecommendations.name] as const,
  queryFn: async ({ pageParam, signal }) =>
    (await execute(GetReceivedRecommendations, { offset: pageParam }, { signal })).received_recommendations,
  initialPageParam: 0,
  getNextPageParam: followUpsClause(MENTIONS_PAGE),
})
export const companyMentionsQuery = (companyId: number) =>
  infiniteQueryOptions({
    queryKey: [GetCompanyMentions.name, companyId] as const,
    queryFn: async ({ pageParam, signal }) =>
      (await execute(GetCompanyMentions, { company_id: companyId, offset: pageParam }, { signal })).company_mentions,
    initialPageParam: 0,
    getNextPageParam: followUpsClause(MENTIONS_PAGE),
  })

export const duplicatesQuery = operationQuery(GetExpertDuplicates, {})
export const mergesQuery = operationQuery(GetExpertMerges, {})
