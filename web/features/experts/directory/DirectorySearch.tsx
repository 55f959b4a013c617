import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import { expertPath } from '#shared/experts.ts'
import { kindOf } from '#web/features/experts/expert-texts.ts'
import { previewQuery, type ExpertLine } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { useSettled } from '#web/kit/list/use-settled.ts'
import { NO_SELECTION, useSelectedKey } from '#web/kit/list/use-selected-key.ts'
import { useSearchText } from '#web/kit/list/use-search-text.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'

const pathOf = ({ id }: { id: number }) => expertPath(id, { s: 'experts', sid: String(id) })

const WAIT_MS = 150

interface Props {
  value: string
  onSearch: (words: string) => void
}

/** Search field, with the first matching experts below while typing. */
export function DirectorySearch({ value, onSearch }: Props) {
  const id = useId()
  const { text, setText, seek } = useSearchText(value)
  const [isOpen, setOpen] = useState(false)
  const found = usePreview(text, isOpen)
  // If no suggestion is selected, Enter searches for the text.
  const [chosen, choose] = useSelectedKey(found.map((expert) => String(expert.id)))

  const search = () => {
    setOpen(false)
    onSearch(seek())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      const places = found.length + 1
      choose(((chosen + 1 + step + places) % places) - 1)
    } else if (event.key === 'Enter' && found[chosen]) navigateTo(pathOf(found[chosen]))
    else if (event.key === 'Enter') search()
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else return
    event.preventDefault()
  }
  return (
    <form
      role="search"
      aria-label="Experts"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <SearchField
        name="search"
        label="Search experts by name, company, category, or what members say about them"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        maxLength={200}
        placeholder="Name, company, category, or expertise"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          choose(NO_SELECTION)
          setOpen(true)
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <Matches id={`${id}-list`} optionId={(index) => `${id}-${index}`} {...{ found, chosen, choose }} />
    </form>
  )
}

const NOBODY: readonly ExpertLine[] = []

/** The first matching experts, debounced. */
function usePreview(text: string, isOpen: boolean): readonly ExpertLine[] {
  const asked = useSettled(text.trim(), WAIT_MS)
  const isAsked = isOpen && asked !== ''
  const { data } = useQuery({ ...previewQuery(asked), enabled: isAsked })
  return (isAsked ? data?.experts_preview : undefined) ?? NOBODY
}

interface MatchesProps {
  id: string
  optionId: (index: number) => string
  found: readonly ExpertLine[]
  chosen: number
  choose: (index: number) => void
}

const Matches = ({ id, optionId, found, chosen, choose }: MatchesProps) => (
  <ul id={id} role="listbox" aria-label="Matching experts" className={styles.options}>
    {found.map((expert, index) => (
      <li
        key={expert.id}
        id={optionId(index)}
        role="option"
        aria-selected={index === chosen}
        onPointerMove={() => choose(index)}
        onMouseDown={(event) => {
          event.preventDefault()
          navigateTo(pathOf(expert))
        }}
      >
        <b>{expert.name}</b>
        <span>{kindOf(expert)}</span>
      </li>
    ))}
  </ul>
)
