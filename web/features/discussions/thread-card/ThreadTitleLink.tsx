import type { ThreadLineFragment } from '#api/operations.ts'
import { groupReplies, threadPath } from '#shared/discussions.ts'
import styles from '#web/features/discussions/thread-card/ThreadTitleLink.module.css'
import { openThreadLink } from '#web/features/discussions/queries/thread-links.ts'

/** A thread in a side note: topic and reply count. */
export function ThreadTitleLink({ thread, facts }: { thread: ThreadLineFragment; facts?: string }) {
  return (
    <li onClick={openThreadLink}>
      <a className={styles.topic} href={threadPath(thread.id)} data-thread={thread.id}>
        {thread.topic}
      </a>
      <p className={`t-meta ${styles.facts}`}>
        {facts ?? `${thread.author.name}, ${groupReplies(thread.num_of_responses)}`}
      </p>
    </li>
  )
}
