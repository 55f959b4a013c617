import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { GetDirectorySearches, GetNewMemberOnboardingUsers } from '#api/operations.ts'
import { personLine } from '#shared/people.ts'
import { directoryBackTarget, ROUTES } from '#shared/routes.ts'
import { Connections } from '#web/features/people/Connections.tsx'
import { DirectoryFilters } from '#web/features/people/DirectoryFilters.tsx'
import {
  numOfFilters,
  readDirectorySearch,
  SWITCHES,
  type DirectorySearch,
  type Switch,
} from '#web/features/people/directory-search.ts'
import { FollowButton } from '#web/features/people/FollowButton.tsx'
import { sharedLine } from '#web/features/people/InCommon.tsx'
import { KeptSearches } from '#web/features/people/KeptSearches.tsx'
import { directoryQuery } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/People.module.css'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { PersonRow } from '#web/features/people/PersonRow.tsx'
import { Button } from '#web/kit/Button.tsx'
import { later } from '#web/kit/Later.tsx'
import { SideNote } from '#web/kit/SideNote.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'
import { useSought } from '#web/kit/use-sought.ts'
import { track } from '#web/platform/analytics.ts'
import { referral } from '#web/platform/referral.ts'
import { useTitle } from '#web/platform/arrival.ts'
import { navigateTo, useBackLink } from '#web/platform/navigation.ts'
import { operationQuery } from '#web/platform/operations.ts'
import { stringifySearch } from '#web/platform/search.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { NotArrived } from '#web/platform/shell/NotArrived.tsx'

const MemberMap = later(() => import('#web/features/people/MemberMap.tsx'))

const NEW_SHOWN = 6
const SWITCH_WORDS: Record<Switch, string> = { is_online: 'Online', following: 'You follow', followers: 'Follow you' }
const go = (search: DirectorySearch, { replace = false } = {}) =>
  navigateTo(`${ROUTES.members}${stringifySearch(search)}`, { replace })

/** Everybody whom the reader's networks let them find. The address says what was asked. */
export function DirectoryPage({ given }: { given: Record<string, unknown> }) {
  useTitle('Members')
  const search = readDirectorySearch(given)
  useKept(Number(given['search_kept']))
  useEffect(() => void track('member-directory-viewed', referral()), [])
  const [panel, setPanel] = useState<'filters' | 'map' | 'kept' | null>(null)
  const toggle = (each: typeof panel) => setPanel(panel === each ? null : each)
  const filters = numOfFilters(search)
  return (
    <Page side={<NewMembers />}>
      <BackToMember />
      <h1 className="t-page-title">Members</h1>
      <p className={styles.lede}>Who belongs to the networks whose directory you read.</p>
      <SearchField search={search} />
      <div className={styles.bar}>
        {SWITCHES.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={search[each] === true}
            onClick={() => go(readDirectorySearch({ ...search, [each]: !search[each] }))}
          >
            {SWITCH_WORDS[each]}
          </button>
        ))}
        <button type="button" aria-expanded={panel === 'filters'} onClick={() => toggle('filters')}>
          {filters > 0 ? `Filters (${filters})` : 'Filters'}
        </button>
        <button type="button" aria-expanded={panel === 'map'} onClick={() => toggle('map')}>
          Map
        </button>
        <button type="button" aria-expanded={panel === 'kept'} onClick={() => toggle('kept')}>
          Kept searches
        </button>
        {(filters > 0 || search.search) && (
          <button type="button" onClick={() => go({})}>
            Clear all
          </button>
        )}
      </div>
      {panel === 'filters' && <DirectoryFilters search={search} onChange={go} />}
      {panel === 'kept' && <KeptSearches search={search} onOpen={go} />}
      {panel === 'map' && (
        <Suspense fallback={<Skeleton width="most" />}>
          <MemberMap
            chosen={search.city_location ?? null}
            onChoose={(city) => go(readDirectorySearch({ ...search, city_location: city }))}
          />
        </Suspense>
      )}
      {filters === 0 && !search.search && <Connections />}
      <Found search={search} />
    </Page>
  )
}

/** Whoever came from a search of the feed that named a member goes back to that member. */
function BackToMember() {
  const target = directoryBackTarget(useBackLink().href)
  return target === ROUTES.members ? null : <Link to={target}>Member</Link>
}

/** Who came last, to say hello to. */
function NewMembers() {
  const { data } = useQuery(operationQuery(GetNewMemberOnboardingUsers, {}))
  const fresh = data?.new_members.slice(0, NEW_SHOWN) ?? []
  if (fresh.length === 0) return null
  return (
    <SideNote title="New here">
      <ul>
        {fresh.map((person) => (
          <li key={person.id}>
            <PersonLink person={person} className={styles.freshName} />
            <p className={styles.rowFacts}>{personLine(person)}</p>
          </li>
        ))}
      </ul>
    </SideNote>
  )
}

/** The link of a mail names a search that is kept: it becomes the search itself. */
function useKept(id: number): void {
  const { data } = useQuery({ ...operationQuery(GetDirectorySearches, {}), enabled: id > 0 })
  const kept = data?.directory_searches.find((each) => each.id === id)
  useEffect(() => {
    if (kept) go(readDirectorySearch(kept.filters as Record<string, unknown>), { replace: true })
  }, [kept])
}

function SearchField({ search }: { search: DirectorySearch }) {
  const { text, setText, seek } = useSought(search.search ?? '')
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        go(readDirectorySearch({ ...search, search: seek() }))
      }}
    >
      <input
        type="search"
        aria-label="Search members"
        placeholder="Name, company or expertise"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}

const numbered = (count: number) => (count === 1 ? '1 member' : `${count.toLocaleString('en-US')} members`)

function Found({ search }: { search: DirectorySearch }) {
  const [showsCommon, setShowsCommon] = useState(false)
  const query = useInfiniteQuery(directoryQuery(showsCommon ? { ...search, return_similarities: true } : search))
  const { data, isError, refetch } = query
  if (isError && !data)
    return (
      <NotArrived title="We could not load the members" again={refetch}>
        The list did not arrive. What you searched for is still in the address.
      </NotArrived>
    )
  if (!data)
    return (
      <div className={styles.panel} aria-busy="true">
        <Skeleton width="most" />
        <Skeleton width="half" />
      </div>
    )
  const { count } = data.pages[0]!
  if (count === 0)
    return (
      <StatePage title="Nobody found">
        <p>Fewer filters find more. Names are also found when they are nearly spelt right.</p>
      </StatePage>
    )
  return (
    <section aria-labelledby="found-title">
      <h2 id="found-title" className="visually-hidden">
        Found
      </h2>
      <p className={styles.count}>
        <span role="status">{numbered(count)}</span>{' '}
        <label>
          <input type="checkbox" checked={showsCommon} onChange={(event) => setShowsCommon(event.target.checked)} />
          Say what we have in common
        </label>
      </p>
      <ul>
        {data.pages
          .flatMap(({ items }) => items)
          .map((person) => {
            const shared = sharedLine(person.similarities)
            return (
              <PersonRow
                key={person.id}
                person={person}
                note={shared && <p className={styles.why}>In common: {shared}</p>}
                act={
                  !person.is_own && (
                    <FollowButton person={person} isFollowed={person.is_followed} source="member_directory" />
                  )
                }
              />
            )
          })}
      </ul>
      {query.hasNextPage && (
        <Button className={styles.more} disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {query.isFetchNextPageError ? 'Try again' : 'Load more'}
        </Button>
      )}
    </section>
  )
}
