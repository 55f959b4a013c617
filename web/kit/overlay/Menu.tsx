import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import styles from './Menu.module.css'

interface MenuProps {
  /** Renders the button that opens the menu, with these props. */
  trigger: (props: {
    'aria-haspopup': 'menu'
    'aria-expanded': boolean
    'aria-controls': string
    onClick: () => void
  }) => ReactNode
  label: string
  side?: 'below' | 'above'
  children: ReactNode
}

/** A menu of actions. Arrow keys move; Escape and a click outside close it; the focus returns to the trigger. */
export function Menu({ trigger, label, side = 'below', children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return
    const stopFocusing = focusFirst(holder.current)
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !holder.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', onPointer)
    return () => {
      stopFocusing()
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [isOpen])

  const close = () => {
    setOpen(false)
    holder.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab') setOpen(false)
    else if (!move(holder.current, event.key)) return
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    <div ref={holder} className={styles.holder} onKeyDown={onKeyDown}>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': id,
        onClick: () => setOpen(!isOpen),
      })}
      {isOpen && (
        <>
          {/* Covers controls under the edge of the menu, so that a click outside the menu only closes it. */}
          <div className={styles.backdrop} onClick={close} />
          <div id={id} role="menu" aria-label={label} className={`${styles.menu} ${styles[side]}`} onClick={close}>
            {children}
          </div>
        </>
      )}
    </div>
  )
}

const items = (holder: HTMLElement | null) => [...(holder?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])]

/** Focuses the first item, now or when the items have loaded. */
function focusFirst(holder: HTMLElement | null): () => void {
  const [first] = items(holder)
  first?.focus()
  if (first || !holder) return () => undefined
  const loading = new MutationObserver(() => {
    const [loaded] = items(holder)
    if (!loaded) return
    loading.disconnect()
    loaded.focus()
  })
  loading.observe(holder, { childList: true, subtree: true })
  return () => loading.disconnect()
}

function move(holder: HTMLElement | null, key: string): boolean {
  const all = items(holder)
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[key]
  if (next === undefined || all.length === 0) return false
  all[next % all.length]?.focus()
  return true
}

export const menuItemClass = styles.item
export const menuLabelClass = styles.label
export const menuDividerClass = styles.rule
