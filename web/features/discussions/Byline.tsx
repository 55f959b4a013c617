import type { ReactNode } from 'react'
import type { ThreadsQuery } from '#api/operations.ts'
import { KIND_AS_VERB } from '#shared/discussions.ts'
import { agoOf, longDate } from '#shared/kit/dates.ts'
import styles from '#web/features/discussions/Byline.module.css'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { classes } from '#web/kit/classes.ts'

type FeedItem = ThreadsQuery['threads']['items'][number]

interface Props {
  author: FeedItem['author']
  thread: Pick<FeedItem['thread'], 'thread_type' | 'pub_date'>
  now: number
  timeZone: string
  className?: string | undefined
  /** Before the name. */
  mark?: ReactNode
  /** Beneath it. */
  children: ReactNode
}

/** Who began a thread, with what, and when. */
export function Byline({ author, thread: { thread_type, pub_date }, now, timeZone, className, mark, children }: Props) {
  return (
    <p className={classes(styles.byline, className)}>
      {mark}
      <PersonLink person={author} className={styles.name} />{' '}
      <span className={styles.act}>
        <span className={thread_type === 'discussion' ? styles.kind : styles.asking}>{KIND_AS_VERB[thread_type]}</span>{' '}
        <time dateTime={pub_date} title={longDate(pub_date, timeZone)}>
          {agoOf(pub_date, timeZone, now)}
        </time>
      </span>
      <span className={styles.post}>{children}</span>
    </p>
  )
}
