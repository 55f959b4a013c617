import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EXPERT_TYPES, EXPERT_TYPE_LABELS, PRICES } from '#shared/experts.ts'
import type { ExpertSearch, Order } from '#web/features/experts/recommend/expert-search.ts'
import { areasQuery, categoriesQuery, placesQuery } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  search: ExpertSearch
  onChange: (part: ExpertSearch) => void
}

const ORDERS: { id: Order; name: string }[] = [
  { id: 'most_recommended', name: 'Most recommended' },
  { id: 'most_mentioned', name: 'Most mentioned' },
  { id: 'name', name: 'Name (A–Z)' },
]
const TYPES = EXPERT_TYPES.map((type) => ({ id: type, name: EXPERT_TYPE_LABELS[type] }))
const BANDS = PRICES.map(({ index, name }) => ({ id: index, name }))

/** Filters of the directory; each is a URL parameter. */
export function DirectoryFilters({ search, onChange }: Props) {
  // Folded on phones, so that the list starts on the first screen; on wider screens always visible.
  const [isFolded, setFolded] = useState(true)
  const areas = useQuery(areasQuery).data?.areas_of_expertise ?? []
  const places = useQuery(placesQuery).data?.geographies ?? []
  const categories = useQuery(categoriesQuery).data?.expert_company_types ?? []
  const chosen =
    <Key extends keyof ExpertSearch>(key: Key, read: (value: string) => ExpertSearch[Key]) =>
    (value: string) =>
      onChange({ [key]: value === '' ? undefined : read(value) } as ExpertSearch)
  return (
    <>
      <div className={styles.show}>
        <Button aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {isFolded ? 'Filters and sorting' : 'Hide filters'}
        </Button>
      </div>
      <div className={styles.filters} role="group" aria-label="Filters" data-folded={isFolded || undefined}>
        <Choice
          label="Expertise"
          usual="All expertise"
          value={search.area}
          options={areas}
          onChange={chosen('area', Number)}
        />
        <Choice
          label="Location"
          usual="All locations"
          value={search.place}
          options={places}
          onChange={chosen('place', Number)}
        />
        <Choice
          label="Category"
          usual="All categories"
          value={search.category}
          options={categories}
          onChange={chosen('category', Number)}
        />
        <Choice
          label="Price"
          usual="All prices"
          value={search.price}
          options={BANDS}
          onChange={chosen('price', Number)}
        />
        <Choice
          label="Type"
          usual="All types"
          value={search.type}
          options={TYPES}
          onChange={chosen('type', (value) => EXPERT_TYPES.find((type) => type === value))}
        />
        <Choice
          label="Sort by"
          usual="Most relevant"
          value={search.order}
          options={ORDERS}
          onChange={chosen('order', (value) => ORDERS.find(({ id }) => id === value)?.id)}
        />
      </div>
    </>
  )
}

interface ChoiceProps {
  label: string
  usual: string
  value: string | number | undefined
  options: readonly { id: string | number; name: string }[]
  onChange: (value: string) => void
}

const Choice = ({ label, usual, value, options, onChange }: ChoiceProps) => (
  <label className={styles.choice}>
    <span>{label}</span>
    <select value={value ?? ''} onChange={(event) => onChange(event.target.value)}>
      <option value="">{usual}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
