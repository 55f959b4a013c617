import { Suspense, useEffect, useRef, useState, type ComponentType, type RefObject } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { SearchInput } from '#web/kit/forms/SearchInput.tsx'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import styles from './SearchBar.module.css'

export type FieldSuggestions = ComponentType<{ field: RefObject<HTMLInputElement | null> }>

/**
 * Global search, on every page; Ctrl K focuses it. On a phone it is as wide as its icon until it is used. Suggestions
 * load on first use.
 */
export function SearchBar({ Suggestions }: { Suggestions: FieldSuggestions }) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [isUsed, setUsed] = useState(false)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <form
      role="search"
      aria-label="Search everything"
      action={ROUTES.search}
      className={styles.bar}
      onFocus={() => setUsed(true)}
      onSubmit={(event) => {
        event.preventDefault()
        const q = field.current!.value.trim()
        field.current!.blur()
        void navigate({ to: ROUTES.search, search: q === '' ? {} : { q } })
      }}
    >
      <SearchInput
        ref={field}
        className={styles.field}
        label="Search discussions, members, and experts"
        name="q"
        role="combobox"
        aria-expanded="false"
        aria-autocomplete="list"
        placeholder="Search discussions, members, and experts"
      />
      <kbd aria-hidden="true">Ctrl K</kbd>
      {isUsed && (
        <Suspense>
          <Suggestions field={field} />
        </Suspense>
      )}
    </form>
  )
}
