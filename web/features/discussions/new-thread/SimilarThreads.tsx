import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { groupReplies, threadPath } from '#shared/discussions.ts'
import { dayOf } from '#shared/kit/dates.ts'
import styles from '#web/features/discussions/new-thread/NewThreadKinds.module.css'
import { FORM_WORDS } from '#web/features/discussions/new-thread/new-thread-texts.ts'
import { openThreadLink } from '#web/features/discussions/queries/thread-links.ts'
import { SaidBefore } from '#web/features/discussions/summary/SaidBefore.tsx'
import { suggestionsQuery } from '#web/features/discussions/polls/polls.queries.ts'
import { useUser } from '#web/platform/session/session.ts'

const QUIET_MS = 300
const WORDS_LEAST = 3
const LENGTH_LEAST = 12

const says = (topic: string) => topic.length >= LENGTH_LEAST || topic.split(/\s+/).length >= WORDS_LEAST

/** Threads similar to the one being written. Shows nothing if the query fails: it must not block posting. */
export function SimilarThreads({ topic }: { topic: string }) {
  const viewer = useUser()
  const [settled, setSettled] = useState(() => topic.trim())
  useEffect(() => {
    const timer = setTimeout(() => setSettled(topic.trim()), QUIET_MS)
    return () => clearTimeout(timer)
  }, [topic])
  const isAsked = says(settled)
  const { data } = useQuery({ ...suggestionsQuery(settled, isAsked), placeholderData: keepPreviousData })
  const found = isAsked ? (data?.suggest_threads ?? []) : []
  // Of one discussion, so that the form stays short.
  const answered = found.find(({ num_of_responses }) => num_of_responses > 0)
  return (
    <div role="status">
      {found.length > 0 && (
        <section className={styles.before} aria-label="Has this been asked before?" onClick={openThreadLink}>
          <p>Has this been asked before?</p>
          <ul>
            {found.map(({ id, topic: asked, thread_type, pub_date, num_of_responses }) => (
              <li key={id}>
                <a href={threadPath(id)} data-thread={id}>
                  {asked}
                </a>{' '}
                <span>
                  {FORM_WORDS[thread_type].kind}, {dayOf(pub_date, viewer.time_zone)}, {groupReplies(num_of_responses)}
                </span>
                {id === answered?.id && <SaidBefore threadId={id} about={settled} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
