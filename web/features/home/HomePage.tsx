import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MembersToKnowQuery, ThreadLineFragment } from '#api/operations.ts'
import { groupReplies, threadPath } from '#shared/discussions.ts'
import { eventPath } from '#shared/events.ts'
import { POLLS_SHOWN } from '#shared/home.ts'
import { dayHeading, dayOf, timeOf } from '#shared/kit/dates.ts'
import { personLine } from '#shared/people.ts'
import { ROUTES } from '#shared/routes.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import {
  eventsQuery,
  membersQuery,
  missedQuery,
  pollsQuery,
  questionsQuery,
  trendingQuery,
} from '#web/features/home/home.queries.ts'
import { Panel } from '#web/features/home/Panel.tsx'
import styles from './Home.module.css'

/** The start page: missed activity, questions the member could answer, and members to meet. */
export function HomePage({ notices }: { notices: ReactNode }) {
  useTitle('Home')
  const { first_name } = useUser()
  return (
    <Page>
      <h1 className="t-page-title">Welcome back, {first_name}</h1>
      <p className={styles.lede}>
        Here’s what’s new in your networks.{' '}
        <Link to={ROUTES.feed} className={styles.link}>
          All discussions
        </Link>
      </p>
      {notices}
      <Missed />
      <div className={styles.columns}>
        <Questions />
        <div>
          <Trending />
          <Polls />
          <Events />
        </div>
      </div>
      <Members />
    </Page>
  )
}

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
  const { time_zone } = useUser()
  return (
    <Panel
      title="Since your last visit"
      guide="missed"
      query={query}
      isEmpty={({ missed }) => missed.threads.length === 0}
      empty="You’re all caught up. New discussions, and replies in ones you’re part of, appear here."
    >
      {({ missed: { since, num_of_new_threads, threads } }) => (
        <>
          <p className={`t-meta ${styles.facts}`}>
            {sinceWords(dayHeading(since, time_zone, query.dataUpdatedAt))}:{' '}
            {num_of_new_threads === 1
              ? '1 new discussion'
              : `${num_of_new_threads.toLocaleString('en-US')} new discussions`}
          </p>
          <ul>
            {threads.map(({ thread, is_new, num_of_new_replies }) => (
              <Topic key={thread.id} thread={thread}>
                {[
                  is_new ? `New from ${thread.author.name}` : 'You’re in this discussion',
                  num_of_new_replies > 0 &&
                    `${num_of_new_replies.toLocaleString('en-US')} new ${num_of_new_replies === 1 ? 'reply' : 'replies'}`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Topic>
            ))}
          </ul>
        </>
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
          {questions_to_answer.map((thread) => (
            <Topic key={thread.id} thread={thread}>
              {thread.author.name}, {dayHeading(thread.pub_date, time_zone, query.dataUpdatedAt)}
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
      {({ getTrendingThread: trending }) => (
        <ul>
          {trending && (
            <Topic thread={trending.thread}>
              {groupReplies(trending.num_of_recent_responses)} in the past two weeks
              {trending.summary && <span className={`t-quote ${styles.summary}`}>{trending.summary}</span>}
            </Topic>
          )}
        </ul>
      )}
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

type Known = MembersToKnowQuery['members_to_know'][number]
const REASONS: Record<Known['reason'], (known: Known) => string> = {
  answered_you: () => 'Replied to you',
  in_common: ({ num_in_common: shared }) =>
    shared === 1 ? 'One thing in common with you' : `${shared} things in common with you`,
  same_city: ({ user: { city } }) => `Also in ${city ?? 'your city'}`,
  newly_joined: () => 'New in your network',
}

function Members() {
  return (
    <Panel
      title="Suggested members"
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
                <p className={`t-meta ${styles.reason}`}>{REASONS[known.reason](known)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
