import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ChangeEvent, type FormEvent } from 'react'
import { expertisesQuery, geographiesQuery } from '#web/features/discussions/discussions.queries.ts'
import { isFiltered, SEARCH_LENGTH, type FeedSearch } from '#web/features/discussions/feed-search.ts'
import styles from '#web/features/discussions/FeedFilters.module.css'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  search: FeedSearch
  /** How many discussions fit; null while nothing is filtered. */
  count: number | null
  onChange: (change: Partial<Record<keyof FeedSearch, FeedSearch[keyof FeedSearch]>>) => void
}

/** Narrows the feed. Everything stands in the address, so that it can be kept and sent. */
export function FeedFilters({ search, count, onChange }: Props) {
  const [text, setText] = useState(search.search ?? '')
  useEffect(() => setText(search.search ?? ''), [search.search])
  const areas = useQuery(expertisesQuery).data?.areas_of_expertise
  const places = useQuery(geographiesQuery).data?.geographies
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ search: text.trim() || undefined })
  }
  const onChoice = (name: 'area' | 'geography') => (event: ChangeEvent<HTMLSelectElement>) =>
    onChange({ [name]: Number(event.target.value) || undefined })
  return (
    <div className={styles.filters} id="feed-filters">
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
      <Choice
        label="Area of expertise"
        any="Every area"
        value={search.area}
        options={areas}
        onChange={onChoice('area')}
      />
      <Choice
        label="Geography"
        any="Every place"
        value={search.geography}
        options={places}
        onChange={onChoice('geography')}
      />
      <label className={styles.own}>
        <input
          type="checkbox"
          checked={search.own ?? false}
          onChange={(event) => onChange({ own: event.target.checked || undefined })}
        />
        Posted by me
      </label>
      <span role="status" className={styles.count}>
        {count !== null &&
          count > 0 &&
          `${count.toLocaleString('en-US')} ${count === 1 ? 'discussion' : 'discussions'}`}
      </span>
      {isFiltered(search) && (
        <Button
          look="bare"
          onClick={() => onChange({ search: undefined, own: undefined, area: undefined, geography: undefined })}
        >
          Clear filters
        </Button>
      )}
    </div>
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
