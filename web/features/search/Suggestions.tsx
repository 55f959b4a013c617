/** Suggestions below a search field: earlier searches, discussions with the words, and sections to search. */
import type { RefObject } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { SearchSection } from '#shared/search-context.ts'
import { rememberSearch } from '#web/features/search/search.queries.ts'
import { useSuggestions, type Suggestion } from '#web/features/search/use-suggestions.ts'
import { FieldOptions } from '#web/kit/list/FieldOptions.tsx'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'

interface Props {
  field: RefObject<HTMLInputElement | null>
  /** Section of the page that contains the field. */
  section?: SearchSection | undefined
}

/** Listens to the field and fills the list: arrow keys select, Enter opens or searches, Escape closes. */
export default function Suggestions({ field, section }: Props) {
  const onChoose = ({ search, path }: Suggestion, typed: string) => {
    if (path !== undefined) {
      rememberSearch(typed, 'threads')
      navigateTo(path)
      return undefined
    }
    const { q, s } = search!
    navigateTo(ROUTES.search + stringifySearch({ q, s: s ?? section }))
    return q
  }
  const useOptions = (typed: string, isOpen: boolean) => {
    const { suggestions, message } = useSuggestions(typed, section, isOpen)
    const options = suggestions.map((each) => ({ ...each, isLong: each.path !== undefined }))
    return { options, message }
  }
  return <FieldOptions field={field} useOptions={useOptions} onChoose={onChoose} />
}
