import { dayOf } from '#shared/kit/dates.ts'
import styles from '#web/features/discussions/polls/PollSummary.module.css'

interface Props {
  poll: { title: string; end_date: string | null; active: boolean; num_of_votes: number | null }
  topic: string
  now: number
  timeZone: string
}

/** "48 votes. Closes December 3": of a poll, in a line. */
export const pollSummary = ({ end_date, active, num_of_votes }: Props['poll'], timeZone: string, now: number) =>
  [
    num_of_votes !== null && `${num_of_votes.toLocaleString('en-US')} ${num_of_votes === 1 ? 'vote' : 'votes'}`,
    active ? (end_date ? `Closes ${dayOf(end_date, timeZone, now)}` : 'Open') : 'Closed',
    num_of_votes === null && 'Vote to see the results',
  ]
    .filter(Boolean)
    .join('. ')

/** The poll of an entry in the feed. */
export const PollSummary = ({ poll, topic, now, timeZone }: Props) => (
  <p className={styles.line}>
    {poll.title !== topic && <b>{poll.title}</b>} {pollSummary(poll, timeZone, now)}
  </p>
)
