/** Queries for experts. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
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
import { operationQuery } from '#web/platform/api/operations.ts'
import { pagedQuery } from '#web/platform/api/paged-query.ts'

export type ExpertEntry = SearchFilterExpertsQuery['experts']['items'][number]
export type ExpertView = NonNullable<GetExpertProfileQuery['expert_profile']>
export type Deal = ExpertView['vendor_deals'][number]
export type Mention = ExpertView['mentions']['items'][number]
export type Recommendation = GetRecommendationsByUserQuery['user_recommendations']['items'][number]
export type ExpertLine = SearchFilterExpertsPreviewQuery['experts_preview'][number]
export type Merge = GetExpertMergesQuery['expert_merges']['items'][number]

const LISTS_STALE_MS = 300_000

export const directoryQuery = ({ order, area, place, category, price, type, search }: ExpertSearch) => ({
  ...pagedQuery(
    SearchFilterExperts,
    {
      ...(search && { search }),
      ...(area && { areas_of_expertise: [area] }),
      ...(place && { geographies: [place] }),
      ...(category && { company_types: [category] }),
      ...(price && { prices: [price] }),
      ...(type && { types: [type] }),
      ...(order && { order_by: order }),
    },
    { field: 'experts', size: EXPERT_SEARCH_LIMIT },
  ),
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
  pagedQuery(
    GetRecommendationsByUser,
    { user_id: userId },
    { field: 'user_recommendations', size: USER_RECOMMENDATIONS_PAGE },
  )
export const receivedQuery = pagedQuery(
  GetReceivedRecommendations,
  {},
  { field: 'received_recommendations', size: MENTIONS_PAGE },
)
export const companyMentionsQuery = (companyId: number) =>
  pagedQuery(GetCompanyMentions, { company_id: companyId }, { field: 'company_mentions', size: MENTIONS_PAGE })

export const duplicatesQuery = operationQuery(GetExpertDuplicates, {})
export const mergesQuery = operationQuery(GetExpertMerges, {})
