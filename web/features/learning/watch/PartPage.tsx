import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { GetOwnSeries, GetSeriesVideoById, Series, SeriesByPk } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { partPath, seriesPath } from '#shared/learning.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import { partQuery, type PartView } from '#web/features/learning/learning.queries.ts'
import { SeriesNotFound } from '#web/features/learning/series/SeriesPage.tsx'
import { DocumentRow } from '#web/features/learning/SeriesParts.tsx'
import { lengthOf, namesOf } from '#web/features/learning/series-words.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Section } from '#web/kit/layout/Section.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { Chapters } from '#web/media/Chapters.tsx'
import { clockOf } from '#web/media/clock.ts'
import { CopyLink } from '#web/media/CopyLink.tsx'
import { resumedAt } from '#web/media/resumed-at.ts'
import { Transcript } from '#web/media/Transcript.tsx'
import { usePlayer } from '#web/media/use-player.ts'
import { useWatching } from '#web/media/use-watching.ts'
import { VideoPlayer } from '#web/media/VideoPlayer.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import styles from '#web/features/learning/Learning.module.css'
import own from './PartPage.module.css'

interface Props {
  seriesId: number
  id: number
  /** In seconds, from the URL. */
  startAt: number | undefined
}

/** One part of a series, with its transcript and the parts around it. */
export function PartPage({ seriesId, id, startAt }: Props) {
  const { data, isError, refetch } = useQuery({ ...partQuery(id), refetchOnWindowFocus: false })
  const part = data?.series_video?.series.id === seriesId ? data.series_video : null
  const { time_zone: zone } = useUser()
  useTitle(part?.title ?? 'Series')
  if (part?.video && part.url)
    return <Watch key={id} part={part} video={part.video} src={part.url} startAt={startAt} zone={zone} />
  return (
    <Page>
      <BackLink />
      {data && !part && <SeriesNotFound />}
      {part && (
        <StatePage
          level={1}
          title={part.title}
          actions={
            <Link to={seriesPath(seriesId)} className={styles.link}>
              {part.series.title}
            </Link>
          }
        >
          <p>This part opens on {dayOf(part.available_from!, zone)}.</p>
        </StatePage>
      )}
      {isError && !data && (
        <LoadFailed level={1} title="We couldn’t load this part" again={refetch}>
          Something went wrong while loading this page. Where you stopped is saved.
        </LoadFailed>
      )}
      {!data && !isError && (
        <div className={styles.waiting} aria-busy="true">
          <h1 className="visually-hidden">Series</h1>
          <div className={own.stageWaiting} />
          <Skeleton shape="title" width="most" />
          <Skeleton width="half" />
        </div>
      )}
    </Page>
  )
}

interface WatchProps {
  part: PartView
  video: NonNullable<PartView['video']>
  src: string
  startAt: number | undefined
  zone: string
}

function Watch({ part, video, src, startAt, zone }: WatchProps) {
  const { id, index, title, description, series } = part
  // Only where it stopped before this page: the position that is saved now must not move the player.
  const resumed = useRef(resumedAt(video)).current
  const player = usePlayer(video.duration, startAt ?? resumed)
  useSavedProgress(id, player.video)
  useEffect(
    () => void track('series-video-viewed', { series_id: series.id, video_id: id, ...referral() }),
    [series.id, id],
  )
  const transcript = video.cues.length > 0 && <Transcript player={player} cues={video.cues} />
  const speakers = namesOf(series.speakers)
  return (
    <Page
      side={
        <>
          {transcript}
          <SideNote title="Parts">
            <OtherParts part={part} />
          </SideNote>
        </>
      }
    >
      <BackLink />
      <div className={own.stage}>
        <VideoPlayer player={player} video={video} src={src} poster={part.thumbnail_url} title={title} />
      </div>
      <h1 className={`t-page-title ${own.partTitle}`}>{title}</h1>
      <p className={styles.lede}>
        Part {index} of{' '}
        <Link to={seriesPath(series.id)} className={styles.link}>
          {series.title}
        </Link>
        , {lengthOf(video.duration)}.{speakers && ` With ${speakers}.`}
        {startAt === undefined && resumed > 0 && ` Resumed at ${clockOf(resumed)}, where you left off.`}
      </p>
      <p className={styles.acts}>
        <BookmarkButton kind="SERIES_VIDEO" id={id} isSaved={part.is_bookmarked} title={title} source="learning-hub" />
        <CopyLink player={player} />
      </p>
      {description && <p className={`t-reply ${own.description}`}>{description}</p>}
      <Chapters player={player} video={video} />
      <div className={styles.narrow}>
        {transcript}
        <Section title="Parts">
          <OtherParts part={part} />
        </Section>
      </div>
      {series.documents.length > 0 && (
        <Section title="Documents">
          <ul>
            {series.documents.map((line) => (
              <DocumentRow key={line.id} line={line} zone={zone} />
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

/** Saves the position. What shows progress is read again when it is shown next, and this part when it is opened again. */
function useSavedProgress(id: number, video: Parameters<typeof useWatching>[0]): void {
  const client = useQueryClient()
  useWatching(video, { kind: 'series_video', id }, () => {
    for (const { name } of [GetOwnSeries, Series, SeriesByPk])
      void client.invalidateQueries({ queryKey: [name], refetchType: 'none' })
  })
  useEffect(() => () => client.removeQueries({ queryKey: [GetSeriesVideoById.name] }), [client, id])
}

const OtherParts = ({ part: { id, series } }: { part: PartView }) => (
  <ol className={own.others}>
    {series.videos.map(({ id: other, index, title, can_view, duration }) => (
      <li key={other} aria-current={other === id ? 'step' : undefined}>
        <span className={styles.number}>{index}</span>
        <span className={styles.sideTitle}>
          {can_view && other !== id ? <Link to={partPath(series.id, other)}>{title}</Link> : title}
        </span>
        <span className={classNames(styles.length, own.end)}>{clockOf(duration)}</span>
      </li>
    ))}
  </ol>
)
