import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { isForBrowser } from '#web/platform/navigation/navigation.ts'
import styles from './SearchBar.module.css'

const KEEP_MS = 3_000

interface Props {
  label: string
  /** Loaded on first use. */
  Palette: ComponentType<PaletteProps>
}

export interface PaletteProps {
  /** What was typed while the palette was loading. */
  begun: () => string
  onClose: () => void
}

/** Opens the palette, on every page; so does Ctrl K. Without JavaScript it leads to the search page. */
export function SearchBar({ label, Palette }: Props) {
  // Counts the openings, so that the palette can open again before the last one has closed; 0 is closed.
  const [opening, setOpening] = useState(0)
  const last = useRef(0)
  const begun = useRef('')
  // Until when keys are kept for the palette. Not while it closes, and not for long if its module cannot be loaded.
  const keepUntil = useRef(-Infinity)
  const open = () => {
    keepUntil.current = performance.now() + KEEP_MS
    setOpening((last.current += 1))
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, defaultPrevented } = event
    const isCommand = event.ctrlKey || event.metaKey
    const isEarly = !isCommand && key.length === 1 && performance.now() < keepUntil.current
    if (defaultPrevented || !(isEarly || (isCommand && key === 'k'))) return
    event.preventDefault()
    if (isEarly) begun.current += key
    else if (opening === 0 || !document.querySelector('dialog[open]')) open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    // Before the single-key shortcuts.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
  const takeBegun = () => {
    const typed = begun.current
    begun.current = ''
    keepUntil.current = -Infinity
    return typed
  }
  return (
    <search aria-label={label} className={styles.bar}>
      <a
        href={ROUTES.search}
        className={styles.field}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={(event) => {
          if (isForBrowser(event)) return
          event.preventDefault()
          open()
        }}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <span className={styles.words}>{label}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </a>
      {opening > 0 && (
        <Suspense>
          <Palette
            key={opening}
            begun={takeBegun}
            onClose={() => setOpening((current) => (current === opening ? 0 : current))}
          />
        </Suspense>
      )}
    </search>
  )
}
