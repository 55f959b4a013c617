import { useQuery } from '@tanstack/react-query'
import { personLine } from '#shared/people.ts'
import { pollQuery, type PollView } from '#web/features/discussions/polls/polls.queries.ts'
import styles from '#web/features/discussions/polls/PollPanel.module.css'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { Button } from '#web/kit/Button.tsx'

/** Who voted for what; the server returns it only to the author and staff. */
export function PollVoters({ poll }: { poll: PollView }) {
  const { data, isError, refetch } = useQuery(pollQuery(poll.id))
  if (isError)
    return (
      <p className={styles.problem} role="alert">
        We couldn’t load the votes. <Button onClick={() => void refetch()}>Try again</Button>
      </p>
    )
  const votes = data?.poll?.votes ?? []
  const titles = new Map(poll.options.map(({ id, title }) => [id, title]))
  return (
    <ul className={styles.voters} aria-label="Votes" aria-busy={data === undefined}>
      {data !== undefined && votes.length === 0 && <li>No votes yet.</li>}
      {votes.map(({ option_id, user, text }) => (
        <li key={user.id}>
          <PersonLink person={user} className={styles.name} /> <span>{personLine(user)}</span>
          <br />
          <span className={styles.quoted}>
            {titles.get(option_id)}
            {text !== null && `: ${text}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
