import type { ReactNode } from 'react'
import type { ThreadsQuery } from '#api/operations.ts'
import { THREAD_TYPE_VERBS } from '#shared/discussions.ts'
import { agoOf, longDate } from '#shared/kit/dates.ts'
import styles from '#web/features/discussions/thread-card/Byline.module.css'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { classNames } from '#web/kit/class-names.ts'

type FeedItem = ThreadsQuery['threads']['items'][number]

interface Props {
  author: FeedItem['author']
  thread: Pick<FeedItem['thread'], 'thread_type' | 'pub_date'>
  now: number
  timeZone: string
  className?: string | undefined
  /** Shown before the name. */
  mark?: ReactNode
  /** Shown below the name. */
  children: ReactNode
}

/** Author, type and date of a thread. */
export function Byline({ author, thread: { thread_type, pub_date }, now, timeZone, className, mark, children }: Props) {
  return (
    <p className={classNames(styles.byline, className)}>
      {mark}
      <PersonLink person={author} className={styles.name} />{' '}
      <span className={styles.act}>
        <span className={thread_type === 'discussion' ? styles.kind : styles.asking}>
          {THREAD_TYPE_VERBS[thread_type]}
        </span>{' '}
        <time dateTime={pub_date} title={longDate(pub_date, timeZone)}>
          {agoOf(pub_date, timeZone, now)}
        </time>
      </span>
      <span className={styles.post}>{children}</span>
    </p>
  )
}
