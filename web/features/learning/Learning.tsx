/** All pages of the Learning Hub in one chunk. Converts URL parameters to props. */
import type { QueryClient } from '@tanstack/react-query'
import { HubPage } from '#web/features/learning/hub/HubPage.tsx'
import { readHubSearch } from '#web/features/learning/hub/hub-search.ts'
import {
  allQuery,
  foundDocumentsQuery,
  foundSeriesQuery,
  foundVideosQuery,
  ownSeriesQuery,
  partQuery,
  seriesListQuery,
  seriesQuery,
} from '#web/features/learning/learning.queries.ts'
import { SeriesPage } from '#web/features/learning/series/SeriesPage.tsx'
import { PartPage } from '#web/features/learning/watch/PartPage.tsx'

type Search = Record<string, unknown>

const idIn = (value: unknown) => (/^[1-9]\d{0,15}$/.test(String(value)) ? Number(value) : undefined)
const secondsIn = ({ t }: Search) => (/^\d{1,6}$/.test(String(t)) ? Number(t) : undefined)

/** The first page of the list that is shown, for the server. The browser retries what failed there. */
export async function prefetchHub(client: QueryClient, given: Search): Promise<void> {
  const { search, kind } = readHubSearch(given)
  if (!search) await Promise.all([client.prefetchInfiniteQuery(seriesListQuery), client.prefetchQuery(ownSeriesQuery)])
  else if (kind === 'series') await client.prefetchInfiniteQuery(foundSeriesQuery(search))
  else if (kind === 'documents') await client.prefetchInfiniteQuery(foundDocumentsQuery(search))
  else if (kind === 'videos') await client.prefetchInfiniteQuery(foundVideosQuery(search))
  else await client.prefetchQuery(allQuery(search))
}

/** What the page needs: the series, or one of its parts. */
export const seriesPageQuery = (id: number, { video }: Search) => {
  const videoId = idIn(video)
  return videoId === undefined ? seriesQuery(id) : partQuery(videoId)
}

export const LearningHubRoute = ({ search }: { search: Search }) => <HubPage search={readHubSearch(search)} />

export function SeriesRoute({ id, search }: { id: number; search: Search }) {
  const videoId = idIn(search['video'])
  return videoId === undefined ? (
    <SeriesPage key={id} id={id} />
  ) : (
    <PartPage key={videoId} seriesId={id} id={videoId} startAt={secondsIn(search)} />
  )
}
