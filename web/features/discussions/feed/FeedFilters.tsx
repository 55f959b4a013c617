import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { counted } from '#shared/kit/text.ts'
import { expertisesQuery, geographiesQuery } from '#web/features/discussions/queries/discussions.queries.ts'
import { NO_FILTERS, SEARCH_LENGTH, isFiltered, type FeedSearch } from '#web/features/discussions/feed/feed-search.ts'
import styles from '#web/features/discussions/feed/FeedFilters.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Checkbox, SelectMenu } from '#web/kit/forms/Controls.tsx'
import { SearchInput } from '#web/kit/forms/SearchInput.tsx'
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
  return (
    <div className={styles.filters}>
      <SearchForm search={search} onChange={onChange} />
      <TagFilters search={search} viewer={viewer} onChange={onChange} />
      <Switches search={search} onChange={onChange} />
      {search.by !== undefined && (
        <Button look="bare" onClick={() => onChange({ by: undefined })} aria-label="Clear filter: posted by one member">
          Posted by {author ?? 'one member'} ×
        </Button>
      )}
      <span role="status" className={styles.count}>
        {count === 0 && 'No discussions'}
        {count !== null && count > 0 && counted(count, 'discussion')}
      </span>
      {isFiltered(search) && (
        <Button look="bare" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

function SearchForm({ search, onChange }: Pick<Props, 'search' | 'onChange'>) {
  const { text, setText, seek } = useSearchText(search.search ?? '')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ search: seek() || undefined })
  }
  return (
    <form role="search" aria-label="Discussions" className={styles.search} onSubmit={onSubmit}>
      <SearchInput
        label="Search discussions"
        className={styles.searchField}
        placeholder="Search discussions"
        maxLength={SEARCH_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit">Search</button>
    </form>
  )
}

/** By area, location and network. */
function TagFilters({ search, viewer, onChange }: Pick<Props, 'search' | 'viewer' | 'onChange'>) {
  const areas = useQuery(expertisesQuery).data?.areas_of_expertise
  const places = useQuery(geographiesQuery).data?.geographies
  const networks = viewer.peer_network_memberships.map(({ peer_network }) => ({
    id: peer_network.id,
    name: peer_network.display_name,
  }))
  const filter = (name: 'area' | 'geography' | 'network') => ({
    value: search[name],
    onChange: (id: number | undefined) => onChange({ [name]: id }),
  })
  return (
    <>
      <TagFilter label="Area of expertise" none="All areas" options={areas} {...filter('area')} />
      <TagFilter label="Location" none="All locations" options={places} {...filter('geography')} />
      {networks.length > 1 && (
        <TagFilter label="Network" none="All networks" options={networks} {...filter('network')} />
      )}
    </>
  )
}

interface TagFilterProps {
  label: string
  none: string
  value: number | undefined
  /** Undefined until they are loaded. */
  options: readonly { id: number; name: string }[] | undefined
  onChange: (id: number | undefined) => void
}

function TagFilter({ label, none, value, options, onChange }: TagFilterProps) {
  const known = options ?? (value === undefined ? [] : [{ id: value, name: '…' }])
  return (
    <SelectMenu
      label={label}
      hidesLabel
      className={styles.choice}
      none={none}
      value={value ?? ''}
      options={known.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => onChange(Number(id) || undefined)}
    />
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

const Switch = ({ label, isOn = false, onChange }: SwitchProps) => (
  <Checkbox
    label={label}
    className={styles.own}
    checked={isOn}
    onChange={({ target }) => onChange(target.checked || undefined)}
  />
)
