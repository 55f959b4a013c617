import { longDate } from '#shared/kit/dates.ts'
import type { Filed } from '#web/features/moderation/moderation.queries.ts'
import { PostHtml } from '#web/features/moderation/PostHtml.tsx'
import styles from '#web/features/moderation/ShownMessages.module.css'
import { useUser } from '#web/platform/session/session.ts'

/** The messages that a reporter disclosed: copies, the reported one last. */
export function ShownMessages({ messages }: { messages: Filed['shown_messages'] }) {
  const { time_zone } = useUser()
  return (
    <>
      <p className={styles.note}>
        Copied at the time of the report. Nothing else in the conversation is visible to staff, and later changes don’t
        appear here.
      </p>
      <ol className={styles.messages} aria-label="Messages shown by the reporter">
        {messages.map(({ place, sender, msg_body, pub_date, edited_at, attachments }) => (
          <li key={place} data-reported={place === 0 || undefined}>
            <p className={styles.byline}>
              <b>{sender.name}</b>, <time dateTime={pub_date}>{longDate(pub_date, time_zone)}</time>
              {edited_at && ', edited'}
              {place === 0 && <span className={styles.reported}>Reported</span>}
            </p>
            <PostHtml html={msg_body} />
            {attachments.length > 0 && (
              <p className={styles.files}>
                {attachments.length === 1 ? 'File' : 'Files'}, not copied: {attachments.join(', ')}
              </p>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
