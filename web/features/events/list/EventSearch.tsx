import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { useSearchText } from '#web/kit/list/use-search-text.ts'
import styles from '#web/features/events/Events.module.css'

/** Searches titles, the pages of documents, and what is said in videos. */
export function EventSearch({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  const { text, setText, seek } = useSearchText(value)
  return (
    <form
      role="search"
      aria-label="Events"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(seek())
      }}
    >
      <SearchField
        name="search"
        label="Search events, documents, and what is said in videos"
        placeholder="Search events, documents and videos"
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          // The cross of the field clears the search at once.
          if (target.value === '') onSearch('')
        }}
      />
    </form>
  )
}
