import { dayOf } from '#shared/kit/dates.ts'
import { counted } from '#shared/kit/text.ts'
import styles from '#web/features/discussions/polls/PollSummary.module.css'

interface Props {
  poll: { title: string; end_date: string | null; active: boolean; num_of_votes: number | null }
  topic: string
  now: number
  timeZone: string
}

/** One-line poll summary: "48 votes. Closes December 3". */
export const pollSummary = ({ end_date, active, num_of_votes }: Props['poll'], timeZone: string, now: number) =>
  [
    num_of_votes !== null && counted(num_of_votes, 'vote'),
    active ? (end_date ? `Closes ${dayOf(end_date, timeZone, now)}` : 'Open') : 'Closed',
    num_of_votes === null && 'Vote to see the results',
  ]
    .filter(Boolean)
    .join('. ')

/** Poll summary in a feed entry. */
export const PollSummary = ({ poll, topic, now, timeZone }: Props) => (
  <p className={styles.line}>
    {poll.title !== topic && <b>{poll.title}</b>} {pollSummary(poll, timeZone, now)}
  </p>
)
