import { useQuery } from '@tanstack/react-query'
import { IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { CHOICES } from '#shared/profiles.ts'
import { LISTS, type Choice, type ListName } from '#web/features/people/reference-lists.ts'
import styles from '#web/features/people/profile/Profile.module.css'
import { Field } from '#web/kit/forms/Field.tsx'
import { useOnLoaded } from '#web/kit/loading/use-on-loaded.ts'

interface Props {
  label: string
  hint?: string | undefined
  list: ListName
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}

const sameWords = (a: string, b: string) => a.trim().toLocaleLowerCase('en') === b.trim().toLocaleLowerCase('en')

/** Multi-select from a long list: typed with the browser's suggestions, each removable. */
export function ChoiceField({ label, hint, list, chosen, onChange }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const { data } = useQuery(LISTS[list])
  const choices = data ?? []
  const picked = chosen.flatMap((each) => choices.find((choice) => choice.id === each) ?? [])
  const offer = (typed: string) => {
    const found = choices.find(({ name }) => sameWords(name, typed))
    if (!found || chosen.length >= CHOICES) return setText(typed)
    if (!chosen.includes(found.id)) onChange([...chosen, found.id])
    setText('')
  }
  useOnLoaded(data, () => text !== '' && offer(text))
  return (
    <div>
      <Field
        label={label}
        hint={hint}
        above={
          picked.length > 0 && (
            <Picked picked={picked} onRemove={(gone) => onChange(chosen.filter((each) => each !== gone))} />
          )
        }
        list={`${id}-list`}
        value={text}
        autoComplete="off"
        placeholder="Type to add"
        onChange={(event) => offer(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text === '') return
          event.preventDefault()
          const first = choices.find(({ name }) =>
            name.toLocaleLowerCase('en').startsWith(text.trim().toLocaleLowerCase('en')),
          )
          if (first) offer(first.name)
        }}
      />
      <datalist id={`${id}-list`}>
        {choices
          .filter((choice) => !chosen.includes(choice.id))
          .map((choice) => (
            <option key={choice.id} value={choice.name} />
          ))}
      </datalist>
    </div>
  )
}

const Picked = ({ picked, onRemove }: { picked: readonly Choice[]; onRemove: (id: number) => void }) => (
  <ul className={styles.chips}>
    {picked.map(({ id, name }) => (
      <li key={id}>
        <button type="button" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
          {name}
          <IconX size={14} stroke={1.6} aria-hidden />
        </button>
      </li>
    ))}
  </ul>
)
