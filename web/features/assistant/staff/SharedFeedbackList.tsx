import { SHARED_FEEDBACK_LIMIT } from '#shared/assistant.ts'
import { longDate } from '#shared/kit/dates.ts'
import styles from '#web/features/assistant/staff/StaffAssistant.module.css'
import type { SharedFeedback } from '#web/features/assistant/staff/staff-assistant.queries.ts'
import { useUser } from '#web/platform/session/session.ts'

/** Questions and answers that members shared with their feedback. Who shared them isn't known here. */
export function SharedFeedbackList({ feedback }: { feedback: readonly SharedFeedback[] }) {
  if (feedback.length === 0)
    return (
      <p className={styles.quiet}>
        No shared feedback yet. When members share a question and its answer, you see both.
      </p>
    )
  return (
    <>
      <ul aria-label="Shared feedback">
        {feedback.map((each) => (
          <Feedback key={each.id} feedback={each} />
        ))}
      </ul>
      {feedback.length === SHARED_FEEDBACK_LIMIT && (
        <p className={styles.quiet}>These are the latest {SHARED_FEEDBACK_LIMIT}.</p>
      )}
    </>
  )
}

function Feedback({ feedback }: { feedback: SharedFeedback }) {
  const { time_zone } = useUser()
  const { is_positive, details, question, sentences, num_of_hidden, updated_at } = feedback
  return (
    <li className={styles.feedback}>
      <p className={styles.quiet}>
        <b className={styles.verdict}>{is_positive ? 'Helpful' : 'Not helpful'}</b>, {longDate(updated_at, time_zone)}
      </p>
      {details && <p className={`t-reply ${styles.words}`}>{details}</p>}
      <dl className={styles.shared}>
        <dt>Question</dt>
        <dd className={`t-quote ${styles.words}`}>{question}</dd>
        <dt>Answer</dt>
        <dd className={`t-quote ${styles.words}`}>
          {sentences.join(' ')}
          {sentences.length === 0 && num_of_hidden === 0 && <span className={styles.quiet}>No sentences</span>}
          {num_of_hidden > 0 && <span className={styles.quiet}> {hiddenText(num_of_hidden)}</span>}
        </dd>
      </dl>
    </li>
  )
}

const hiddenText = (count: number) =>
  count === 1
    ? '1 sentence isn’t shown: its source is private or isn’t available anymore.'
    : `${count} sentences aren’t shown: their sources are private or aren’t available anymore.`
