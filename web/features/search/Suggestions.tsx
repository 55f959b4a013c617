/** Suggestions below a search field: the member's own searches, those of peers, and sections to search. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState, type RefObject } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { plainSearch } from '#shared/search.ts'
import type { SearchSection } from '#shared/search-context.ts'
import { suggestionsQuery } from '#web/features/search/search.queries.ts'
import styles from '#web/features/search/Suggestions.module.css'
import { NO_SELECTION, useSelectedKey } from '#web/kit/list/use-selected-key.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'
import { primaryNetworkOf, useUser } from '#web/platform/session/session.ts'

interface Suggestion {
  q: string
  s?: SearchSection | undefined
  /** The source of the suggestion, or the section it searches. */
  note: string
}

/** Sections to search directly for the typed text. */
const PLACES: readonly { s: SearchSection; note: string }[] = [
  { s: 'threads', note: 'in discussions' },
  { s: 'members', note: 'in members' },
  { s: 'experts', note: 'in experts' },
  { s: 'peer_documents', note: 'in documents' },
]
const MOST = 6
const keyOf = ({ q, note }: Suggestion) => `${q} ${note}`

type Field = RefObject<HTMLInputElement | null>

interface Props {
  field: Field
  /** Section of the page that contains the field. */
  section?: SearchSection | undefined
}

/** Listens to the field and fills the list: arrow keys select, Enter searches, Escape closes. */
export default function Suggestions({ field, section }: Props) {
  const id = useId()
  const [typed, setTyped] = useState(field.current?.value ?? '')
  const [isOpen, setOpen] = useState(false)
  const suggestions = useSuggestions(typed, section, isOpen)
  const shown = isOpen ? suggestions : []
  const [chosen, choose] = useSelectedKey(shown.map(keyOf))
  const go = ({ q, s }: Suggestion) => {
    if (field.current) field.current.value = q
    setTyped(q)
    setOpen(false)
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
  useComboboxAttributes(field, { id, isShown, chosen })
  return (
    <ul id={`${id}-list`} role="listbox" aria-label="Suggestions" className={styles.list} hidden={!isShown}>
      {shown.map((suggestion, at) => (
        <li
          key={keyOf(suggestion)}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === chosen}
          onMouseDown={(event) => {
            event.preventDefault()
            go(suggestion)
            field.current?.blur()
          }}
        >
          <span className={styles.words}>{suggestion.q}</span> <span className={styles.note}>{suggestion.note}</span>
        </li>
      ))}
    </ul>
  )
}

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
    if (isShown && chosen !== NO_SELECTION) input?.setAttribute('aria-activedescendant', `${id}-${chosen}`)
    else input?.removeAttribute('aria-activedescendant')
  }, [field, id, isShown, chosen])
}

/**
 * The member's own searches first, then their discipline's, then other peers', without duplicates; then the sections.
 */
function useSuggestions(typed: string, section: SearchSection | undefined, isOpen: boolean): Suggestion[] {
  const viewer = useUser()
  const begun = plainSearch(typed)
  const isAsked = isOpen && begun.length > 1
  const disciplineId = primaryNetworkOf(viewer)?.discipline.id
  const own = useQuery({ ...suggestionsQuery(begun, { userId: viewer.id }, section), enabled: isOpen })
  const near = useQuery({
    ...suggestionsQuery(begun, disciplineId === undefined ? {} : { disciplineId }, section),
    enabled: isAsked && disciplineId !== undefined,
  })
  const all = useQuery({ ...suggestionsQuery(begun, {}, section), enabled: isAsked })
  const known = new Map<string, Suggestion>()
  for (const [list, note] of [
    [own.data, 'recent search'],
    [near.data, 'popular search'],
    [all.data, 'popular search'],
  ] as const)
    for (const { query } of list ?? []) if (query !== begun && !known.has(query)) known.set(query, { q: query, note })
  const places = begun === '' ? [] : PLACES.filter(({ s }) => s !== section)
  return [...[...known.values()].slice(0, MOST), ...places.map((place) => ({ q: typed.trim(), ...place }))]
}
