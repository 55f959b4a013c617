import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { eventPath } from '#shared/events.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { eventVideoQuery, sessionQuery } from '#web/features/events/events.queries.ts'
import { DocumentRow } from '#web/features/events/MaterialRows.tsx'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
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
import { Watch } from './Watch.tsx'
import page from '#web/features/events/EventPage.module.css'
import styles from '#web/features/events/Events.module.css'

interface WatchProps {
  id: number
  /** In seconds, from the URL. */
  startAt: number | undefined
}

/** A recording of an event. */
export function VideoPage({ id, startAt }: WatchProps) {
  const { data, isError, refetch } = useQuery({ ...eventVideoQuery(id), refetchOnWindowFocus: false })
  const video = data?.event_video
  const { time_zone } = useUser()
  useTitle(video?.title ?? 'Video')
  if (!data) return <Pending isError={isError} again={refetch} />
  if (!video) return <Missing />
  const { title, event } = video
  if (!video.video || !video.url) return <Closed title={title} event={event} />
  const speakers = event.speakers.map(({ name }) => name).join(' and ')
  return (
    <Watch
      key={id}
      kind="event_video"
      id={id}
      title={title}
      isSaved={video.is_bookmarked}
      description={video.description}
      line={
        <>
          {speakers && `${speakers}. `}Recorded {dayOf(event.start_date, time_zone)},{' '}
          <Link to={eventPath(event.id)} className={styles.link}>
            {event.title}
          </Link>
          .
        </>
      }
      src={video.url}
      poster={video.thumbnail_url}
      video={video.video}
      documents={event.documents}
      startAt={startAt}
    />
  )
}

/** A session of the main stage, with its recording if there is one. */
export function SessionPage({ id, startAt }: WatchProps) {
  const { data, isError, refetch } = useQuery({ ...sessionQuery(id), refetchOnWindowFocus: false })
  const session = data?.mainstage_session
  const { time_zone } = useUser()
  useTitle(session?.title ?? 'Mainstage')
  useEffect(() => void track('mainstage-viewed', referral()), [])
  if (!data) return <Pending isError={isError} again={refetch} />
  if (!session) return <Missing />
  const { title, event, speakers, description, start_date, documents } = session
  const line = (
    <>
      {speakers && `${speakers}. `}
      {start_date && `${dayOf(start_date, time_zone)}, `}
      <Link to={eventPath(event.id)} className={styles.link}>
        {event.title}
      </Link>
      .
    </>
  )
  if (session.video && session.url)
    return (
      <Watch
        key={id}
        kind="mainstage_session"
        id={id}
        {...{ title, line, description, documents, startAt }}
        isSaved={session.is_bookmarked}
        src={session.url}
        poster={session.thumbnail_url}
        video={session.video}
      />
    )
  return (
    <Page>
      <BackLink />
      <h1 className="t-page-title">{title}</h1>
      <p className={styles.lede}>{line}</p>
      {description && <p className={`t-reply ${page.description}`}>{description}</p>}
      <p className={styles.note}>
        {session.has_video
          ? 'The recording is open to members of the network that holds this event.'
          : 'There is no recording of this session.'}
      </p>
      {documents.length > 0 && (
        <Section title="Materials">
          <ul>
            {documents.map((each) => (
              <DocumentRow key={each.id} line={each} zone={time_zone} />
            ))}
          </ul>
        </Section>
      )}
    </Page>
  )
}

const Pending = ({ isError, again }: { isError: boolean; again: () => unknown }) => (
  <Page>
    <BackLink />
    {isError ? (
      <LoadFailed level={1} title="We couldn’t load this video" again={again}>
        Something went wrong while loading this page. Where you stopped is saved.
      </LoadFailed>
    ) : (
      <div className={styles.waiting} aria-busy="true">
        <h1 className="visually-hidden">Video</h1>
        <div className={page.stageWaiting} />
        <Skeleton shape="title" width="most" />
        <Skeleton width="half" />
      </div>
    )}
  </Page>
)

const Missing = () => (
  <Page>
    <BackLink />
    <StatePage
      level={1}
      title="This video isn’t available"
      actions={
        <ButtonLink look="filled" href={ROUTES.events}>
          Go to Events
        </ButtonLink>
      }
    >
      <p>It may have been removed, or belongs to a network whose events you can’t see.</p>
    </StatePage>
  </Page>
)

const Closed = ({ title, event }: { title: string; event: { id: number } }) => (
  <Page>
    <BackLink />
    <StatePage
      level={1}
      title={title}
      actions={
        <ButtonLink look="filled" href={eventPath(event.id)}>
          Go to the event
        </ButtonLink>
      }
    >
      <p>This recording is open to members of the network that holds the event.</p>
    </StatePage>
  </Page>
)
