import { useEffect, useEffectEvent, useId, useState, type RefObject } from 'react'
import { counted } from '#shared/kit/text.ts'
import { NO_SELECTION, useSelectedKey } from '#web/kit/list/use-selected-key.ts'
import styles from './FieldOptions.module.css'

type Field = RefObject<HTMLInputElement | null>

export interface FieldOption {
  key: string
  words: string
  /** What it is, next to the words. */
  note: string
  /** On a narrow screen the words take two lines. */
  isLong?: boolean
}

interface Props<Option extends FieldOption> {
  field: Field
  /** A hook: the options for a text. The message is shown when there are none. */
  useOptions: (typed: string, isOpen: boolean) => { options: readonly Option[]; message: string }
  /** Returns the new text of the field, or undefined to leave it. */
  onChoose: (option: Option, typed: string) => string | undefined
  /** Selects the first option, so that Enter opens it. */
  isFirstChosen?: boolean
}

/** Options below a field, which another component renders. Arrow keys select, Enter chooses, Escape closes. */
export function FieldOptions<Option extends FieldOption>(props: Props<Option>) {
  const { field, useOptions, onChoose, isFirstChosen = false } = props
  const id = useId()
  const [typed, setTyped] = useState(field.current?.value ?? '')
  const [isOpen, setOpen] = useState(false)
  const { options, message } = useOptions(typed, isOpen)
  const shown = isOpen ? options : []
  const [selected, choose] = useSelectedKey(shown.map(({ key }) => key))
  const chosen = selected === NO_SELECTION && isFirstChosen && shown.length > 0 ? 0 : selected
  const go = (option: Option) => {
    setOpen(false)
    const text = onChoose(option, typed)
    if (text === undefined) return
    if (field.current) field.current.value = text
    setTyped(text)
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
  const take = (at: number) => {
    go(shown[at]!)
    field.current?.blur()
  }
  return (
    <div className={styles.panel} hidden={!isShown && !isSaid}>
      <p role="status" className={isSaid ? styles.message : 'visually-hidden'}>
        {isSaid ? message : isShown && counted(shown.length, 'suggestion')}
      </p>
      <Options {...{ id, shown, chosen, take }} />
    </div>
  )
}

interface OptionsProps {
  id: string
  shown: readonly FieldOption[]
  chosen: number
  take: (at: number) => void
}

const Options = ({ id, shown, chosen, take }: OptionsProps) => (
  <ul id={`${id}-list`} role="listbox" aria-label="Suggestions" className={styles.list} hidden={shown.length === 0}>
    {shown.map(({ key, words, note, isLong }, at) => (
      <li
        key={key}
        id={`${id}-${at}`}
        role="option"
        className={isLong ? styles.page : undefined}
        aria-selected={at === chosen}
        onMouseDown={(event) => {
          event.preventDefault()
          take(at)
        }}
      >
        <span className={styles.words}>{words}</span> <span className={styles.note}>{note}</span>
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
