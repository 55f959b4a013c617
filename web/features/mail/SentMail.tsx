/** One email that the member sent: what became of it, its words, and what can still be done. */
import { messagePath, threadPath } from '#shared/discussions.ts'
import { START_DISCUSSION } from '#shared/routes.ts'
import { longDate } from '#shared/kit/dates.ts'
import { Button } from '#web/kit/Button.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { HeldMailForm } from './HeldMailForm.tsx'
import { useAddCutLines, type SentMail } from './mail.queries.ts'
import { outcomeOf, subjectOf } from './outcomes.ts'
import styles from './Mail.module.css'

export function Mail({ mail }: { mail: SentMail }) {
  const { time_zone } = useUser()
  const { title, why } = outcomeOf(mail)
  const { posted_text, cut_text, whole_mail_url } = mail
  const at = Date.parse(mail.received_at)
  return (
    <article>
      <h3>{subjectOf(mail)}</h3>
      <p className={styles.outcome}>{title}</p>
      <p className={styles.why}>{[`${longDate(at, time_zone)}.`, why].filter(Boolean).join(' ')}</p>
      {(posted_text || cut_text) && (
        <details className={styles.words}>
          <summary className={styles.more}>Show what you wrote</summary>
          {posted_text && <p className={styles.posted}>{posted_text}</p>}
          {cut_text && <CutLines mail={mail} />}
        </details>
      )}
      <div className={styles.acts}>
        <OpenDiscussion mail={mail} />
        {whole_mail_url && (
          <a className={styles.more} href={whole_mail_url} download>
            Open the whole email
          </a>
        )}
      </div>
      {mail.can_be_posted && <HeldMailForm mail={mail} />}
    </article>
  )
}

function CutLines({ mail: { id, state, cut_text } }: { mail: SentMail }) {
  const { run, isPending } = useAddCutLines()
  return (
    <div className={styles.cut}>
      <p>{state === 'posted' ? 'Left out:' : 'Not yours, or a signature:'}</p>
      <p>{cut_text}</p>
      {state === 'posted' && (
        <p className={styles.acts}>
          <Button disabled={isPending} onClick={() => void run({ id })}>
            Add the lines back
          </Button>
          <span className={styles.why}>Then posted as an edit</span>
        </p>
      )}
    </div>
  )
}

function OpenDiscussion({ mail: { thread_id, message_id, state, reason, awaiting_review } }: { mail: SentMail }) {
  if (reason === 'anonymous_draft' || reason === 'draft_exists')
    return (
      <Link className={styles.more} to={START_DISCUSSION}>
        Open your draft
      </Link>
    )
  if (!thread_id || state !== 'posted') return null
  return (
    <Link
      className={styles.more}
      to={message_id && !awaiting_review ? messagePath(thread_id, message_id) : threadPath(thread_id)}
    >
      Open the discussion
    </Link>
  )
}
