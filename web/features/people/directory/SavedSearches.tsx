import { errorMessage } from '#web/platform/api/error-message.ts'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { GetDirectorySearches, RemoveDirectorySearch, SaveDirectorySearch } from '#api/operations.ts'
import { SEARCH_NAME_LENGTH } from '#shared/profiles.ts'
import {
  numOfFilters,
  readDirectorySearch,
  type DirectorySearch,
} from '#web/features/people/directory/directory-search.ts'
import type { ApiError } from '#web/platform/api/api-error.ts'
import { NOT_SAVED } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/People.module.css'
import { Button } from '#web/kit/Button.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'

interface Props {
  search: DirectorySearch
  onOpen: (search: DirectorySearch) => void
}

/** Saved searches, with optional email alerts for new matches. */
export function SavedSearches({ search, onOpen }: Props) {
  const [problem, setProblem] = useState<string | null>(null)
  const { data, isError, refetch } = useQuery(operationQuery(GetDirectorySearches, {}))
  const outcome = {
    invalidate: [[GetDirectorySearches.name]],
    onSuccess: () => setProblem(null),
    onError: (error: ApiError) => setProblem(errorMessage(error, NOT_SAVED)),
  }
  const save = useCommand(SaveDirectorySearch, { ...outcome, success: 'Search saved' })
  const alert = useCommand(SaveDirectorySearch, {
    ...outcome,
    success: (_, { has_alert }) => (has_alert ? 'Email alerts turned on' : 'Email alerts turned off'),
  })
  const remove = useCommand(RemoveDirectorySearch, { ...outcome, success: 'Search deleted' })
  const isSomething = numOfFilters(search) > 0 || Boolean(search.search)
  return (
    <div className={styles.panel}>
      {isError && (
        <p>
          We couldn’t load your saved searches. <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {data?.directory_searches.length === 0 && <p className={styles.hint}>No saved searches yet.</p>}
      <ul aria-label="Saved searches">
        {data?.directory_searches.map((kept) => (
          <li key={kept.id} className={styles.kept}>
            <button type="button" onClick={() => onOpen(readDirectorySearch(kept.filters as Record<string, unknown>))}>
              {kept.name}
            </button>
            <span className={styles.hint}>{kept.has_alert ? 'Email alerts on' : 'Email alerts off'}</span>
            <Button
              aria-label={`${kept.has_alert ? 'Turn off alerts for' : 'Turn on alerts for'} ${kept.name}`}
              disabled={alert.isPending}
              onClick={() => void alert.run({ name: kept.name, filters: kept.filters, has_alert: !kept.has_alert })}
            >
              {kept.has_alert ? 'Turn off alerts' : 'Turn on alerts'}
            </Button>
            <Button
              aria-label={`Delete ${kept.name}`}
              disabled={remove.isPending}
              onClick={() => void remove.run({ id: kept.id })}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {isSomething ? (
        <SaveSearchForm onKeep={(name, hasAlert) => save.run({ name, filters: search, has_alert: hasAlert })} />
      ) : (
        <p className={styles.hint}>Search or filter first, then save it here.</p>
      )}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

function SaveSearchForm({ onKeep }: { onKeep: (name: string, hasAlert: boolean) => Promise<unknown> }) {
  const [name, setName] = useState('')
  const [hasAlert, setAlert] = useState(true)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void onKeep(name, hasAlert).then((saved) => saved !== undefined && setName(''))
  }
  return (
    <form onSubmit={save} aria-label="Save this search">
      <div className={styles.search}>
        <Field
          label="Name of this search"
          hidesLabel
          placeholder="Name this search"
          value={name}
          maxLength={SEARCH_NAME_LENGTH}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit">Save</Button>
      </div>
      <CheckboxField
        label="Email me when a new member matches. The email doesn’t include names."
        checked={hasAlert}
        onChange={({ target }) => setAlert(target.checked)}
      />
    </form>
  )
}
