import { useQuery } from '@tanstack/react-query'
import { DOCUMENT_TYPES } from '#shared/documents.ts'
import type { DocumentSearch } from '#web/features/documents/document-search.ts'
import { areasQuery, placesQuery } from '#web/features/documents/documents.queries.ts'
import styles from '#web/features/documents/Documents.module.css'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'

interface Props {
  search: DocumentSearch
  onChange: (part: Record<string, string | number | undefined>) => void
}

const TYPES = Object.entries(DOCUMENT_TYPES).map(([id, name]) => ({ id, name }))
const DATES = [
  { id: 'week', name: 'Past week' },
  { id: 'month', name: 'Past month' },
  { id: 'year', name: 'Past year' },
]

/** Filters of documents; each is a URL parameter. */
export function DocumentFilters({ search, onChange }: Props) {
  const areas = useQuery(areasQuery).data?.expertises_with_documents ?? []
  const places = useQuery(placesQuery).data?.geographies_with_documents ?? []
  const filters: [
    label: string,
    key: 'area' | 'place' | 'type' | 'since',
    options: readonly { id: string | number; name: string }[],
  ][] = [
    ['Topic', 'area', areas],
    ['Geography', 'place', places],
    ['Type', 'type', TYPES],
    ['Any date', 'since', DATES],
  ]
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      {filters.map(([label, key, options]) => (
        <SelectMenu
          key={key}
          label={label}
          hidesLabel
          className={styles.filter}
          none={label}
          data-chosen={search[key] === undefined ? undefined : ''}
          value={search[key] ?? ''}
          options={options.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => onChange({ [key]: value === '' ? undefined : value })}
        />
      ))}
    </div>
  )
}
