import { IconPlayerPlay } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dayOf } from '#shared/kit/dates.ts'
import { partPath } from '#shared/learning.ts'
import { ROUTES } from '#shared/routes.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { seriesListQuery, seriesQuery, type SeriesView } from '#web/features/learning/learning.queries.ts'
import { Cover, DocumentRow, SeriesItem } from '#web/features/learning/SeriesParts.tsx'
import { lengthOf, partsOf, progressOf } from '#web/features/learning/series-words.ts'
import { ButtonLink, buttonClass } from '#web/kit/Button.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { Parts } from './Parts.tsx'
import { Said } from './Said.tsx'
import { Sponsors } from './Sponsors.tsx'
import styles from '#web/features/learning/Learning.module.css'

/** One series: its parts in order, what is said in them, and who made it. */
export function SeriesPage({ id }: { id: number }) {
  const { data, isError, refetch } = useQuery(seriesQuery(id))
  const series = data?.series
  useTitle(series?.title ?? 'Series')
  if (series) return <Shown series={series} />
  return (
    <Page>
      <BackLink />
      {data && <SeriesNotFound />}
      {isError && (
        <LoadFailed level={1} title="We couldn’t load this series" again={refetch}>
          Something went wrong while loading this page. Where you stopped is saved.
        </LoadFailed>
      )}
      {!data && !isError && (
        <div className={styles.waiting} aria-busy="true">
          <h1 className="visually-hidden">Series</h1>
          <Skeleton shape="title" width="most" />
          <Skeleton width="half" />
          <Skeleton width="full" />
        </div>
      )}
    </Page>
  )
}

export const SeriesNotFound = () => (
  <StatePage
    level={1}
    title="This series isn’t available"
    actions={
      <ButtonLink look="filled" href={ROUTES.learningHub}>
        Go to the Learning Hub
      </ButtonLink>
    }
  >
    <p>It may have been removed, or belongs to a network whose documents you can’t open.</p>
  </StatePage>
)

function Shown({ series }: { series: SeriesView }) {
  const { id, title, description, documents, progress } = series
  useEffect(() => void track('series-viewed', { series_id: id, ...referral() }), [id])
  const { time_zone: zone } = useUser()
  const about = (
    <>
      <Speakers series={series} />
      <Documents series={series} zone={zone} />
      <Sponsors series={series} zone={zone} />
    </>
  )
  return (
    <Page side={about}>
      <BackLink />
      <div className={styles.head}>
        <Cover series={series} />
        <div className={styles.about}>
          <h1 className="t-page-title">{title}</h1>
          {description && <p className={styles.lede}>{description}</p>}
        </div>
      </div>
      <Acts series={series} zone={zone} />
      <Parts series={series} zone={zone} />
      {series.videos.some(({ can_view }) => can_view) && <Said series={series} />}
      <div className={styles.narrow}>
        <Speakers series={series} isNarrow />
        {documents.length > 0 && <Documents series={series} zone={zone} isNarrow />}
        <Sponsors series={series} zone={zone} isNarrow />
      </div>
      {progress?.completed_at && <Next id={id} />}
    </Page>
  )
}

function Acts({ series, zone }: { series: SeriesView; zone: string }) {
  const { id, videos, progress, num_of_videos, duration } = series
  const next = progress ? progress.next_video : videos.find(({ can_view }) => can_view)
  const completedAt = progress?.completed_at
  const first = videos.find(({ can_view }) => can_view)
  return (
    <div className={styles.acts}>
      {next && (
        <Link to={partPath(id, next.id)} className={buttonClass('filled')}>
          <IconPlayerPlay stroke={1.6} aria-hidden />
          {progress ? `Continue part ${next.index}` : `Start part ${next.index}`}
        </Link>
      )}
      {!next && first && (
        <Link to={partPath(id, first.id)} className={buttonClass('quiet')}>
          Watch again
        </Link>
      )}
      <BookmarkButton kind="SERIES" id={id} isSaved={series.is_bookmarked} title={series.title} source="learning-hub" />
      <p className={styles.facts} role="status">
        {completedAt
          ? `You completed this series ${dayOf(completedAt, zone)}. ${partsOf(num_of_videos)}, ${lengthOf(duration)}`
          : progress
            ? progressOf(progress, num_of_videos)
            : `${partsOf(num_of_videos)}, ${lengthOf(duration)}`}
      </p>
    </div>
  )
}

interface PartOfPage {
  series: SeriesView
  isNarrow?: boolean
}

function Speakers({ series: { speakers }, isNarrow = false }: PartOfPage) {
  if (speakers.length === 0) return null
  const Frame = isNarrow ? Section : SideNote
  return (
    <Frame title="Speakers">
      <ul className={isNarrow ? styles.people : undefined}>
        {speakers.map(({ id, name, title, user }) => (
          <li key={id} className={styles.person}>
            {user ? <Avatar person={user} size={36} /> : <Monogram id={id} name={name} size={36} />}
            <div>
              {user ? (
                <PersonLink person={user} className={styles.sideTitle} />
              ) : (
                <p className={styles.sideTitle}>{name}</p>
              )}
              {title && <p className={styles.facts}>{title}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

function Documents({ series: { documents }, zone, isNarrow = false }: PartOfPage & { zone: string }) {
  if (documents.length === 0) return null
  const Frame = isNarrow ? Section : SideNote
  return (
    <Frame title="Documents">
      <ul>
        {documents.map((line) => (
          <DocumentRow key={line.id} line={line} zone={zone} isSmall />
        ))}
      </ul>
    </Frame>
  )
}

const NEXT = 2

/** After the last part: series that the member has not begun. */
function Next({ id }: { id: number }) {
  const { data } = useInfiniteQuery(seriesListQuery)
  const others = (data?.pages[0]?.items ?? []).filter((each) => each.id !== id && !each.progress).slice(0, NEXT)
  if (others.length === 0) return null
  return (
    <Section title="What next">
      <ul className={styles.items}>
        {others.map((series) => (
          <SeriesItem key={series.id} series={series} />
        ))}
      </ul>
    </Section>
  )
}
