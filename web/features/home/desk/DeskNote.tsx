import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from './Desk.module.css'

interface Props<Data> {
  title: string
  query: Pick<UseQueryResult<Data>, 'data' | 'isError' | 'refetch'>
  /** What appears here, while there is nothing. */
  empty: string
  isEmpty: (data: Data) => boolean
  all?: { words: string; to: string } | undefined
  children: (data: Data) => ReactNode
}

/** A note of the desk: it loads, fails and is empty alone, and never collapses. */
export function DeskNote<Data>({
  title,
  query: { data, isError, refetch },
  empty,
  isEmpty,
  all,
  children,
}: Props<Data>) {
  const id = useId()
  return (
    <section className={styles.note} aria-labelledby={id} aria-busy={data === undefined && !isError}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {all && (
          <Link to={all.to} className={styles.all}>
            {all.words}
          </Link>
        )}
      </div>
      {data === undefined && isError && (
        <p className={styles.empty} role="alert">
          We couldn’t load this.{' '}
          <Button look="bare" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      {data === undefined && !isError && (
        <div className={styles.waiting}>
          <Skeleton width="most" />
          <Skeleton width="half" />
        </div>
      )}
      {data !== undefined && (isEmpty(data) ? <p className={styles.empty}>{empty}</p> : <ul>{children(data)}</ul>)}
    </section>
  )
}

interface RowProps {
  to: string
  words: string
  facts: ReactNode
  isNew?: boolean
}

export const DeskRow = ({ to, words, facts, isNew = false }: RowProps) => (
  <li className={isNew ? `${styles.row} ${styles.new}` : styles.row}>
    <Link to={to} className={styles.topic}>
      {words}
    </Link>
    <p className={styles.facts}>{facts}</p>
  </li>
)
