import { useQuery } from '@tanstack/react-query'
import { threadPath } from '#shared/discussions.ts'
import { activePollsQuery } from '#web/features/discussions/polls/polls.queries.ts'
import { pollSummary } from '#web/features/discussions/polls/PollSummary.tsx'
import { openThreadLink } from '#web/features/discussions/queries/thread-links.ts'
import styles from '#web/features/discussions/polls/ActivePolls.module.css'
import { useUser } from '#web/platform/session/session.ts'

const SHOWN = 5

/** Open polls, ordered by closing date, earliest first. */
export default function ActivePolls({ now }: { now: number }) {
  const viewer = useUser()
  const { data } = useQuery(activePollsQuery)
  const polls = data?.active_polls ?? []
  if (data !== undefined && polls.length === 0) return null
  return (
    <section
      className={styles.active}
      aria-labelledby="active-polls"
      aria-busy={data === undefined}
      onClick={openThreadLink}
    >
      <h2 id="active-polls" className="t-section">
        Open polls
      </h2>
      <ul>
        {polls.slice(0, SHOWN).map((poll) => (
          <li key={poll.id}>
            <a href={threadPath(poll.thread_id)} data-thread={poll.thread_id}>
              {poll.title}
            </a>
            {poll.my_vote !== null && 'You voted. '}
            {pollSummary(poll, viewer.time_zone, now)}
          </li>
        ))}
      </ul>
    </section>
  )
}
