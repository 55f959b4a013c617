import { TOP_REPLIES } from '#shared/discussions.ts'
import type { TopReplyFragment } from '#api/operations.ts'
import styles from '#web/features/discussions/thread-card/TopReplies.module.css'

/** The most liked replies, after the double rule. The third appears only on wide screens. */
export function TopReplies({ replies }: { replies: readonly TopReplyFragment[] }) {
  return (
    <ul className={styles.replies} aria-label="Top replies">
      {replies.slice(0, TOP_REPLIES).map((reply) => (
        <li key={reply.id}>
          <p className={styles.byline}>
            <span>
              <b>{reply.sender.name}</b>
              {reply.sender.company && `, ${reply.sender.company.name}`}
            </span>
            {reply.num_of_likes > 0 && (
              <span className={styles.agree}>{reply.num_of_likes.toLocaleString('en-US')} agree</span>
            )}
          </p>
          <p className={`t-quote ${styles.excerpt}`}>{reply.excerpt}</p>
        </li>
      ))}
    </ul>
  )
}
