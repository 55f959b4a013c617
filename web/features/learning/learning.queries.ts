/** Queries for the Learning Hub. */
import { keepPreviousData } from '@tanstack/react-query'
import {
  AllLearningHubSearch,
  GetOwnSeries,
  GetSeriesVideoById,
  SearchSeriesTranscripts,
  Series,
  SeriesByPk,
  SeriesDocumentSearch,
  SeriesSearch,
  SeriesVideoSearch,
  type GetOwnSeriesQuery,
  type GetSeriesVideoByIdQuery,
  type SeriesByPkQuery,
  type SeriesDocumentLineFragment,
  type SeriesRowFragment,
  type SeriesVideoLineFragment,
} from '#api/operations.ts'
import { MATERIALS_PAGE } from '#shared/materials.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { pagedQuery } from '#web/platform/api/paged-query.ts'

export type SeriesLine = SeriesRowFragment
export type SeriesView = NonNullable<SeriesByPkQuery['series']>
export type PartView = NonNullable<GetSeriesVideoByIdQuery['series_video']>
export type OwnSeries = GetOwnSeriesQuery['own_series'][number]
export type Sponsor = SeriesView['sponsors'][number]
interface OfSeries {
  series?: { id: number; title: string }
}
export type DocumentLine = SeriesDocumentLineFragment &
  OfSeries & { page_hits?: readonly { number: number; label: string; excerpt: string }[] }
export type VideoLine = SeriesVideoLineFragment &
  OfSeries & { cue_hits?: readonly { starts_at_ms: number; excerpt: string }[] }

/** Rows of each kind in the search over everything; the tabs have the others. */
export const ALL_ROWS = 5
const kept = { placeholderData: keepPreviousData }

export const seriesListQuery = pagedQuery(Series, {}, { field: 'series_list', size: MATERIALS_PAGE })
export const ownSeriesQuery = operationQuery(GetOwnSeries, {})
export const allQuery = (search: string) => ({
  ...operationQuery(AllLearningHubSearch, { search, limit: ALL_ROWS }),
  ...kept,
})
export const foundSeriesQuery = (search: string) => ({
  ...pagedQuery(SeriesSearch, { search }, { field: 'series_list', size: MATERIALS_PAGE }),
  ...kept,
})
export const foundDocumentsQuery = (search: string) => ({
  ...pagedQuery(SeriesDocumentSearch, { search }, { field: 'series_documents', size: MATERIALS_PAGE }),
  ...kept,
})
export const foundVideosQuery = (search: string) => ({
  ...pagedQuery(SeriesVideoSearch, { search }, { field: 'series_videos', size: MATERIALS_PAGE }),
  ...kept,
})
/** The documents of series, for the side column. */
export const documentsQuery = operationQuery(SeriesDocumentSearch, { limit: 4 })
export const seriesQuery = (id: number) => operationQuery(SeriesByPk, { id })
export const partQuery = (id: number) => operationQuery(GetSeriesVideoById, { id })
export const saidQuery = (series_id: number, search: string) => ({
  ...operationQuery(SearchSeriesTranscripts, { series_id, search }),
  ...kept,
})
