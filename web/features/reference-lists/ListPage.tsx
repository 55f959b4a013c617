import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReferenceState } from '#api/operations.ts'
import { listImport } from '#shared/imports.ts'
import { REFERENCE_PAGE, shapeOf, type ReferenceListKey } from '#shared/reference-lists.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { EntryForm } from '#web/features/reference-lists/EntryForm.tsx'
import { EntryRow } from '#web/features/reference-lists/EntryRow.tsx'
import {
  ENTRY_KEYS,
  entriesQuery,
  listTitle,
  type EntrySearch,
} from '#web/features/reference-lists/reference-lists.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { ImportTable } from '#web/platform/imports/ImportTable.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './Lists.module.css'

const ALL: EntrySearch = { search: '', state: '' }
const STATES: Record<ReferenceState, string> = { offered: 'Offered', retired: 'Retired', unused: 'Not used' }

/** The entries of one list. */
export function ListPage({ list }: { list: ReferenceListKey }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState(ALL)
  const [offset, setOffset] = useState(0)
  const { data, isError, refetch } = useQuery({
    ...entriesQuery(list, asked, offset),
    placeholderData: keepPreviousData,
  })
  const found = data?.reference_entries
  const ask = (part: Partial<EntrySearch>) => {
    setAsked((known) => ({ ...known, ...part }))
    setOffset(0)
  }
  const refresh = () => ENTRY_KEYS.forEach((queryKey) => void client.invalidateQueries({ queryKey }))
  const isFiltered = asked.search.trim() !== '' || asked.state !== ''
  return (
    <StaffPage title={listTitle(list)} lede={shapeOf(list).about}>
      <p className={styles.back}>
        <Link to={STAFF_ROUTES.lists}>All lists</Link>
      </p>
      <Search asked={asked} onChange={ask} />
      <Adding list={list} />
      {isError && !found && (
        <StatePage title="We couldn’t load the entries" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!found && !isError && <Skeleton width="most" />}
      {found?.count === 0 && (
        <StatePage title={isFiltered ? 'No entries match' : 'No entries yet'}>
          {isFiltered ? 'Try fewer letters, or another state.' : 'Add the first one, or import a table below.'}
        </StatePage>
      )}
      {found && found.count > 0 && (
        <ul aria-label={listTitle(list)} className={styles.list}>
          {found.items.map((entry) => (
            <EntryRow key={entry.id} list={list} entry={entry} />
          ))}
        </ul>
      )}
      {found && <Pager offset={offset} count={found.count} page={REFERENCE_PAGE} onChange={setOffset} />}
      <ImportTable
        kind={listImport(list)}
        onImported={refresh}
        texts={{
          title: 'Import entries',
          what: 'Entries with names that are already in this list are skipped, and nothing is changed or removed.',
          made: 'new',
          fileName: listTitle(list),
        }}
      />
    </StaffPage>
  )
}

interface SearchProps {
  asked: EntrySearch
  onChange: (part: Partial<EntrySearch>) => void
}

const Search = ({ asked, onChange }: SearchProps) => (
  <div className={styles.search} role="search">
    <Field
      label="Find an entry"
      type="search"
      autoComplete="off"
      value={asked.search}
      onChange={({ target }) => onChange({ search: target.value })}
    />
    <SelectField
      label="Show"
      value={asked.state}
      onChange={({ target }) => onChange({ state: target.value as EntrySearch['state'] })}
    >
      <option value="">All entries</option>
      {Object.entries(STATES).map(([state, label]) => (
        <option key={state} value={state}>
          {label}
        </option>
      ))}
    </SelectField>
  </div>
)

function Adding({ list }: { list: ReferenceListKey }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <EntryForm list={list} entry={undefined} onClose={() => setOpen(false)} />
  return (
    <p className={styles.acts}>
      <Button look="filled" onClick={() => setOpen(true)}>
        New {shapeOf(list).entry}
      </Button>
    </p>
  )
}
