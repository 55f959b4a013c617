import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ThreadLineFragment } from '#api/operations.ts'
import { groupReplies, threadPath } from '#shared/discussions.ts'
import { eventPath } from '#shared/events.ts'
import { POLLS_SHOWN } from '#shared/home.ts'
import { dayHeading, dayKey, dayOf, timeOf } from '#shared/kit/dates.ts'
import { isSectionOn, type MenuSection } from '#shared/networks.ts'
import { personLine } from '#shared/people.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { visibilityFor } from '#web/platform/session/features.ts'
import { initialUserQuery, useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import {
  eventsQuery,
  membersQuery,
  missedQuery,
  pollsQuery,
  questionsQuery,
  trendingQuery,
} from '#web/features/home/home.queries.ts'
import { questionReason } from '#web/features/home/question-reason.ts'
import { knownReason } from '#web/features/home/known-reason.ts'
import { NewInLibrary } from '#web/features/home/NewInLibrary.tsx'
import { Panel } from '#web/features/home/Panel.tsx'
import styles from './Home.module.css'

interface HomeProps {
  /** What the member gave, how their membership stands, and what we ask: below what happened. */
  standing: ReactNode
  onMarkAllRead: () => void
}

/** The start page: what happened since the last visit, then what the member could do, then what we ask. */
export function HomePage({ standing, onMarkAllRead }: HomeProps) {
  useTitle('Home')
  const { data, dataUpdatedAt } = useSuspenseQuery(initialUserQuery)
  const { viewer } = data
  const joinedToday = dayKey(viewer.date_joined, viewer.time_zone) === dayKey(dataUpdatedAt, viewer.time_zone)
  const visibility = visibilityFor(viewer)
  const has = (section: MenuSection) => isSectionOn(visibility, section)
  return (
    <Page>
      <h1 className="t-page-title">
        {joinedToday ? 'Welcome' : 'Welcome back'}, {viewer.first_name}
      </h1>
      {has('discussions') && (
        <>
          <Lede onMarkAllRead={onMarkAllRead} />
          <Trending />
          <Missed />
          {/* Where there is room for the desk, these are in it, and styles hide them here. */}
          <div className={styles.narrow}>
            <Questions />
          </div>
        </>
      )}
      <div className={styles.columns}>
        {has('discussions') && <Polls />}
        <NewInLibrary />
      </div>
      <div className={styles.narrow}>{has('events') && <Events />}</div>
      <div className={styles.narrow}>{has('members') && <Members />}</div>
      {standing}
    </Page>
  )
}

/** "Since Monday: 3 new discussions." */
function Lede({ onMarkAllRead }: Pick<HomeProps, 'onMarkAllRead'>) {
  const { data, dataUpdatedAt } = useQuery(missedQuery)
  const { time_zone } = useUser()
  const count = data?.missed.num_of_new_threads ?? 0
  return (
    <p className={styles.lede}>
      {data && (
        <>
          {sinceWords(dayHeading(data.missed.since, time_zone, dataUpdatedAt))}: {newDiscussions(count)}.{' '}
        </>
      )}
      <Link to={ROUTES.feed} className={styles.link}>
        All discussions
      </Link>
      {count > 0 && (
        <>
          {' '}
          <button type="button" className={styles.link} onClick={onMarkAllRead}>
            Mark all as read
          </button>
        </>
      )}
    </p>
  )
}

const newDiscussions = (count: number) => (count === 0 ? 'no new discussions' : counted(count, 'new discussion'))

const Topic = ({ thread, children }: { thread: ThreadLineFragment; children: ReactNode }) => (
  <li className={styles.row}>
    <Link to={threadPath(thread.id)} className={styles.topic}>
      {thread.topic}
    </Link>
    <p className={`t-meta ${styles.facts}`}>{children}</p>
  </li>
)

/** "Since Monday", but "Since yesterday": in the middle of a sentence. */
const sinceWords = (day: string) =>
  day === 'Today' ? 'Since earlier today' : `Since ${day === 'Yesterday' ? 'yesterday' : day}`

function Missed() {
  const query = useQuery(missedQuery)
  return (
    <Panel
      title="Since your last visit"
      guide="missed"
      query={query}
      isEmpty={({ missed }) => missed.threads.length === 0}
      empty="You’re all caught up. New discussions, and replies in ones you’re part of, appear here."
    >
      {({ missed: { threads } }) => (
        <ul>
          {threads.map(({ thread, is_new, num_of_new_replies }) => (
            <Topic key={thread.id} thread={thread}>
              {[
                is_new ? `New from ${thread.author.name}` : 'You’re in this discussion',
                num_of_new_replies > 0 && counted(num_of_new_replies, 'new reply', 'new replies'),
              ]
                .filter(Boolean)
                .join(', ')}
            </Topic>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Questions() {
  const query = useQuery(questionsQuery)
  const { time_zone } = useUser()
  return (
    <Panel
      title="Questions you could answer"
      guide="questions"
      query={query}
      isEmpty={({ questions_to_answer }) => questions_to_answer.length === 0}
      empty="Every question has a reply. New unanswered questions appear here."
    >
      {({ questions_to_answer }) => (
        <ul>
          {questions_to_answer.map((question) => (
            <Topic key={question.thread.id} thread={question.thread}>
              <b className={styles.reason}>{questionReason(question)}.</b> <bdi>{question.thread.author.name}</bdi>,{' '}
              {dayHeading(question.thread.pub_date, time_zone, query.dataUpdatedAt)}
            </Topic>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Trending() {
  return (
    <Panel
      title="Trending"
      guide="trending"
      query={useQuery(trendingQuery)}
      isEmpty={({ getTrendingThread }) => getTrendingThread === null}
      empty="Nothing is trending right now."
    >
      {({ getTrendingThread: trending }) =>
        trending && (
          <div className={styles.lead}>
            <Link to={threadPath(trending.thread.id)} className={styles.leadTopic}>
              {trending.thread.topic}
            </Link>
            {trending.summary && <p className={styles.leadText}>{trending.summary}</p>}
            <p className={`t-meta ${styles.facts}`}>
              {groupReplies(trending.num_of_recent_responses)} in the past two weeks
            </p>
          </div>
        )
      }
    </Panel>
  )
}

function Polls() {
  const query = useQuery(pollsQuery)
  const { time_zone } = useUser()
  return (
    <Panel
      title="Open polls"
      guide="polls"
      query={query}
      isEmpty={({ active_polls }) => active_polls.length === 0}
      empty="No open polls."
    >
      {({ active_polls }) => (
        <ul>
          {active_polls.slice(0, POLLS_SHOWN).map(({ id, thread_id, title, end_date }) => (
            <li key={id} className={styles.row}>
              <Link to={threadPath(thread_id)} className={styles.topic}>
                {title}
              </Link>
              <p className={`t-meta ${styles.facts}`}>
                {end_date ? `Closes ${dayOf(end_date, time_zone, query.dataUpdatedAt)}` : 'Open'}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Events() {
  const query = useQuery(eventsQuery)
  const { time_zone } = useUser()
  return (
    <Panel
      title="Next events"
      guide="events"
      query={query}
      isEmpty={({ next_events }) => next_events.length === 0}
      empty="No events are planned."
    >
      {({ next_events }) => (
        <ul>
          {next_events.map(({ id, title, start_date, venue, registration }) => (
            <li key={id} className={styles.row}>
              <Link to={eventPath(id)} className={styles.topic}>
                {title}
              </Link>
              <p className={`t-meta ${styles.facts}`}>
                {[
                  `${dayOf(start_date, time_zone, query.dataUpdatedAt)}, ${timeOf(start_date, time_zone)}`,
                  venue,
                  registration && (registration.status === 'going' ? 'You’re attending' : 'You’re on the waiting list'),
                ]
                  .filter(Boolean)
                  .join('. ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Members() {
  return (
    <Panel
      title="Members to know"
      guide="members"
      query={useQuery(membersQuery)}
      isEmpty={({ members_to_know }) => members_to_know.length === 0}
      empty="Members near you, and members who have replied to you, appear here."
    >
      {({ members_to_know }) => (
        <ul className={styles.members}>
          {members_to_know.map((known) => (
            <li key={known.user.id} className={styles.member}>
              <Avatar person={known.user} size={44} />
              <div className={styles.person}>
                <PersonLink person={known.user} className={styles.name} />
                <p className={`t-meta ${styles.facts}`}>{personLine(known.user)}</p>
                <p className={`t-meta ${styles.reason}`}>{knownReason(known)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
