import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EXPERT_TYPES, EXPERT_TYPE_LABELS, PRICES } from '#shared/experts.ts'
import type { ExpertSearch, Order } from '#web/features/experts/recommend/expert-search.ts'
import { areasQuery, categoriesQuery, placesQuery } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { Button } from '#web/kit/Button.tsx'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'

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

interface Filter {
  label: string
  /** Label of the choice that filters nothing. */
  none: string
  key: 'area' | 'place' | 'category' | 'price' | 'type' | 'order'
  options: readonly { id: string | number; name: string }[]
  read: (value: string) => string | number
}

/** Filters of the directory; each is a URL parameter. */
export function DirectoryFilters({ search, onChange }: Props) {
  // Folded on phones, so that the list starts on the first screen; on wider screens always visible.
  const [isFolded, setFolded] = useState(true)
  const areas = useQuery(areasQuery).data?.areas_of_expertise ?? []
  const places = useQuery(placesQuery).data?.geographies ?? []
  const categories = useQuery(categoriesQuery).data?.expert_company_types ?? []
  const filters: Filter[] = [
    { label: 'Expertise', none: 'All expertise', key: 'area', options: areas, read: Number },
    { label: 'Location', none: 'All locations', key: 'place', options: places, read: Number },
    { label: 'Category', none: 'All categories', key: 'category', options: categories, read: Number },
    { label: 'Price', none: 'All prices', key: 'price', options: BANDS, read: Number },
    { label: 'Type', none: 'All types', key: 'type', options: TYPES, read: (value) => value },
    { label: 'Sort by', none: 'Most relevant', key: 'order', options: ORDERS, read: (value) => value },
  ]
  return (
    <>
      <div className={styles.show}>
        <Button aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {isFolded ? 'Filters and sorting' : 'Hide filters'}
        </Button>
      </div>
      <div className={styles.filters} role="group" aria-label="Filters" data-folded={isFolded || undefined}>
        {filters.map(({ label, none, key, options, read }) => (
          <SelectMenu
            key={key}
            label={label}
            className={styles.choice}
            none={none}
            value={search[key] ?? ''}
            options={options.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(value) => onChange({ [key]: value === '' ? undefined : read(value) })}
          />
        ))}
      </div>
    </>
  )
}
