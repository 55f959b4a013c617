import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { expertInWords } from '#shared/discussions.ts'
import { EXPERT_NAME_LENGTH } from '#shared/experts.ts'
import { suggestedExpertsQuery, type SuggestedExpert } from '#web/features/discussions/message-experts.queries.ts'
import styles from '#web/features/discussions/Naming.module.css'
import type { NamedDraft } from '#web/features/discussions/use-naming.tsx'

interface Props {
  threadId: number | null
  onChoose: (expert: NamedDraft) => void
  /** Somebody who is not in the list, by the name typed. */
  onNew: (name: string) => void
  onClose: () => void
}

const WAIT_MS = 150

const draftOf = ({ id, name, company, vote }: SuggestedExpert): NamedDraft => ({
  expert: { existing_expert: id, areas_of_expertise: [] },
  name,
  company,
  ballot: null,
  has_vote: vote !== null,
})

const standing = ({ label, mention_count, thread_mention_count }: SuggestedExpert) =>
  [label, thread_mention_count > 0 && 'named here', mention_count > 0 && `named ${mention_count} times`]
    .filter(Boolean)
    .join(', ')
    .replace('1 times', 'once')

/** A combobox over experts: arrows choose, Enter takes, the last choice adds somebody new. */
export function ExpertSearch({ threadId, onChoose, onNew, onClose }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [chosen, setChosen] = useState(0)
  const { data: found = [], isError } = useQuery(suggestedExpertsQuery(threadId, asked))
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => setChosen(0), [asked])

  const name = text.trim()
  const options = found.length + (name === '' ? 0 : 1)
  const take = (index: number) => {
    const expert = found[index]
    if (expert) onChoose(draftOf(expert))
    else if (name !== '') onNew(name)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options > 0) setChosen((chosen + step + options) % options)
    // What was typed a moment ago is not what the list shows yet.
    else if (event.key === 'Enter') take(asked === name ? chosen : found.length)
    else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.search}>
      <label htmlFor={`${id}-field`}>Whom do you name?</label>
      <input
        id={`${id}-field`}
        ref={field}
        role="combobox"
        aria-expanded={options > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        maxLength={EXPERT_NAME_LENGTH}
        placeholder="A person, firm or software"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="visually-hidden">
        {options === 0 ? 'Nobody found' : `${found.length} found`}
      </p>
      {isError && <p className={styles.hint}>Experts cannot be searched just now. You can still add one by name.</p>}
      <ul id={`${id}-list`} role="listbox" aria-label="Experts" className={styles.options}>
        {Array.from({ length: options }, (_, index) => {
          const expert = found[index]
          return (
            <li
              key={expert?.id ?? 'new'}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              onPointerMove={() => index !== chosen && setChosen(index)}
              onMouseDown={(event) => {
                event.preventDefault()
                take(index)
              }}
            >
              <b>{expert ? expertInWords(expert) : `Add “${name}”`}</b>
              <span>{expert ? standing(expert) : 'Not in the list yet'}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
