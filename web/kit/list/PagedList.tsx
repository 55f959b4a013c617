import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type Key, type MouseEventHandler, type ReactNode } from 'react'
import { LoadMore } from './LoadMore.tsx'

export interface ListPage<Item> {
  items: readonly Item[]
  /** Entries in total. */
  count: number
}

interface Props<Item> {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>
  label?: string
  className?: string | undefined
  isOrdered?: boolean
  keyOf: (item: Item) => Key
  /** Renders one entry, a list item. */
  children: (item: Item) => ReactNode
  skeleton: ReactNode
  empty: ReactNode
  failed: (again: () => void, error: unknown) => ReactNode
  /** Above and below the entries, with their number; the head is also above the empty state. */
  head?: (count: number) => ReactNode
  foot?: (count: number) => ReactNode
  /** Divides the entries by day, each day with a heading. */
  group?: (items: readonly Item[]) => readonly Day<Item>[]
  groupHead?: (day: string) => ReactNode
  /** Shows the first entries only, without a button for more. */
  atMost?: number | undefined
  onClick?: MouseEventHandler
}

interface Day<Item> {
  day: string
  lines: readonly Item[]
}

/** A list that grows: loading, failed, empty, its entries, and the button that loads more. */
export function PagedList<Item>({ query, skeleton, empty, failed, head, foot, atMost, ...list }: Props<Item>) {
  const { data, isError, error, refetch } = query
  if (data === undefined) return isError ? failed(() => void refetch(), error) : skeleton
  const count = data.pages[0]?.count ?? 0
  const items = data.pages.flatMap((page) => page.items)
  return (
    <>
      {head?.(count)}
      {items.length === 0 ? empty : <Entries {...list} items={items.slice(0, atMost)} />}
      {foot?.(count)}
      {atMost === undefined && <LoadMore query={query} />}
    </>
  )
}

type EntriesProps<Item> = Omit<Props<Item>, 'query' | 'skeleton' | 'empty' | 'failed' | 'head' | 'foot' | 'atMost'> & {
  items: readonly Item[]
}

function Entries<Item>({ items, group, groupHead, ...list }: EntriesProps<Item>) {
  const { label, className, isOrdered = false, keyOf, children, onClick } = list
  if (group)
    return group(items).map(({ day, lines }) => (
      <section key={day} aria-label={day}>
        {groupHead?.(day)}
        <Entries {...list} items={lines} />
      </section>
    ))
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List aria-label={label} className={className} onClick={onClick}>
      {items.map((item) => (
        <Fragment key={keyOf(item)}>{children(item)}</Fragment>
      ))}
    </List>
  )
}
