import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { seriesListQuery } from '#web/features/learning/learning.queries.ts'
import { SeriesItem } from '#web/features/learning/SeriesParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { useSearchText } from '#web/kit/list/use-search-text.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'
import { Page } from '#web/platform/shell/Page.tsx'
import { HubSide } from './HubSide.tsx'
import { Results, Rows } from './Results.tsx'
import { Continue } from './Continue.tsx'
import type { HubSearch } from './hub-search.ts'
import styles from '#web/features/learning/Learning.module.css'

/** What was begun, the search, and all series. */
export function HubPage({ search }: { search: HubSearch }) {
  useTitle('Learning Hub')
  useEffect(() => void track('learning-hub-viewed', referral()), [])
  const navigate = useNavigate()
  const change = (next: HubSearch) => void navigate({ to: ROUTES.learningHub, search: next as never, replace: true })
  return (
    <Page side={<HubSide />} hasDesk>
      <h1 className="t-page-title">Learning Hub</h1>
      <p className={styles.lede}>Series in parts, with transcripts and documents.</p>
      {!search.search && <Continue />}
      <HubSearchField
        value={search.search ?? ''}
        onSearch={(words) => change(words ? { ...search, search: words } : {})}
      />
      {search.search ? <Results {...search} search={search.search} onClear={() => change({})} /> : <AllSeries />}
    </Page>
  )
}

/** Searches titles, the pages of documents, and what is said in videos. */
function HubSearchField({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  const { text, setText, seek } = useSearchText(value)
  return (
    <form
      role="search"
      aria-label="Learning Hub"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(seek())
      }}
    >
      <SearchField
        name="search"
        label="Search series, documents and what was said in videos"
        placeholder="Search series, documents and what was said in videos"
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          // The cross of the field clears the search at once.
          if (target.value === '') onSearch('')
        }}
      />
    </form>
  )
}

const AllSeries = () => (
  <Section title="Series">
    <PagedList
      query={useInfiniteQuery(seriesListQuery)}
      label="Series"
      className={styles.items}
      keyOf={({ id }) => id}
      skeleton={<Rows />}
      failed={(again) => (
        <LoadFailed title="We couldn’t load the series" again={again}>
          Something went wrong while loading this list. Where you stopped is saved.
        </LoadFailed>
      )}
      empty={
        <StatePage title="No series yet">
          <p>Series of your networks, and of those that share their documents with you, appear here.</p>
        </StatePage>
      }
    >
      {(series) => <SeriesItem series={series} />}
    </PagedList>
  </Section>
)
