import { useEffect, useEffectEvent } from 'react'
import { keyOf, type Item } from '#web/features/moderation/moderation.queries.ts'
import type { ItemAct } from '#web/features/moderation/QueueItem.tsx'

interface Keys {
  items: readonly Item[]
  current: Item | undefined
  onMove: (key: string) => void
  onAct: (act: ItemAct) => void
  onChoose: () => void
  onHelp: () => void
}

const ACTS: Record<string, ItemAct> = { a: 'approve', x: 'reject', e: 'edit', c: 'claim' }

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))

/** Keyboard shortcuts of the queue. Ignored while typing in a field. */
export function useQueueKeys({ items, current, onMove, onAct, onChoose, onHelp }: Keys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isWriting(event.target)) return
    const { key } = event
    // On a button, the space bar must still click it.
    const isOnControl = event.target instanceof HTMLElement && event.target.matches('button, a, summary, input')
    if (key === 'j' || key === 'k') {
      const at = current ? items.indexOf(current) + (key === 'j' ? 1 : -1) : 0
      const next = items[at]
      if (next) onMove(keyOf(next))
    } else if (key === ' ' && !isOnControl && current) onChoose()
    else if (key === '?') onHelp()
    else if (ACTS[key]) {
      // Ignore key repeat: the next post has not been read yet.
      if (!event.repeat) onAct(ACTS[key])
    } else return
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    // Capture, to run before the global shortcuts, some of which use the same keys.
    document.addEventListener('keydown', listener, true)
    return () => document.removeEventListener('keydown', listener, true)
  }, [])
}
