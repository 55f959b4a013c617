import { useRef } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { SEARCH_LENGTH } from '#shared/search.ts'
import type { SearchAddress } from '#web/features/search/search-address.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import styles from '#web/features/search/SearchForm.module.css'
import Suggestions from '#web/features/search/Suggestions.tsx'
import { Button } from '#web/kit/Button.tsx'
import { SearchField } from '#web/kit/forms/SearchField.tsx'

/** The search of the page, with suggestions for the current section. */
export function SearchForm({ address }: { address: SearchAddress }) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      role="search"
      aria-label="Braintrust"
      action={ROUTES.search}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const q = field.current!.value.trim()
        field.current!.blur()
        void navigate({ to: ROUTES.search, search: { ...(q && { q }), ...(address.s && { s: address.s }) } })
      }}
    >
      <div className={styles.field}>
        <SearchField
          ref={field}
          label="Search"
          hasIcon={false}
          name="q"
          role="combobox"
          aria-expanded="false"
          aria-autocomplete="list"
          placeholder="Search, or try “exact phrase” or from:helen"
          maxLength={SEARCH_LENGTH}
          defaultValue={address.q ?? ''}
        />
        <Suggestions field={field} section={address.s} />
      </div>
      <Button type="submit" look="filled">
        Search
      </Button>
    </form>
  )
}
