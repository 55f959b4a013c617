import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { GetDirectorySearches, GetNewMemberOnboardingUsers, type ProfilesSearchFilterQuery } from '#api/operations.ts'
import { personLine } from '#shared/people.ts'
import { directoryBackLink } from '#shared/back-targets.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { Connections } from '#web/features/people/Connections.tsx'
import { DirectoryFilters } from '#web/features/people/directory/DirectoryFilters.tsx'
import {
  numOfFilters,
  readDirectorySearch,
  SWITCHES,
  type DirectorySearch,
  type Switch,
} from '#web/features/people/directory/directory-search.ts'
import { FollowButton } from '#web/features/people/FollowButton.tsx'
import { sharedLine } from '#web/features/people/profile/InCommon.tsx'
import { SavedSearches } from '#web/features/people/directory/SavedSearches.tsx'
import { directoryQuery } from '#web/features/people/people.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/people/People.module.css'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import { PersonRow } from '#web/features/people/directory/PersonRow.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Checkbox } from '#web/kit/forms/Controls.tsx'
import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { PagedList } from '#web/kit/list/PagedList.tsx'
import { lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useSearchText } from '#web/kit/list/use-search-text.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { referral } from '#web/platform/navigation/referral.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { useFeature } from '#web/platform/session/features.ts'
import { useBackLink } from '#web/platform/navigation/back-link.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'
import { Page } from '#web/platform/shell/Page.tsx'
import { searchRefusal } from '#web/platform/search/search-refusal.ts'
import { LoadFailed } from '#web/platform/shell/LoadFailed.tsx'

const MemberMap = lazyOrNothing(() => import('#web/features/people/directory/MemberMap.tsx'))

const NEW_SHOWN = 6
const SWITCH_WORDS: Record<Switch, string> = { is_online: 'Online', following: 'Following', followers: 'Followers' }
const go = (search: DirectorySearch, { replace = false } = {}) =>
  navigateTo(`${ROUTES.members}${stringifySearch(search)}`, { replace })

/** The directory of all members that the viewer's networks make visible. The filters are in the URL. */
export function DirectoryPage({ given }: { given: Record<string, unknown> }) {
  useTitle('Members')
  const search = readDirectorySearch(given)
  useSavedSearchFromAddress(Number(given['search_kept']))
  useEffect(() => void track('member-directory-viewed', referral()), [])
  const [panel, setPanel] = useState<'filters' | 'map' | 'kept' | null>(null)
  const toggle = (each: typeof panel) => setPanel(panel === each ? null : each)
  const hasMap = useFeature('map')
  const filters = numOfFilters(search)
  return (
    <Page side={<NewMembers />} hasDesk>
      <BackToMember />
      <h1 className="t-page-title">Members</h1>
      <p className={styles.lede}>Members of the networks whose directories you can see.</p>
      <MemberSearch search={search} />
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
        {hasMap && (
          <button type="button" aria-expanded={panel === 'map'} onClick={() => toggle('map')}>
            Map
          </button>
        )}
        <button type="button" aria-expanded={panel === 'kept'} onClick={() => toggle('kept')}>
          Saved searches
        </button>
        {(filters > 0 || search.search) && (
          <button type="button" onClick={() => go({})}>
            Clear all
          </button>
        )}
      </div>
      {panel === 'filters' && <DirectoryFilters search={search} onChange={go} />}
      {panel === 'kept' && <SavedSearches search={search} onOpen={go} />}
      {hasMap && panel === 'map' && (
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

/** Links back to a member, if the viewer came from a feed search about that member. */
function BackToMember() {
  const target = directoryBackLink(useBackLink().href)
  return target === ROUTES.members ? null : <Link to={target}>Member</Link>
}

/** The newest members. */
function NewMembers() {
  const { data } = useQuery(operationQuery(GetNewMemberOnboardingUsers, {}))
  const fresh = data?.new_members.slice(0, NEW_SHOWN) ?? []
  if (fresh.length === 0) return null
  return (
    <SideNote title="New members">
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

/** Email links contain the id of a saved search: replaces it with that search's filters. */
function useSavedSearchFromAddress(id: number): void {
  const { data } = useQuery({ ...operationQuery(GetDirectorySearches, {}), enabled: id > 0 })
  const kept = data?.directory_searches.find((each) => each.id === id)
  useEffect(() => {
    if (kept) go(readDirectorySearch(kept.filters as Record<string, unknown>), { replace: true })
  }, [kept])
}

function MemberSearch({ search }: { search: DirectorySearch }) {
  const { text, setText, seek } = useSearchText(search.search ?? '')
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        go(readDirectorySearch({ ...search, search: seek() }))
      }}
    >
      <SearchField
        name="search"
        label="Search members"
        hasIcon={false}
        placeholder="Name, company or expertise"
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">Search</Button>
    </form>
  )
}

function Found({ search }: { search: DirectorySearch }) {
  const [showsCommon, setShowsCommon] = useState(false)
  const query = useInfiniteQuery(directoryQuery(showsCommon ? { ...search, return_similarities: true } : search))
  return (
    <section aria-labelledby="found-title">
      <h2 id="found-title" className="visually-hidden">
        Results
      </h2>
      <PagedList
        query={query}
        keyOf={({ id }) => id}
        skeleton={<FoundSkeleton />}
        failed={(again, error) => <DirectoryFailed again={again} error={error} />}
        empty={<NobodyFound />}
        head={(count) =>
          count > 0 && (
            <p className={styles.count}>
              <span role="status">{counted(count, 'member')}</span>{' '}
              <Checkbox
                label="Show what we have in common"
                checked={showsCommon}
                onChange={({ target }) => setShowsCommon(target.checked)}
              />
            </p>
          )
        }
      >
        {(person) => <FoundRow person={person} />}
      </PagedList>
    </section>
  )
}

type FoundPerson = ProfilesSearchFilterQuery['profiles_search_filter']['items'][number]

function FoundRow({ person }: { person: FoundPerson }) {
  const shared = sharedLine(person.similarities)
  return (
    <PersonRow
      person={person}
      // The viewer's own profile is a different page.
      isOverList={!person.is_own}
      note={shared && <p className={styles.why}>In common: {shared}</p>}
      act={!person.is_own && <FollowButton person={person} isFollowed={person.is_followed} source="member_directory" />}
    />
  )
}

const FoundSkeleton = () => (
  <div className={styles.panel} aria-busy="true">
    <Skeleton width="most" />
    <Skeleton width="half" />
  </div>
)

const DirectoryFailed = ({ again, error }: { again: () => void; error: unknown }) => (
  <LoadFailed title="We couldn’t load members" again={again}>
    {searchRefusal(error) ?? 'Something went wrong while loading the list. Your search is still in the address bar.'}
  </LoadFailed>
)

const NobodyFound = () => (
  <StatePage title="No members found">
    <p>Try fewer filters. We also find names that are slightly misspelled.</p>
  </StatePage>
)
