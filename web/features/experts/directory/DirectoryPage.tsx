import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { DirectoryFilters } from '#web/features/experts/directory/DirectoryFilters.tsx'
import { DirectoryPlaces } from '#web/features/experts/directory/DirectoryNav.tsx'
import { ExpertRow } from '#web/features/experts/ExpertRow.tsx'
import { isNarrowed, type ExpertSearch } from '#web/features/experts/recommend/expert-search.ts'
import { directoryQuery } from '#web/features/experts/experts.queries.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import styles from '#web/features/experts/Experts.module.css'
import { Failed, Rows } from '#web/features/experts/directory/ListLoadFailed.tsx'
import { DirectorySearch } from '#web/features/experts/directory/DirectorySearch.tsx'
import { AskedNow } from '#web/features/experts/directory/OpenRequests.tsx'
import { Button } from '#web/kit/Button.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { Page } from '#web/platform/shell/Page.tsx'

/** The directory of recommended experts, with search and filters. */
export function DirectoryPage({ search }: { search: ExpertSearch }) {
  useTitle('Experts')
  useEffect(() => void track('expert-directory-viewed', referral()), [])
  const navigate = useNavigate()
  const change = (part: ExpertSearch) =>
    void navigate({ to: ROUTES.experts, search: { ...search, ...part } as never, replace: true })
  const clear = () => void navigate({ to: ROUTES.experts, search: {} as never, replace: true })
  return (
    <Page side={<HowOrdered />} hasDesk>
      <h1 className="t-page-title">Experts</h1>
      <p className={styles.lede}>
        Firms, people, and software recommended by members. Counts include only what you have access to.
      </p>
      <DirectoryPlaces />
      <DirectorySearch
        value={search.search ?? ''}
        onSearch={(words) => change({ search: words || undefined } as ExpertSearch)}
      />
      <DirectoryFilters search={search} onChange={change} />
      <Found search={search} onClear={clear} />
    </Page>
  )
}

function Found({ search, onClear }: { search: ExpertSearch; onClear: () => void }) {
  const isFiltered = isNarrowed(search)
  return (
    <PagedList
      query={useInfiniteQuery(directoryQuery(search))}
      label="Experts"
      className={styles.list}
      keyOf={({ id }) => id}
      skeleton={<Rows label="Experts" />}
      failed={(again, error) => <Failed title="We couldn’t load the experts" error={error} onRetry={again} />}
      empty={<Nobody isNarrowed={isFiltered} />}
      head={(count) => (
        <p className={styles.count} role="status">
          {counted(count, 'expert')}
          {isFiltered && (
            <Button look="bare" onClick={onClear}>
              Clear search and filters
            </Button>
          )}
        </p>
      )}
    >
      {(expert) => <ExpertRow expert={expert} isFound={isFiltered} />}
    </PagedList>
  )
}

/** No results: ask members, or answer their open requests. */
function Nobody({ isNarrowed: isFiltered }: { isNarrowed: boolean }) {
  return (
    <>
      <StatePage title={isFiltered ? 'No results' : 'No recommendations yet'}>
        <p>
          {isFiltered
            ? 'Try fewer words or filters, or ask members of your networks.'
            : 'Experts appear here once a member mentions or recommends them.'}
        </p>
      </StatePage>
      <AskedNow title="Open requests" />
    </>
  )
}

const HowOrdered = () => (
  <SideNote title="How experts are ranked">
    <ul className={styles.note}>
      <li>Members from the same company count once.</li>
      <li>Older recommendations count less: half as much after two years.</li>
      <li>Members with a business relationship disclose it, and their recommendations count less.</li>
      <li>Members who joined within the past year count less.</li>
      <li>Recommendations within three months of each other count as one at most.</li>
      <li>Votes don’t affect ranking.</li>
    </ul>
  </SideNote>
)
