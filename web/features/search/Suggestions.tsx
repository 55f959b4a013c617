/** Suggestions below a search field: earlier searches, discussions with the words, and sections to search. */
import { useEffect, useEffectEvent, useId, useState, type RefObject } from 'react'
import { ROUTES } from '#shared/routes.ts'
import type { SearchSection } from '#shared/search-context.ts'
import { rememberSearch } from '#web/features/search/search.queries.ts'
import styles from '#web/features/search/Suggestions.module.css'
import { useSuggestions, type Suggestion } from '#web/features/search/use-suggestions.ts'
import { NO_SELECTION, useSelectedKey } from '#web/kit/list/use-selected-key.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'

type Field = RefObject<HTMLInputElement | null>

interface Props {
  field: Field
  /** Section of the page that contains the field. */
  section?: SearchSection | undefined
}

/** Listens to the field and fills the list: arrow keys select, Enter opens or searches, Escape closes. */
export default function Suggestions({ field, section }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(field.current?.value ?? '')
  const [isOpen, setOpen] = useState(false)
  const { suggestions, message } = useSuggestions(typed, section, isOpen)
  const shown = isOpen ? suggestions : []
  const [chosen, choose] = useSelectedKey(shown.map(({ key }) => key))
  const go = ({ search, path }: Suggestion) => {
    setOpen(false)
    if (path !== undefined) {
      rememberSearch(typed, 'threads')
      navigateTo(path)
      return
    }
    const { q, s } = search!
    if (field.current) field.current.value = q
    setTyped(q)
    navigateTo(ROUTES.search + stringifySearch({ q, s: s ?? section }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1
    if (event.key === 'Escape' && shown.length > 0) setOpen(false)
    else if (event.key === 'ArrowDown' && !isOpen) setOpen(true)
    else if (event.key === 'ArrowDown' && last >= 0) choose(chosen >= last ? NO_SELECTION : chosen + 1)
    else if (event.key === 'ArrowUp' && last >= 0) choose(chosen === NO_SELECTION ? last : chosen - 1)
    else if (event.key === 'Enter' && shown[chosen]) go(shown[chosen])
    else {
      if (event.key === 'Enter') setOpen(false)
      return
    }
    event.preventDefault()
  }
  useFieldEvents(field, {
    begin: (text) => {
      setTyped(text)
      choose(NO_SELECTION)
      setOpen(true)
    },
    end: () => setOpen(false),
    onKeyDown,
  })
  const isShown = shown.length > 0
  const isSaid = isOpen && message !== ''
  useComboboxAttributes(field, { id, isShown, chosen })
  const take = (suggestion: Suggestion) => {
    go(suggestion)
    field.current?.blur()
  }
  return (
    <div className={styles.panel} hidden={!isShown && !isSaid}>
      <p role="status" className={isSaid ? styles.message : 'visually-hidden'}>
        {isSaid ? message : isShown && `${shown.length} suggestions`}
      </p>
      <Options {...{ id, shown, chosen, take }} />
    </div>
  )
}

interface OptionsProps {
  id: string
  shown: readonly Suggestion[]
  chosen: number
  take: (suggestion: Suggestion) => void
}

const Options = ({ id, shown, chosen, take }: OptionsProps) => (
  <ul id={`${id}-list`} role="listbox" aria-label="Suggestions" className={styles.list} hidden={shown.length === 0}>
    {shown.map((suggestion, at) => (
      <li
        key={suggestion.key}
        id={`${id}-${at}`}
        role="option"
        className={suggestion.path === undefined ? undefined : styles.page}
        aria-selected={at === chosen}
        onMouseDown={(event) => {
          event.preventDefault()
          take(suggestion)
        }}
      >
        <span className={styles.words}>{suggestion.words}</span> <span className={styles.note}>{suggestion.note}</span>
      </li>
    ))}
  </ul>
)

interface FieldEvents {
  /** The field got the focus, or its text changed. */
  begin: (text: string) => void
  end: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Listens to the field, which another component renders. */
function useFieldEvents(field: Field, events: FieldEvents): void {
  const onBegin = useEffectEvent((text: string) => events.begin(text))
  const onEnd = useEffectEvent(() => events.end())
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => events.onKeyDown(event))
  useEffect(() => {
    const input = field.current
    if (!input) return undefined
    const begin = () => onBegin(input.value)
    const end = () => onEnd()
    const press = (event: KeyboardEvent) => onKeyDown(event)
    // The field may have focus before this component loads.
    if (document.activeElement === input) begin()
    input.addEventListener('focus', begin)
    input.addEventListener('input', begin)
    input.addEventListener('blur', end)
    input.addEventListener('keydown', press)
    return () => {
      input.removeEventListener('focus', begin)
      input.removeEventListener('input', begin)
      input.removeEventListener('blur', end)
      input.removeEventListener('keydown', press)
    }
  }, [field])
}

/** Tells assistive technology that the field has a list, and which suggestion is selected. */
function useComboboxAttributes(field: Field, list: { id: string; isShown: boolean; chosen: number }): void {
  const { id, isShown, chosen } = list
  useEffect(() => {
    const input = field.current
    input?.setAttribute('aria-expanded', String(isShown))
    input?.setAttribute('aria-controls', `${id}-list`)
    if (isShown && chosen !== NO_SELECTION) {
      input?.setAttribute('aria-activedescendant', `${id}-${chosen}`)
      document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
    } else input?.removeAttribute('aria-activedescendant')
  }, [field, id, isShown, chosen])
}
