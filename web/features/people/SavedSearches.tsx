import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { GetDirectorySearches, RemoveDirectorySearch, SaveDirectorySearch } from '#api/operations.ts'
import { SEARCH_NAME_LENGTH } from '#shared/profiles.ts'
import { numOfFilters, readDirectorySearch, type DirectorySearch } from '#web/features/people/directory-search.ts'
import { errorMessage } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/People.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

interface Props {
  search: DirectorySearch
  onOpen: (search: DirectorySearch) => void
}

/** Searches under a name, with word by mail when somebody new matches. */
export function SavedSearches({ search, onOpen }: Props) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const { data, isError, refetch } = useQuery(operationQuery(GetDirectorySearches, {}))
  const change = async (act: () => Promise<unknown>, said: string) => {
    setProblem(null)
    try {
      await act()
      toast.success(said)
    } catch (error) {
      setProblem(errorMessage(error))
    }
    await client.invalidateQueries({ queryKey: [GetDirectorySearches.name] })
  }
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
              onClick={() =>
                void change(
                  () =>
                    execute(SaveDirectorySearch, {
                      name: kept.name,
                      filters: kept.filters,
                      has_alert: !kept.has_alert,
                    }),
                  kept.has_alert ? 'Email alerts turned off' : 'Email alerts turned on',
                )
              }
            >
              {kept.has_alert ? 'Turn off alerts' : 'Turn on alerts'}
            </Button>
            <Button
              aria-label={`Delete ${kept.name}`}
              onClick={() => void change(() => execute(RemoveDirectorySearch, { id: kept.id }), 'Search deleted')}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      {isSomething ? (
        <SaveSearchForm
          onKeep={(name, hasAlert) =>
            change(() => execute(SaveDirectorySearch, { name, filters: search, has_alert: hasAlert }), 'Search saved')
          }
        />
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

function SaveSearchForm({ onKeep }: { onKeep: (name: string, hasAlert: boolean) => Promise<void> }) {
  const [name, setName] = useState('')
  const [hasAlert, setAlert] = useState(true)
  const save = (event: FormEvent) => {
    event.preventDefault()
    void onKeep(name, hasAlert).then(() => setName(''))
  }
  return (
    <form onSubmit={save} aria-label="Save this search">
      <div className={styles.search}>
        <input
          aria-label="Name of this search"
          placeholder="Name this search"
          value={name}
          maxLength={SEARCH_NAME_LENGTH}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit">Save</Button>
      </div>
      <label className={styles.hint}>
        <input type="checkbox" checked={hasAlert} onChange={({ target }) => setAlert(target.checked)} /> Email me when a
        new member matches. The email doesn’t include names.
      </label>
    </form>
  )
}
