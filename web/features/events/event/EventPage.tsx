import { IconCalendarPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { calendarFilePath } from '#shared/events.ts'
import { timeOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { BookmarkButton } from '#web/features/bookmarks/BookmarkButton.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { AttendButton, attendanceLine } from '#web/features/events/AttendButton.tsx'
import { dayNumber } from '#shared/kit/zoned.ts'
import { bandDays, cityOf, longWallDay, wallTime, zoneTimes } from '#web/features/events/event-times.ts'
import { eventQuery, trackEventView, type EventView } from '#web/features/events/events.queries.ts'
import { DocumentRow, VideoRow } from '#web/features/events/MaterialRows.tsx'
import { RequestMaterial } from '#web/features/events/RequestMaterial.tsx'
import { ButtonLink } from '#web/kit/Button.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useNow } from '#web/kit/use-now.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useUser } from '#web/platform/session/session.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { EventCle } from './EventCle.tsx'
import { Program } from './Program.tsx'
import page from '#web/features/events/EventPage.module.css'
import styles from '#web/features/events/Events.module.css'

/** One event: when and where, who, the program, and its materials. */
export function EventPage({ id }: { id: number }) {
  const query = useQuery(eventQuery(id))
  const { data, isError, refetch } = query
  const event = data?.event
  useTitle(event?.title ?? 'Event')
  if (event) return <Shown event={event} fetchedAt={query.dataUpdatedAt} />
  return (
    <Page>
      <BackLink />
      {data && <EventNotFound />}
      {isError && (
        <LoadFailed level={1} title="We couldn’t load this event" again={refetch}>
          Something went wrong while loading this page. Your registration is safe.
        </LoadFailed>
      )}
      {!data && !isError && (
        <div className={styles.waiting} aria-busy="true">
          <h1 className="visually-hidden">Event</h1>
          <Skeleton shape="title" width="most" />
          <Skeleton width="half" />
          <Skeleton width="full" />
        </div>
      )}
    </Page>
  )
}

const EventNotFound = () => (
  <StatePage
    level={1}
    title="This event isn’t available"
    actions={
      <ButtonLink look="filled" href={ROUTES.events}>
        Go to Events
      </ButtonLink>
    }
  >
    <p>It may have been removed, or belongs to a network whose events you can’t see.</p>
  </StatePage>
)

function Shown({ event, fetchedAt }: { event: EventView; fetchedAt: number }) {
  const { id } = event
  useEffect(() => {
    void track('event-viewed', { event_id: id, ...referral() })
    // A view that was not counted is not worth a message.
    trackEventView(id).catch(() => undefined)
  }, [id])
  const now = useNow(fetchedAt)
  const { time_zone: zone } = useUser()
  const isOver = Date.parse(event.end_date) < now
  const attendance = event.cancelled_at || isOver ? '' : attendanceLine(event)
  const materials = <Materials event={event} zone={zone} />
  return (
    <Page side={<Side event={event} zone={zone} />}>
      <BackLink />
      <Band event={event} />
      <h1 className={`t-page-title ${page.eventTitle}`}>{event.title}</h1>
      <Zones event={event} zone={zone} />
      <div className={styles.acts}>
        <AttendButton event={event} now={now} isMain />
        {!isOver && (
          <ButtonLink href={calendarFilePath(id)} download>
            <IconCalendarPlus stroke={1.6} aria-hidden />
            Add to calendar
          </ButtonLink>
        )}
        <BookmarkButton kind="EVENT" id={id} isSaved={event.is_bookmarked} title={event.title} source="events" />
        {attendance && (
          <p className={styles.places}>
            <IconUsers size={18} stroke={1.6} aria-hidden />
            {attendance}
          </p>
        )}
        {isOver && <p className={styles.places}>This event is over. Its materials stay here.</p>}
      </div>
      {event.description && <Description text={event.description} />}
      {/* What one comes back for comes first once the event is over. */}
      {isOver && materials}
      <Program event={event} zone={zone} />
      <People title="Speakers" people={event.speakers} />
      <People title={event.category.hosts_label} people={event.hosts} />
      {!isOver && materials}
      <Photos photos={event.photos} />
      <div className={page.narrow}>
        <Side event={event} zone={zone} />
      </div>
    </Page>
  )
}

const Description = ({ text }: { text: string }) => (
  <div className={`t-reply ${page.description}`}>
    {text.split(/\n{2,}/).map((paragraph, at) => (
      <p key={at}>{paragraph}</p>
    ))}
  </div>
)

/** The day on the color of the network. */
function Band({ event }: { event: EventView }) {
  const { category, venue, location, time_zone, moved_from } = event
  const where = [location?.name, venue].filter((part, at, all) => part && all.indexOf(part) === at).join(', ')
  return (
    <>
      <div className={`${page.band} theme-${event.network.theme}`}>
        <img src={category.banner_image} alt="" width={960} height={128} />
        <p className={page.bandDay}>{dayNumber(event.start_date, time_zone)}</p>
        <p>
          {bandDays(event)}
          <br />
          {where || category.name}
        </p>
      </div>
      {event.cancelled_at && <p className={styles.canceled}>This event was canceled.</p>}
      {moved_from && !event.cancelled_at && (
        <p className={styles.moved}>
          Moved from{' '}
          <s>
            {longWallDay(moved_from)}, {wallTime(moved_from)}
          </s>
        </p>
      )}
    </>
  )
}

function Zones({ event, zone }: { event: EventView; zone: string }) {
  const speakers = event.speakers.flatMap(({ time_zone }) => time_zone ?? [])
  const times = zoneTimes(event.start_date, { zone, venue: event.time_zone, speakers })
  return (
    <dl className={page.zones}>
      {times.map(({ label, time }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{time}</dd>
        </div>
      ))}
      {times.length === 1 && (
        <div>
          <dt>Until</dt>
          <dd>{timeOf(event.end_date, zone)}</dd>
        </div>
      )}
    </dl>
  )
}

function People({ title, people }: { title: string; people: EventView['speakers'] }) {
  if (people.length === 0) return null
  return (
    <Section title={title}>
      <ul className={page.people}>
        {people.map(({ id, name, title: work, time_zone, user }) => (
          <li key={id}>
            {user ? <Avatar person={user} size={44} /> : <Monogram id={id} name={name} size={44} />}
            <div>
              <p className={styles.personName}>{user ? <PersonLink person={user} /> : name}</p>
              <p className={styles.facts}>{[work, time_zone && cityOf(time_zone)].filter(Boolean).join('. ')}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Materials({ event, zone }: { event: EventView; zone: string }) {
  const { documents, videos, can_view, network, id } = event
  return (
    <Section title="Materials">
      {documents.length + videos.length > 0 && (
        <ul>
          {videos.map((line) => (
            <VideoRow key={line.id} line={line} zone={zone} />
          ))}
          {documents.map((line) => (
            <DocumentRow key={line.id} line={line} zone={zone} />
          ))}
        </ul>
      )}
      {!can_view && (
        <p className={styles.note}>
          Documents and recordings are open to members of {network.display_name}. You see that they exist because your
          network shares its events.
        </p>
      )}
      {can_view && (
        <p className={styles.note}>
          {documents.length + videos.length === 0 && 'Nothing has been added yet. '}
          Missing something? <RequestMaterial eventId={id} />
        </p>
      )}
    </Section>
  )
}

const Photos = ({ photos }: Pick<EventView, 'photos'>) =>
  photos.length > 0 && (
    <Section title="Photos">
      <ul className={page.photos}>
        {photos.map(({ id, caption, image_url }) => (
          <li key={id}>
            {/* Described by the words below. */}
            <img src={image_url} alt="" width={480} height={300} loading="lazy" decoding="async" />
            <p className={styles.facts}>{caption}</p>
          </li>
        ))}
      </ul>
    </Section>
  )

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <SideNote title={title}>{children}</SideNote>
)

/** Who attends, who can, and who sponsors. Under the page where there is no side column. */
function Side({ event }: { event: EventView; zone: string }) {
  const { attending, num_of_attending, network, capacity, sponsors, areas_of_expertise } = event
  return (
    <>
      {attending.length > 0 && (
        <Note title={`Attending (${num_of_attending.toLocaleString('en-US')})`}>
          <ul>
            {attending.map((person) => (
              <li key={person.id} className={styles.sidePerson}>
                <Avatar person={person} size={36} />
                <PersonLink person={person} className={styles.personName} />
              </li>
            ))}
          </ul>
        </Note>
      )}
      <Note title="Who can attend">
        <p className={styles.note}>
          Members of <b>{network.display_name}</b>, and of networks that it shares its events with.
          {capacity !== null && ` ${capacity.toLocaleString('en-US')} places.`}
          {capacity === null && ' You don’t register here.'}
        </p>
      </Note>
      <EventCle accreditations={event.cle} />
      {areas_of_expertise.length > 0 && (
        <Note title="Topics">
          <p className={styles.note}>{areas_of_expertise.map(({ name }) => name).join(', ')}</p>
        </Note>
      )}
      {sponsors.length > 0 && (
        <Note title="Sponsor">
          <ul>
            {sponsors.map(({ id, name, title }) => (
              <li key={id} className={styles.sidePerson}>
                <Monogram id={id} name={name} size={36} shape="firm" />
                <div>
                  <p className={styles.personName}>{name}</p>
                  <p className={styles.facts}>{title ?? 'Does not see who attends'}</p>
                </div>
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  )
}
