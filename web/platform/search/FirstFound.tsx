/** What the sections of a search over everything share. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { PagedList, type ListPage } from '#web/kit/list/PagedList.tsx'
import { searchRefusal } from './search-refusal.ts'

export const FoundFailed = ({ error, again }: { error: unknown; again: () => void }) => (
  <>
    <p role="alert">{searchRefusal(error) ?? 'Something went wrong while loading this.'}</p>
    <Button onClick={again}>Try again</Button>
  </>
)

interface Props<Item> {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Item>>>
  atMost: number
  onOpen: () => void
  /** Instead of results: "No members found." */
  nothing: string
  /** A link to all of them. */
  all: (count: number) => ReactNode
  children: (item: Item) => ReactNode
}

/** The first results of a list. */
export const FirstFound = <Item extends { id: number }>({ nothing, all, onOpen, ...list }: Props<Item>) => (
  <PagedList
    {...list}
    keyOf={({ id }) => id}
    onClick={onOpen}
    skeleton={<Skeleton width="most" />}
    failed={(again, error) => <FoundFailed error={error} again={again} />}
    empty={<p>{nothing}</p>}
    foot={(count) => count > list.atMost && <p>{all(count)}</p>}
  />
)
