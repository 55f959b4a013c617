import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { expertPath } from '#shared/experts.ts'
import { kindOf } from '#web/features/experts/expert-texts.ts'
import { previewQuery } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
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
export function SearchField({ value, onSearch }: Props) {
  const id = useId()
  const { text, setText, seek } = useSearchText(value)
  const [asked, setAsked] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...previewQuery(asked), enabled: isOpen && asked !== '' })
  const found = isOpen && asked !== '' ? (data?.experts_preview ?? []) : []
  // If no suggestion is selected, Enter searches for the text.
  const [chosen, choose] = useSelectedKey(found.map((expert) => String(expert.id)))
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])

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
      <IconSearch size={18} stroke={1.6} aria-hidden />
      <input
        type="search"
        role="combobox"
        aria-label="Search experts by name, company, category, or what members say about them"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found[chosen] ? `${id}-${chosen}` : undefined}
        autoComplete="off"
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
      <ul id={`${id}-list`} role="listbox" aria-label="Matching experts" className={styles.options}>
        {found.map((expert, index) => (
          <li
            key={expert.id}
            id={`${id}-${index}`}
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
    </form>
  )
}
