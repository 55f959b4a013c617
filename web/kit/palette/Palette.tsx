import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { counted } from '#shared/kit/text.ts'
import { SearchInput } from '#web/kit/forms/SearchInput.tsx'
import { NO_SELECTION, useSelectedKey } from '#web/kit/list/use-selected-key.ts'
import { markedParts } from '#web/kit/palette/marked-parts.ts'
import styles from './Palette.module.css'

export interface PaletteRow {
  /** Unique over all groups. */
  key: string
  icon: ReactNode
  words: string
  note?: string | undefined
  /** A key that does the same anywhere else. */
  hint?: string | undefined
  /** The words are what a member wrote. */
  isContent?: boolean
  /** The page that the row opens; Ctrl Enter opens it in a new tab. */
  href?: string
  /** What the row does, if it is more than opening its page. */
  run?: () => void
}

export interface PaletteGroup {
  label: string
  rows: readonly PaletteRow[]
}

export interface PaletteContent {
  groups: readonly PaletteGroup[]
  /** Why there are no results. */
  message: string
  /** At the foot, beside the keys. */
  all?: { words: string; href: string } | undefined
}

interface Props {
  label: string
  /** A hook: the groups for a text. */
  useContent: (typed: string) => PaletteContent
  /** The first text. */
  begun: () => string
  open: (href: string) => void
  onClose: () => void
}

/** A search field over the page that finds and does things: arrow keys choose, Enter opens, Escape closes. */
export function Palette({ label, useContent, begun, open, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const [typed, setTyped] = useState('')
  const { groups, message, all } = useContent(typed)
  const rows = groups.flatMap((group) => group.rows)
  const [selected, choose] = useSelectedKey(rows.map(({ key }) => key))
  const chosen = selected === NO_SELECTION && rows.length > 0 ? 0 : selected
  // At once, so that no letter is lost between the page and the field.
  const onOpen = useEffectEvent(() => setTyped(begun()))
  useLayoutEffect(() => {
    dialog.current?.showModal()
    onOpen()
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  const take = ({ href, run }: PaletteRow, isNewTab: boolean) => {
    if (isNewTab && href !== undefined) return void globalThis.open(href, '_blank', 'noopener')
    // First the dialog gives the focus back, then the row may move it.
    dialog.current?.close()
    if (run) run()
    else if (href !== undefined) open(href)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = rows.length - 1
    if (event.key === 'ArrowDown') choose(chosen >= last ? 0 : chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen <= 0 ? last : chosen - 1)
    else if (event.key === 'Enter' && rows[chosen]) take(rows[chosen], event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <Field
        label={label}
        typed={typed}
        list={{ 'aria-expanded': rows.length > 0, 'aria-controls': `${id}-list` }}
        active={rows[chosen] && `${id}-${chosen}`}
        onType={(text) => {
          setTyped(text)
          choose(NO_SELECTION)
        }}
        onKeyDown={onKeyDown}
        onClose={() => dialog.current?.close()}
      />
      <p role="status" className={message === '' ? 'visually-hidden' : styles.message}>
        {message === '' ? counted(rows.length, 'result') : message}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list}>
        <Groups {...{ id, groups, chosen, typed, take }} />
      </div>
      <Foot all={all} open={(href) => take({ key: '', icon: null, words: '', href }, false)} />
    </dialog>
  )
}

interface FieldProps {
  label: string
  typed: string
  list: { 'aria-expanded': boolean; 'aria-controls': string }
  active: string | undefined
  onType: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onClose: () => void
}

const Field = ({ label, typed, list, active, onType, onKeyDown, onClose }: FieldProps) => (
  <div className={styles.field}>
    <SearchInput
      label={label}
      className={styles.input}
      role="combobox"
      {...list}
      aria-autocomplete="list"
      aria-activedescendant={active}
      placeholder={label}
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="go"
      maxLength={200}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
    />
    <button type="button" className={styles.close} onClick={onClose}>
      <kbd aria-hidden="true">Esc</kbd>
      <span className={styles.closeWord}>Close</span>
    </button>
  </div>
)

interface GroupsProps {
  id: string
  groups: readonly PaletteGroup[]
  chosen: number
  typed: string
  take: (row: PaletteRow, isNewTab: boolean) => void
}

function Groups({ id, groups, chosen, typed, take }: GroupsProps) {
  const first = new Map<string, number>()
  let count = 0
  for (const { label, rows } of groups) {
    first.set(label, count)
    count += rows.length
  }
  return groups.map(({ label, rows }) => (
    <div key={label} role="group" aria-label={label}>
      <div className={styles.label} aria-hidden="true">
        {label}
      </div>
      {rows.map((row, index) => {
        const at = first.get(label)! + index
        return (
          <Row
            key={row.key}
            id={`${id}-${at}`}
            row={row}
            typed={typed}
            isChosen={at === chosen}
            onTake={(event) => take(row, event.ctrlKey || event.metaKey)}
          />
        )
      })}
    </div>
  ))
}

interface RowProps {
  id: string
  row: PaletteRow
  typed: string
  isChosen: boolean
  onTake: (event: MouseEvent) => void
}

const Row = ({ id, row: { icon, words, note, hint, isContent = false }, typed, isChosen, onTake }: RowProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isChosen}
    className={styles.row}
    // The field keeps the focus.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onTake}
  >
    <span className={styles.icon} aria-hidden="true">
      {icon}
    </span>
    <span className={styles.text}>
      <span className={isContent ? styles.content : styles.words}>
        <Marked text={words} typed={typed} />
      </span>{' '}
      {note && (
        <span className={styles.note}>
          <Marked text={note} typed={typed} />
        </span>
      )}
    </span>
    {isChosen ? <kbd aria-hidden="true">Enter</kbd> : hint && <kbd aria-hidden="true">{hint}</kbd>}
  </div>
)

const Marked = ({ text, typed }: { text: string; typed: string }) =>
  markedParts(text, typed).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : part))

const Foot = ({ all, open }: { all: PaletteContent['all']; open: (href: string) => void }) => (
  <div className={styles.foot}>
    <span className={styles.keys} aria-hidden="true">
      <kbd>Up</kbd> <kbd>Down</kbd> choose <kbd>Enter</kbd> open <kbd>Ctrl</kbd> <kbd>Enter</kbd> new tab
    </span>
    {all && (
      <a
        href={all.href}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          open(all.href)
        }}
      >
        {all.words}
      </a>
    )}
  </div>
)
