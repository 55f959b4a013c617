import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ChangeEvent, FormEvent } from 'react'
import { expertisesQuery, geographiesQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import { NO_FILTERS, SEARCH_LENGTH, isFiltered, type FeedSearch } from '#web/features/discussions/feed/feed-search.ts'
import styles from '#web/features/discussions/feed/FeedFilters.module.css'
import { Button } from '#web/kit/Button.tsx'
import { useSearchText } from '#web/kit/list/use-search-text.ts'
import type { Viewer } from '#web/platform/session/session.ts'

interface Props {
  search: FeedSearch
  /** Number of matching discussions; null if no filter is active. */
  count: number | null
  viewer: Viewer
  /** Name of the author filtered by, once a matching discussion is loaded. */
  author: string | undefined
  onChange: (change: Partial<Record<keyof FeedSearch, FeedSearch[keyof FeedSearch]>>) => void
}

/** Filters the feed. All filters are in the URL, so a filtered feed can be bookmarked and shared. */
export function FeedFilters({ search, count, viewer, author, onChange }: Props) {
  const areas = useQuery(expertisesQuery).data?.areas_of_expertise
  const places = useQuery(geographiesQuery).data?.geographies
  const networks = viewer.peer_network_memberships.map(({ peer_network }) => ({
    id: peer_network.id,
    name: peer_network.display_name,
  }))
  const onChoice = (name: 'area' | 'geography' | 'network') => (event: ChangeEvent<HTMLSelectElement>) =>
    onChange({ [name]: Number(event.target.value) || undefined })
  return (
    <div className={styles.filters}>
      <SearchField search={search} onChange={onChange} />
      <Choice
        label="Area of expertise"
        any="All areas"
        value={search.area}
        options={areas}
        onChange={onChoice('area')}
      />
      <Choice
        label="Location"
        any="All locations"
        value={search.geography}
        options={places}
        onChange={onChoice('geography')}
      />
      {networks.length > 1 && (
        <Choice
          label="Network"
          any="All networks"
          value={search.network}
          options={networks}
          onChange={onChoice('network')}
        />
      )}
      <Switches search={search} onChange={onChange} />
      {search.search !== undefined && (
        <Choice
          label="Sort by"
          any="Most recent"
          value={search.sort && 1}
          options={RELEVANT}
          onChange={({ target }) => onChange({ sort: target.value === '' ? undefined : 'relevant' })}
        />
      )}
      {search.by !== undefined && (
        <Button look="bare" onClick={() => onChange({ by: undefined })} aria-label="Clear filter: posted by one member">
          Posted by {author ?? 'one member'} ×
        </Button>
      )}
      <span role="status" className={styles.count}>
        {count === 0 && 'No discussions'}
        {count !== null &&
          count > 0 &&
          `${count.toLocaleString('en-US')} ${count === 1 ? 'discussion' : 'discussions'}`}
      </span>
      {isFiltered(search) && (
        <Button look="bare" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

const RELEVANT = [{ id: 1, name: 'Most relevant' }]

function SearchField({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const { text, setText, seek } = useSearchText(search.search ?? '')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ search: seek() || undefined })
  }
  return (
    <form role="search" aria-label="Discussions" className={styles.search} onSubmit={onSubmit}>
      <IconSearch size={17} stroke={1.6} aria-hidden />
      <input
        type="search"
        aria-label="Search discussions"
        placeholder="Search discussions"
        maxLength={SEARCH_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit">Search</button>
    </form>
  )
}

/** The on/off filters. */
function Switches({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  return (
    <>
      <Switch label="Posted by me" isOn={search.own} onChange={(own) => onChange({ own })} />
      <Switch label="Following" isOn={search.followed} onChange={(followed) => onChange({ followed })} />
      <Switch label="Unanswered" isOn={search.unanswered} onChange={(unanswered) => onChange({ unanswered })} />
      <Switch
        label="Hidden"
        isOn={search.show === 'hidden' || undefined}
        onChange={(isOn) => onChange({ show: isOn && 'hidden' })}
      />
    </>
  )
}

interface SwitchProps {
  label: string
  isOn: boolean | undefined
  onChange: (isOn: true | undefined) => void
}

function Switch({ label, isOn = false, onChange }: SwitchProps) {
  return (
    <label className={styles.own}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked || undefined)} />
      {label}
    </label>
  )
}

interface ChoiceProps {
  label: string
  any: string
  value: number | undefined
  options: readonly { id: number; name: string }[] | undefined
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}

function Choice({ label, any, value, options, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <span className="visually-hidden">{label}</span>
      <select value={value ?? ''} onChange={onChange}>
        <option value="">{any}</option>
        {value !== undefined && options === undefined && <option value={value}>…</option>}
        {options?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
