import { IconSearch } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { ROUTES } from '#shared/routes.ts'
import { isForBrowser } from '#web/platform/navigation/navigation.ts'
import styles from './SearchBar.module.css'

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
  const [isOpen, setOpen] = useState(false)
  const begun = useRef('')
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, defaultPrevented } = event
      const isCommand = event.ctrlKey || event.metaKey
      const isEarly = isOpen && !isCommand && key.length === 1 && !document.querySelector('dialog[open]')
      if (defaultPrevented || !(isEarly || (isCommand && key === 'k'))) return
      event.preventDefault()
      if (isEarly) begun.current += key
      else setOpen(true)
    }
    // Before the single-key shortcuts.
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [isOpen])
  const close = () => {
    begun.current = ''
    setOpen(false)
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
          setOpen(true)
        }}
      >
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <span className={styles.words}>{label}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </a>
      {isOpen && (
        <Suspense>
          <Palette begun={() => begun.current} onClose={close} />
        </Suspense>
      )}
    </search>
  )
}
