import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { expertInWords } from '#shared/discussions.ts'
import { EXPERT_NAME_LENGTH } from '#shared/experts.ts'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'
import { Field } from '#web/kit/forms/Field.tsx'
import { useSettled } from '#web/kit/list/use-settled.ts'
import { NO_SELECTION, useSelectedKey } from '#web/kit/list/use-selected-key.ts'
import { useOnLoaded } from '#web/kit/loading/use-on-loaded.ts'

interface Found {
  id: number
  name: string
  company: { name: string } | null
}

export interface ExpertSearchProps<Expert extends Found> {
  label: string
  /** Query key prefix for the results of `find`. */
  findKey: readonly unknown[]
  find: (text: string, signal: AbortSignal) => Promise<readonly Expert[]>
  /** Whether to show suggestions before the member types. */
  offersAtOnce?: boolean
  /** Returns a one-line description of an expert. */
  about: (expert: Expert) => string
  focusAtOnce?: boolean
  onChoose: (expert: Expert) => void
  /** Called with the typed name to add a new expert; without it, only listed experts can be chosen. */
  onNew?: (name: string) => void
  onClose?: () => void
}

const WAIT_MS = 150
/** Key of the last option, which adds a new expert. */
const ADDED = 'added'
const STALE_MS = 30_000

/** A combobox of experts: arrow keys select, Enter chooses, the last option adds a new expert. */
export function ExpertSearch<Expert extends Found>(props: ExpertSearchProps<Expert>) {
  const { label, about, focusAtOnce = false, onChoose, onNew, onClose } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const name = text.trim()
  const { found, isError, isListed } = useFound(name, props)
  const options = found.length + (onNew && name !== '' ? 1 : 0)
  const [pointed, point] = useSelectedKey([...found.map((expert) => String(expert.id)), ADDED])
  const chosen = pointed === NO_SELECTION ? 0 : Math.min(pointed, options - 1)
  useEffect(() => {
    if (focusAtOnce) field.current?.focus()
  }, [focusAtOnce])
  const take = (index: number) => {
    const expert = found[index]
    if (expert) onChoose(expert)
    else if (name !== '') onNew?.(name)
  }
  const isTaking = useTakenOnceListed(isListed ? found : undefined, () => take(0))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && options > 0) point((chosen + step + options) % options)
    else if (event.key === 'Enter' && (isListed || pointed !== NO_SELECTION)) take(chosen)
    else if (event.key === 'Enter') isTaking.current = true
    else if (event.key === 'Escape' && onClose) onClose()
    else if (event.key === 'Escape') setText('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={forms.picker}>
      <Field
        label={label}
        ref={field}
        role="combobox"
        aria-expanded={options > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options > 0 ? `${id}-${chosen}` : undefined}
        autoComplete="off"
        maxLength={EXPERT_NAME_LENGTH}
        placeholder="A person, firm, or software product"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          point(NO_SELECTION)
          isTaking.current = false
        }}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="visually-hidden">
        {name !== '' && (found.length === 0 ? 'No results' : `${found.length} found`)}
      </p>
      {isError && <p className={styles.facts}>Search isn’t available right now.{onNew && ADD_BY_NAME}</p>}
      <Options {...{ id, name, found, options, chosen, about }} onPoint={point} onTake={take} />
    </div>
  )
}

/**
 * True while Enter was pressed before the results loaded: wait for them, because the first item of the old list is a
 * different expert.
 */
function useTakenOnceListed(listed: readonly Found[] | undefined, take: () => void): RefObject<boolean> {
  const isTaking = useRef(false)
  useOnLoaded(listed, () => {
    if (isTaking.current) take()
    isTaking.current = false
  })
  return isTaking
}

const NOBODY: readonly never[] = []

/** Searches by name, debounced; `isListed` is true when the results match the current text. */
function useFound<Expert extends Found>(
  name: string,
  { findKey, find, offersAtOnce = false }: ExpertSearchProps<Expert>,
) {
  const asked = useSettled(name, WAIT_MS)
  const isAsked = offersAtOnce || asked !== ''
  const { data, isError, isPending, isPlaceholderData } = useQuery({
    queryKey: [...findKey, asked],
    queryFn: ({ signal }) => find(asked, signal),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  })
  const isListed = asked === name && !(isAsked && (isPending || isPlaceholderData))
  return { found: (isAsked ? data : undefined) ?? NOBODY, isError, isListed }
}

const ADD_BY_NAME = ' You can still add one by name.'

interface OptionsProps<Expert extends Found> {
  id: string
  name: string
  found: readonly Expert[]
  /** Number of options: the found experts, plus one if a new expert may be added. */
  options: number
  chosen: number
  about: (expert: Expert) => string
  onPoint: (index: number) => void
  onTake: (index: number) => void
}

function Options<Expert extends Found>({
  id,
  name,
  found,
  options,
  chosen,
  about,
  onPoint,
  onTake,
}: OptionsProps<Expert>) {
  return (
    <ul id={`${id}-list`} role="listbox" aria-label="Experts" className={styles.options}>
      {Array.from({ length: options }, (_, index) => {
        const expert = found[index]
        return (
          <li
            key={expert?.id ?? 'new'}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onPointerMove={() => index !== chosen && onPoint(index)}
            onMouseDown={(event) => {
              event.preventDefault()
              onTake(index)
            }}
          >
            <b>{expert ? expertInWords(expert) : `Add “${name}”`}</b>
            <span>{expert ? about(expert) : 'New to the directory'}</span>
          </li>
        )
      })}
    </ul>
  )
}
