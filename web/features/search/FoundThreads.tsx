import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { SEARCH_CANDIDATES, askedFor, correctedSearch } from '#shared/search.ts'
import { counted } from '#shared/kit/text.ts'
import { FoundThread } from '#web/features/search/FoundThread.tsx'
import type { SearchAddress } from '#web/features/search/search-address.ts'
import { correctionsQuery, foundThreadsQuery, recordMissedSearch } from '#web/features/search/search.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/search/SearchPage.module.css'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { searchRefusal } from '#web/platform/search/search-refusal.ts'

const FIRST = 5

/** Matching discussions with the best match of each; without results, those for the corrected spelling. */
export function FoundThreads({ address, isWhole }: { address: SearchAddress; isWhole: boolean }) {
  const query = useInfiniteQuery(foundThreadsQuery(address))
  const isPartial = query.data?.pages[0]?.partial === true
  return (
    <PagedList
      query={query}
      className={styles.list}
      isOrdered
      keyOf={({ message_id }) => message_id}
      atMost={isWhole ? undefined : FIRST}
      skeleton={<Loading />}
      failed={(again, error) => (
        <StatePage title="We couldn’t complete your search" again={again}>
          <p>{searchRefusal(error) ?? 'Your search is still in the box above.'}</p>
        </StatePage>
      )}
      empty={<Corrected address={address} isWhole={isWhole} />}
      head={(count) =>
        count > 0 && (
          <div className={styles.count}>
            <p role="status">
              {howMany(count)}
              {isPartial && '. These words are common, so only recent ones were searched'}
            </p>
            {isWhole && <Order address={address} />}
          </div>
        )
      }
    >
      {(item) => <FoundThread item={item} q={address.q ?? ''} />}
    </PagedList>
  )
}

/** No results: those for the corrected spelling, if there is one. */
function Corrected({ address, isWhole }: { address: SearchAddress; isWhole: boolean }) {
  const corrections = useQuery(correctionsQuery(address.q ?? ''))
  const words = corrections.data?.search_corrections ?? []
  if (corrections.isLoading) return <Loading />
  if (words.length > 0) return <Meant address={address} words={words} isWhole={isWhole} />
  return <NothingFound address={address} />
}

const Loading = () => (
  <div className={styles.loading} aria-busy="true">
    <Skeleton width="most" />
  </div>
)

interface MeantProps {
  address: SearchAddress
  words: readonly { typed: string; meant: string }[]
  isWhole: boolean
}

/** The corrected search, above its results. */
function Meant({ address, words, isWhole }: MeantProps) {
  const meant = { ...address, q: correctedSearch(address.q ?? '', words) }
  return (
    <>
      <p className={styles.meant} role="status">
        No discussions contain {words.map(({ typed }) => `“${typed}”`).join(' or ')}. Showing results for{' '}
        <Link to={ROUTES.search} search={meant}>
          {meant.q}
        </Link>{' '}
        instead.
      </p>
      <FoundThreads address={meant} isWhole={isWhole} />
    </>
  )
}

const howMany = (count: number) =>
  count >= SEARCH_CANDIDATES
    ? `${SEARCH_CANDIDATES.toLocaleString('en-US')}+ discussions`
    : counted(count, 'discussion')

function Order({ address }: { address: SearchAddress }) {
  const { order_by, ...rest } = address
  return (
    <Link to={ROUTES.search} search={order_by ? rest : { ...rest, order_by: 'most_recent' }}>
      {order_by ? 'Most relevant first' : 'Newest first'}
    </Link>
  )
}

/** Alternatives to try, from the smallest change to the largest. */
function NothingFound({ address }: { address: SearchAddress }) {
  const { q = '' } = address
  const { search, ...narrowed } = askedFor(q)
  const isEverywhere = Object.keys(narrowed).length === 0 && search !== ''
  useEffect(() => {
    if (isEverywhere) recordMissedSearch(search)
  }, [isEverywhere, search])
  return (
    <StatePage title="No results">
      <ul className={styles.ways}>
        {Object.keys(narrowed).length > 0 && search !== '' && (
          <li>
            <Link to={ROUTES.search} search={{ ...address, q: search }}>
              Search everywhere for “{search}”
            </Link>
          </li>
        )}
        <li>Try another word, or just the start of one. Your peers may have put it differently.</li>
        <li>
          <Link to={ROUTES.feed}>Ask your peers</Link>
        </li>
      </ul>
    </StatePage>
  )
}
