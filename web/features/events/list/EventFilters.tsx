import { useQuery } from '@tanstack/react-query'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import {
  categoriesQuery,
  dateRangeQuery,
  expertisesQuery,
  locationsQuery,
} from '#web/features/events/events.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { DateInput, SelectMenu } from '#web/kit/forms/Controls.tsx'
import type { EventsSearch, EventsViewName } from './events-search.ts'
import styles from '#web/features/events/Events.module.css'

interface Props {
  search: EventsSearch
  view: EventsViewName
  onChange: (part: { [name in keyof EventsSearch]: EventsSearch[name] | undefined }) => void
}

/** Each filter is a parameter of the URL. Dates and places are of events only. */
export function EventFilters({ search, view, onChange }: Props) {
  const { category, area, location, from, to } = search
  const [isOpen, setOpen] = useState([category, area, location, from, to].some((value) => value !== undefined))
  return (
    <>
      <p className={styles.filterLine}>
        <Button look="bare" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconAdjustmentsHorizontal stroke={1.6} aria-hidden />
          Filter
        </Button>
      </p>
      {isOpen && <Filters search={search} view={view} onChange={onChange} />}
    </>
  )
}

function Filters({ search, view, onChange }: Props) {
  const categories = useQuery(categoriesQuery).data?.event_categories ?? []
  const areas = useQuery(expertisesQuery).data?.event_expertises ?? []
  const locations = useQuery(locationsQuery).data?.locations ?? []
  const hasPlaces = view === 'upcoming' || view === 'past' || view === 'all'
  const hasDates = view === 'upcoming' || view === 'past'
  const chosen = (value: string) => (value === '' ? undefined : Number(value))
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      <SelectMenu
        label="Category"
        none="All categories"
        className={styles.choice}
        value={search.category ?? ''}
        options={categories.map(({ id, name, parent_category }) => ({
          value: id,
          label: parent_category ? `${parent_category.name}: ${name}` : name,
        }))}
        onChange={(value) => onChange({ category: chosen(value) })}
      />
      <SelectMenu
        label="Expertise"
        none="All expertise"
        className={styles.choice}
        value={search.area ?? ''}
        options={areas.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(value) => onChange({ area: chosen(value) })}
      />
      {hasPlaces && (
        <SelectMenu
          label="Location"
          none="All locations"
          className={styles.choice}
          value={search.location ?? ''}
          options={locations.map(({ id, name, country }) => ({ value: id, label: `${name}, ${country}` }))}
          onChange={(value) => onChange({ location: chosen(value) })}
        />
      )}
      {hasDates && <Dates search={search} onChange={onChange} />}
    </div>
  )
}

function Dates({ search, onChange }: Omit<Props, 'view'>) {
  const range = useQuery(dateRangeQuery).data?.events_date_range
  const bounds = { min: range?.earliest?.slice(0, 10), max: range?.latest?.slice(0, 10) }
  return (
    <>
      <DateInput
        label="From"
        className={styles.choice}
        value={search.from ?? ''}
        {...bounds}
        onChange={({ target }) => onChange({ from: target.value || undefined })}
      />
      <DateInput
        label="To"
        className={styles.choice}
        value={search.to ?? ''}
        {...bounds}
        onChange={({ target }) => onChange({ to: target.value || undefined })}
      />
    </>
  )
}
