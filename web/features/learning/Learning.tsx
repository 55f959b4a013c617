/** All pages of the Learning Hub in one chunk. Converts URL parameters to props. */
import { HubPage } from '#web/features/learning/hub/HubPage.tsx'
import { readHubSearch } from '#web/features/learning/hub/hub-search.ts'
import { partQuery, seriesQuery } from '#web/features/learning/learning.queries.ts'
import { SeriesPage } from '#web/features/learning/series/SeriesPage.tsx'
import { PartPage } from '#web/features/learning/watch/PartPage.tsx'

type Search = Record<string, unknown>

const idIn = (value: unknown) => (/^[1-9]\d{0,15}$/.test(String(value)) ? Number(value) : undefined)
const secondsIn = ({ t }: Search) => (/^\d{1,6}$/.test(String(t)) ? Number(t) : undefined)

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
