import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { DirectoryFilters } from '#web/features/experts/DirectoryFilters.tsx'
import { DirectoryPlaces } from '#web/features/experts/DirectoryPlaces.tsx'
import { ExpertRow } from '#web/features/experts/ExpertRow.tsx'
import { isNarrowed, type ExpertSearch } from '#web/features/experts/expert-search.ts'
import { directoryQuery } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { Failed, Rows } from '#web/features/experts/Failed.tsx'
import { SearchField } from '#web/features/experts/SearchField.tsx'
import { AskedNow } from '#web/features/experts/Requests.tsx'
import { Button } from '#web/kit/Button.tsx'
import { SideNote } from '#web/kit/SideNote.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { track } from '#web/platform/analytics.ts'
import { referral } from '#web/platform/referral.ts'
import { useTitle } from '#web/platform/arrival.ts'
import { Page } from '#web/platform/shell/Page.tsx'

/** Whom members recommend, to be searched and narrowed. */
export function DirectoryPage({ search }: { search: ExpertSearch }) {
  useTitle('Experts')
  useEffect(() => void track('expert-directory-viewed', referral()), [])
  const navigate = useNavigate()
  const change = (part: ExpertSearch) =>
    void navigate({ to: ROUTES.experts, search: { ...search, ...part } as never, replace: true })
  const clear = () => void navigate({ to: ROUTES.experts, search: {} as never, replace: true })
  return (
    <Page side={<HowOrdered />}>
      <h1 className="t-page-title">Experts</h1>
      <p className={styles.lede}>
        Firms, people and software that members recommend. You see what you may read, and counts say no more than that.
      </p>
      <DirectoryPlaces />
      <SearchField
        value={search.search ?? ''}
        onSearch={(words) => change({ search: words || undefined } as ExpertSearch)}
      />
      <DirectoryFilters search={search} onChange={change} />
      <Found search={search} onClear={clear} />
    </Page>
  )
}

function Found({ search, onClear }: { search: ExpertSearch; onClear: () => void }) {
  const found = useInfiniteQuery(directoryQuery(search))
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = found
  if (data === undefined)
    return isError ? (
      <Failed title="We could not load the experts" onRetry={() => void refetch()} />
    ) : (
      <Rows label="Experts" />
    )
  const count = data.pages[0]!.count
  return (
    <>
      <p className={styles.count} role="status">
        {count === 1 ? '1 expert' : `${count.toLocaleString('en-US')} experts`}
        {isNarrowed(search) && (
          <Button look="bare" onClick={onClear}>
            Clear search and filters
          </Button>
        )}
      </p>
      {count === 0 ? (
        <Nobody isNarrowed={isNarrowed(search)} />
      ) : (
        <ul className={styles.list} aria-label="Experts">
          {data.pages.flatMap(({ items }) =>
            items.map((expert) => <ExpertRow key={expert.id} expert={expert} isFound={isNarrowed(search)} />),
          )}
        </ul>
      )}
      {hasNextPage && (
        <Button className={styles.more} disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {found.isFetchNextPageError ? 'Try again' : 'Load more'}
        </Button>
      )}
    </>
  )
}

/** Nobody was found: ask, or see who is being asked for. */
function Nobody({ isNarrowed: isFiltered }: { isNarrowed: boolean }) {
  return (
    <>
      <StatePage title={isFiltered ? 'Nobody matches' : 'Nobody is recommended yet'}>
        <p>
          {isFiltered
            ? 'Fewer words or filters find more. You can also ask the members of your networks.'
            : 'An expert appears here once a member names or recommends one.'}
        </p>
      </StatePage>
      <AskedNow title="Asked for at present" />
    </>
  )
}

const HowOrdered = () => (
  <SideNote title="How the order comes about">
    <ul className={styles.note}>
      <li>Members of one company count once.</li>
      <li>What was said long ago weighs less: half of it after two years.</li>
      <li>Whoever works with an expert says so, and weighs less.</li>
      <li>Members of less than a year weigh little; many voices in one quarter weigh as a few.</li>
      <li>Votes do not change the order.</li>
    </ul>
  </SideNote>
)
