import type { ThreadLineFragment } from '#api/operations.ts'
import { groupReplies, messagePath, threadPath } from '#shared/discussions.ts'
import styles from '#web/features/discussions/thread-card/ThreadTitleLink.module.css'
import { openThreadLink } from '#web/features/discussions/queries/thread-links.ts'

interface Props {
  thread: ThreadLineFragment
  /** Opens the thread at this reply. */
  messageId?: number
  facts?: string
}

/** A thread in a side note: topic and reply count. */
export function ThreadTitleLink({ thread, messageId, facts }: Props) {
  return (
    <li onClick={openThreadLink}>
      <a
        className={styles.topic}
        href={messageId ? messagePath(thread.id, messageId) : threadPath(thread.id)}
        data-thread={thread.id}
      >
        {thread.topic}
      </a>
      <p className={`t-meta ${styles.facts}`}>
        {facts ?? (
          <>
            {/* A name that is written from right to left must not move the count. */}
            <bdi>{thread.author.name}</bdi>, {groupReplies(thread.num_of_responses)}
          </>
        )}
      </p>
    </li>
  )
}
