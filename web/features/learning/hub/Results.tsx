import { useInfiniteQuery, useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import {
  ALL_ROWS,
  allQuery,
  foundDocumentsQuery,
  foundSeriesQuery,
  foundVideosQuery,
} from '#web/features/learning/learning.queries.ts'
import { DocumentRow, SeriesItem, VideoRow } from '#web/features/learning/SeriesParts.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { PagedList, type ListPage } from '#web/kit/list/PagedList.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { SectionNav, WHOLE_ADDRESS } from '#web/platform/shell/SectionNav.tsx'
import { HUB_KINDS, type HubKind } from './hub-search.ts'
import styles from '#web/features/learning/Learning.module.css'

const LABELS: Record<HubKind, string> = {
  all: 'All',
  series: 'Series',
  documents: 'Documents',
  videos: 'Said in videos',
}

interface Props {
  search: string
  kind?: Exclude<HubKind, 'all'>
  onClear: () => void
}

/** What a search found: the first of each kind, or one kind in full. */
export function Results({ search, kind, onClear }: Props) {
  return (
    <>
      <SectionNav label="Kinds of results">
        {HUB_KINDS.map((each) => (
          <Link
            key={each}
            to={ROUTES.learningHub}
            search={{ search, ...(each !== 'all' && { kind: each }) } as never}
            activeOptions={WHOLE_ADDRESS}
            resetScroll={false}
          >
            {LABELS[each]}
          </Link>
        ))}
      </SectionNav>
      <Kind search={search} kind={kind ?? 'all'} onClear={onClear} />
    </>
  )
}

function Kind({ search, kind, onClear }: { search: string; kind: HubKind; onClear: () => void }) {
  if (kind === 'series') return <FoundSeries search={search} onClear={onClear} />
  if (kind === 'documents') return <FoundDocuments search={search} onClear={onClear} />
  if (kind === 'videos') return <FoundVideos search={search} onClear={onClear} />
  return <Everything search={search} onClear={onClear} />
}

export const Rows = () => (
  <div className={styles.waiting} aria-busy="true">
    {[0, 1, 2].map((row) => (
      <div key={row}>
        <Skeleton shape="title" width="most" />
        <Skeleton width="half" />
      </div>
    ))}
  </div>
)

interface Asked {
  search: string
  onClear: () => void
}

const Count = ({ count, onClear }: { count: number; onClear: () => void }) => (
  <p className={styles.count} role="status">
    {counted(count, 'result')}
    <Button look="bare" onClick={onClear}>
      Clear search
    </Button>
  </p>
)

const Nothing = () => (
  <StatePage title="No results">
    <p>Try fewer words. The search covers titles, the pages of documents, and what is said in videos.</p>
  </StatePage>
)

interface FoundProps<Line> extends Asked {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<Line>>>
  label: string
  className?: string | undefined
  children: (line: Line) => ReactNode
}

const Found = <Line extends { id: number }>({ query, label, className, onClear, children }: FoundProps<Line>) => (
  <PagedList
    query={query}
    label={label}
    className={className}
    keyOf={({ id }) => id}
    skeleton={<Rows />}
    failed={(again) => <Failed again={again} />}
    empty={<Nothing />}
    head={(count) => <Count count={count} onClear={onClear} />}
  >
    {children}
  </PagedList>
)

const Failed = ({ again }: { again: () => unknown }) => (
  <LoadFailed title="We couldn’t search the Learning Hub" again={again}>
    Something went wrong while searching. Try again in a moment.
  </LoadFailed>
)

const FoundSeries = (asked: Asked) => (
  <Found {...asked} query={useInfiniteQuery(foundSeriesQuery(asked.search))} label="Series" className={styles.items}>
    {(series) => <SeriesItem series={series} />}
  </Found>
)

function FoundDocuments(asked: Asked) {
  const { time_zone: zone } = useUser()
  return (
    <Found {...asked} query={useInfiniteQuery(foundDocumentsQuery(asked.search))} label="Documents">
      {(line) => <DocumentRow line={line} zone={zone} />}
    </Found>
  )
}

function FoundVideos(asked: Asked) {
  const { time_zone: zone } = useUser()
  return (
    <Found {...asked} query={useInfiniteQuery(foundVideosQuery(asked.search))} label="Videos">
      {(line) => <VideoRow line={line} zone={zone} />}
    </Found>
  )
}

function Everything({ search, onClear }: Asked) {
  const { time_zone: zone } = useUser()
  const { data, isError, refetch } = useQuery(allQuery(search))
  if (!data) return isError ? <Failed again={refetch} /> : <Rows />
  const { series_list, series_documents, series_videos } = data
  const total = series_list.count + series_documents.count + series_videos.count
  return (
    <>
      <Count count={total} onClear={onClear} />
      {total === 0 && <Nothing />}
      <Some title="Said in videos" count={series_videos.count} more={{ search, kind: 'videos' }}>
        {series_videos.items.map((line) => (
          <VideoRow key={line.id} line={line} zone={zone} />
        ))}
      </Some>
      <Some title="Series" count={series_list.count} more={{ search, kind: 'series' }} className={styles.items}>
        {series_list.items.map((series) => (
          <SeriesItem key={series.id} series={series} />
        ))}
      </Some>
      <Some title="Documents" count={series_documents.count} more={{ search, kind: 'documents' }}>
        {series_documents.items.map((line) => (
          <DocumentRow key={line.id} line={line} zone={zone} />
        ))}
      </Some>
    </>
  )
}

interface SomeProps {
  title: string
  count: number
  more: object
  className?: string | undefined
  children: ReactNode
}

const Some = ({ title, count, more, className, children }: SomeProps) =>
  count > 0 && (
    <Section title={`${title} (${count.toLocaleString('en-US')})`}>
      <ul className={className}>{children}</ul>
      {count > ALL_ROWS && (
        <Link to={ROUTES.learningHub} search={more as never} className={styles.link}>
          All {count.toLocaleString('en-US')}
        </Link>
      )}
    </Section>
  )
