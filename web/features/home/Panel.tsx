import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import styles from './Home.module.css'

interface Props<Data> {
  title: string
  /** Name by which tours refer to the panel. */
  guide: string
  query: UseQueryResult<Data>
  /** Text for an empty panel. */
  empty: string
  isEmpty: (data: Data) => boolean
  children: (data: Data) => ReactNode
}

/** A panel of the start page, with its own loading and error state. */
export function Panel<Data>({ title, guide, query, empty, isEmpty, children }: Props<Data>) {
  const { data, isError, refetch } = query
  const id = `panel-${guide}`
  return (
    <section className={styles.panel} aria-labelledby={id} data-guide={guide} aria-busy={!data && !isError}>
      <h2 id={id} className={`t-section ${styles.title}`}>
        {title}
      </h2>
      {data === undefined && isError && (
        <p className={styles.failed} role="alert">
          We couldn’t load this. <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {data === undefined && !isError && (
        <div className={styles.waiting}>
          <Skeleton width="most" />
          <Skeleton width="half" />
          <Skeleton width="most" />
        </div>
      )}
      {data !== undefined && (isEmpty(data) ? <p className={styles.empty}>{empty}</p> : children(data))}
    </section>
  )
}
