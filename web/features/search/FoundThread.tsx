import { IconPaperclip } from '@tabler/icons-react'
import { useState } from 'react'
import type { FindThreadsQuery } from '#api/operations.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { agoOf } from '#shared/kit/dates.ts'
import { rememberSearch } from '#web/features/search/search.queries.ts'
import styles from '#web/features/search/SearchPage.module.css'
import { Excerpt } from '#web/platform/search/Excerpt.tsx'
import { useUser } from '#web/platform/session/session.ts'

type Item = FindThreadsQuery['found_threads']['items'][number]

/** A matching discussion with its best match: the opening message, a reply, or an attachment. */
export function FoundThread({ item, q }: { item: Item; q: string }) {
  const { time_zone } = useUser()
  const [now] = useState(Date.now)
  const isOpening = item.is_original_message && item.entity_type === 'message'
  return (
    <li className={styles.entry}>
      <h3 className="t-topic">
        <a
          href={isOpening ? threadPath(item.thread_id) : messagePath(item.thread_id, item.message_id)}
          onClick={() => rememberSearch(q, 'threads')}
        >
          {item.topic}
        </a>
      </h3>
      {item.file_name !== null && (
        <p className={styles.file}>
          <IconPaperclip size={16} stroke={1.6} aria-hidden />
          <span>
            <span className="visually-hidden">In file </span>
            {item.file_name}
          </span>
        </p>
      )}
      <p className={`t-reply ${styles.excerpt}`}>
        <Excerpt text={item.excerpt} />
      </p>
      <p className={`t-meta ${styles.facts}`}>
        <span>
          {item.is_original_message ? 'Asked' : item.is_private ? 'Replied privately' : 'Replied'} by {item.sender.name}
        </span>
        <time dateTime={item.pub_date}>{agoOf(item.pub_date, time_zone, now)}</time>
      </p>
    </li>
  )
}
