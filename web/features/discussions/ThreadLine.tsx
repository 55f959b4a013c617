import type { ThreadLineFragment } from '#api/operations.ts'
import { groupReplies, threadPath } from '#shared/discussions.ts'
import styles from '#web/features/discussions/ThreadLine.module.css'
import { openFromList } from '#web/features/discussions/open-thread.ts'

/** A thread in a side note: its topic, and how much was answered. */
export function ThreadLine({ thread, facts }: { thread: ThreadLineFragment; facts?: string }) {
  return (
    <li onClick={openFromList}>
      <a className={styles.topic} href={threadPath(thread.id)} data-thread={thread.id}>
        {thread.topic}
      </a>
      <p className={`t-meta ${styles.facts}`}>
        {facts ?? `${thread.author.name}, ${groupReplies(thread.num_of_responses)}`}
      </p>
    </li>
  )
}
