import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '#web/platform/session/session.ts'

const KEYS = /^[abcdefghijklmnoprRsux?/]$/

/** Single-key shortcuts, unless the member has disabled them. The handler loads on the first one. */
export function useShortcuts(): void {
  const client = useQueryClient()
  const { keyboard_shortcuts } = useUser()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!keyboard_shortcuts || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
    if (!KEYS.test(event.key) || !(target instanceof HTMLElement)) return
    // Not while typing, nor where an open menu or dialog handles keys.
    if (target.isContentEditable || target.closest('input, textarea, select, dialog, [role=menu]')) return
    event.preventDefault()
    void import('#web/features/discussions/keyboard/keyboard-shortcuts.tsx').then(
      ({ handleShortcut }) => handleShortcut(event.key, client),
      () => undefined,
    )
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
