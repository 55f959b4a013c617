/** The member's own queue, beside every list: the same notes in the same order. Loaded after the first view. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MembersToKnowQuery } from '#api/operations.ts'
import { groupReplies, threadPath } from '#shared/discussions.ts'
import { eventPath } from '#shared/events.ts'
import { agoOf, dayOf, timeOf } from '#shared/kit/dates.ts'
import { dayNumber, shortMonth } from '#shared/kit/zoned.ts'
import { isSectionOn } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { visibilityFor } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'
import { eventsQuery, membersQuery, questionsQuery, trendingQuery } from '#web/features/home/home.queries.ts'
import { questionReason } from '#web/features/home/question-reason.ts'
import { knownReason } from '#web/features/home/known-reason.ts'
import { DeskNote, DeskRow } from '#web/features/home/desk/DeskNote.tsx'
import { draftsQuery, unreadQuery } from '#web/features/home/desk/desk.queries.ts'
import { draftsToShow, useSavedWords } from '#web/features/home/desk/drafts.ts'
import styles from './Desk.module.css'

const SHOWN = 3

/** "12 min ago", but "Mon" and "3 Dec". */
function agoWords(...[value, zone, now]: Parameters<typeof agoOf>): string {
  const ago = agoOf(value, zone, now)
  return ago === 'now' ? 'just now' : / (?:min|h)$/.test(ago) ? `${ago} ago` : ago
}

const EVENTS_SHOWN = 2

export type Known = MembersToKnowQuery['members_to_know'][number]

interface Props {
  /** The button that follows a member. */
  follow: (person: Known['user'], isFollowed: boolean) => ReactNode
}

export default function Desk({ follow }: Props) {
  const visibility = visibilityFor(useUser())
  const hasDiscussions = isSectionOn(visibility, 'discussions')
  return (
    <>
      {hasDiscussions && (
        <>
          <Unread />
          <Drafts />
          <Questions />
        </>
      )}
      {isSectionOn(visibility, 'events') && <Events />}
      {isSectionOn(visibility, 'members') && <Members follow={follow} />}
      {hasDiscussions && <Trending />}
    </>
  )
}

function Unread() {
  const query = useQuery(unreadQuery)
  const { time_zone } = useUser()
  return (
    <DeskNote
      title="Unread in threads you follow"
      query={query}
      isEmpty={({ unread_followed }) => unread_followed.length === 0}
      empty="New replies in threads you follow appear here."
      all={{ words: 'All', to: `${ROUTES.feed}?followed=true` }}
    >
      {({ unread_followed }) =>
        unread_followed.slice(0, SHOWN).map(({ thread, num_of_new_replies, last_reply_at }) => (
          <DeskRow
            key={thread.id}
            isNew
            to={threadPath(thread.id)}
            words={thread.topic}
            facts={
              <>
                <b>{num_of_new_replies} new</b>, last {agoWords(last_reply_at, time_zone, query.dataUpdatedAt)}
              </>
            }
          />
        ))
      }
    </DeskNote>
  )
}

function Drafts() {
  const query = useQuery(draftsQuery)
  const savedWords = useSavedWords()
  const { time_zone } = useUser()
  return (
    <DeskNote
      title="Your drafts"
      query={query}
      isEmpty={({ drafts }) => draftsToShow(drafts, savedWords).length === 0}
      empty="Drafts from any of your devices appear here."
    >
      {({ drafts }) =>
        draftsToShow(drafts, savedWords)
          .slice(0, SHOWN)
          .map(({ key, to, words, facts, updatedAt }) => (
            <DeskRow
              key={key}
              to={to}
              words={words}
              facts={`${facts} ${agoWords(updatedAt, time_zone, query.dataUpdatedAt)}`}
            />
          ))
      }
    </DeskNote>
  )
}

function Questions() {
  const query = useQuery(questionsQuery)
  const { time_zone } = useUser()
  return (
    <DeskNote
      title="Questions you could answer"
      query={query}
      isEmpty={({ questions_to_answer }) => questions_to_answer.length === 0}
      empty="Every question has a reply. New unanswered questions appear here."
    >
      {({ questions_to_answer }) =>
        questions_to_answer.slice(0, SHOWN).map((question) => (
          <DeskRow
            key={question.thread.id}
            to={threadPath(question.thread.id)}
            words={question.thread.topic}
            facts={
              <>
                <b>{questionReason(question)}.</b> <bdi>{question.thread.author.name}</bdi>, asked{' '}
                {agoWords(question.thread.pub_date, time_zone, query.dataUpdatedAt)}
              </>
            }
          />
        ))
      }
    </DeskNote>
  )
}

function Events() {
  const query = useQuery(eventsQuery)
  const { time_zone: zone } = useUser()
  return (
    <DeskNote
      title="Next events"
      query={query}
      isEmpty={({ next_events }) => next_events.length === 0}
      empty="No events are planned."
      all={{ words: 'All events', to: ROUTES.events }}
    >
      {({ next_events }) =>
        next_events.slice(0, EVENTS_SHOWN).map(({ id, title, start_date, registration }) => {
          const going =
            registration?.status === 'going' ? 'You’re attending' : registration ? 'On the waiting list' : ''
          const when = `${dayOf(start_date, zone, query.dataUpdatedAt)}, ${timeOf(start_date, zone)}`
          return (
            <li key={id} className={`${styles.row} ${styles.event}`}>
              <span className={styles.day} aria-hidden="true">
                {dayNumber(start_date, zone)}
                <small>{shortMonth(start_date, zone)}</small>
              </span>
              <div>
                <Link to={eventPath(id)} className={styles.topic}>
                  {title}
                </Link>
                <p className={styles.facts}>{[when, going].filter(Boolean).join('. ')}</p>
              </div>
            </li>
          )
        })
      }
    </DeskNote>
  )
}

function Members({ follow }: Props) {
  return (
    <DeskNote
      title="Members to know"
      query={useQuery(membersQuery)}
      isEmpty={({ members_to_know }) => members_to_know.length === 0}
      empty="Members near you, and members who have replied to you, appear here."
    >
      {({ members_to_know }) =>
        members_to_know.slice(0, SHOWN).map((known) => (
          <li key={known.user.id} className={`${styles.row} ${styles.person}`}>
            <Avatar person={known.user} size={36} />
            <div className={styles.about}>
              <PersonLink person={known.user} className={styles.name} />
              <p className={styles.facts}>{knownReason(known)}</p>
            </div>
            <span className={styles.act}>{follow(known.user, false)}</span>
          </li>
        ))
      }
    </DeskNote>
  )
}

function Trending() {
  return (
    <DeskNote
      title="Most discussed"
      query={useQuery(trendingQuery)}
      isEmpty={({ getTrendingThread }) => getTrendingThread === null}
      empty="The most discussed thread appears here."
    >
      {({ getTrendingThread: trending }) =>
        trending && (
          <DeskRow
            to={threadPath(trending.thread.id)}
            words={trending.thread.topic}
            facts={`${groupReplies(trending.num_of_recent_responses)} in the past two weeks`}
          />
        )
      }
    </DeskNote>
  )
}
