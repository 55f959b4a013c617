import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { partPath } from '#shared/learning.ts'
import { saidQuery, type SeriesView } from '#web/features/learning/learning.queries.ts'
import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { clockOf } from '#web/media/clock.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import styles from '#web/features/learning/Learning.module.css'

const WAIT_MS = 250
/** Chapters shown before anything is searched for. */
const CHAPTERS_SHOWN = 6

/** Lines of the transcripts, each with the part and the second that it leads to; before a search, the chapters. */
export function Said({ series }: { series: SeriesView }) {
  const [text, setText] = useState('')
  const [words, setWords] = useState('')
  const search = useDebounced(() => setWords(text.trim()), { quietMs: WAIT_MS })
  return (
    <section className={styles.said} aria-labelledby="said-title">
      <div className={styles.saidHead}>
        <h2 id="said-title" className="t-section">
          Said in this series
        </h2>
        <div className={styles.saidSearch} role="search" aria-label="Transcripts">
          <SearchField
            label="Search the transcripts"
            placeholder="Search the transcripts"
            maxLength={200}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              search()
            }}
          />
        </div>
      </div>
      {words ? <FoundLines seriesId={series.id} words={words} /> : <Chapters series={series} />}
    </section>
  )
}

interface LineProps {
  seriesId: number
  videoId: number
  part: number
  atMs: number
  children: string
}

const Line = ({ seriesId, videoId, part, atMs, children }: LineProps) => (
  <li className={styles.line}>
    <Link to={partPath(seriesId, videoId, atMs / 1000)} className={styles.at}>
      Part {part}, {clockOf(atMs / 1000)}
    </Link>
    <p>{children}</p>
  </li>
)

function FoundLines({ seriesId, words }: { seriesId: number; words: string }) {
  const { data, isError, refetch } = useQuery(saidQuery(seriesId, words))
  if (isError && !data)
    return (
      <LoadFailed title="We couldn’t search the transcripts" again={refetch}>
        Something went wrong while searching. Try again in a moment.
      </LoadFailed>
    )
  const lines = data?.series_said
  return (
    <>
      <p className={lines?.length === 0 ? styles.note : 'visually-hidden'} role="status">
        {lines === undefined ? '' : lines.length === 0 ? 'No results. Try fewer words.' : `${lines.length} lines found`}
      </p>
      <ul>
        {lines?.map(({ series_video_id, index, starts_at_ms, content }) => (
          <Line
            key={`${series_video_id} ${starts_at_ms}`}
            seriesId={seriesId}
            videoId={series_video_id}
            part={index}
            atMs={starts_at_ms}
          >
            {`“${content}”`}
          </Line>
        ))}
      </ul>
    </>
  )
}

function Chapters({ series: { id, videos } }: { series: SeriesView }) {
  const chapters = videos.flatMap(({ id: videoId, index, video }) =>
    (video?.chapters ?? []).map(({ starts_at_ms, title }) => ({ videoId, index, starts_at_ms, title })),
  )
  if (chapters.length === 0) return <p className={styles.note}>There is no transcript yet.</p>
  return (
    <ul>
      {chapters.slice(0, CHAPTERS_SHOWN).map(({ videoId, index, starts_at_ms, title }) => (
        <Line key={`${videoId} ${starts_at_ms}`} seriesId={id} videoId={videoId} part={index} atMs={starts_at_ms}>
          {title}
        </Line>
      ))}
    </ul>
  )
}
