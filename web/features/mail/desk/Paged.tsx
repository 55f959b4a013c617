import type { ReactNode } from 'react'
import { MAIL_DESK_PAGE } from '#shared/mail.ts'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import styles from './MailDesk.module.css'

interface Props<Item> {
  label: string
  page: { count: number; items: readonly Item[] } | undefined
  isError: boolean
  again: () => unknown
  offset: number
  onPage: (offset: number) => void
  /** Shown instead of an empty list. */
  none: string
  children: (item: Item) => ReactNode
}

/** A list of the mail desk, with its loading, empty and failed states. */
export function Paged<Item>({ label, page, isError, again, offset, onPage, none, children }: Props<Item>) {
  if (!page && isError)
    return (
      <StatePage title="We couldn’t load this list" again={again}>
        Nothing was changed.
      </StatePage>
    )
  if (!page) return <Skeleton width="most" />
  if (page.count === 0) return <p className={styles.empty}>{none}</p>
  return (
    <>
      <ul aria-label={label} className={styles.rows}>
        {page.items.map(children)}
      </ul>
      <Pager offset={offset} count={page.count} page={MAIL_DESK_PAGE} onChange={onPage} />
    </>
  )
}
