import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useUser } from '#web/platform/session/session.ts'

const KEYS = /^[jkorRlfhmug?/]$/

/** Single keys, unless the member has switched them off. What they do is loaded with the first of them. */
export function useShortcuts(): void {
  const client = useQueryClient()
  const { keyboard_shortcuts } = useUser()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (!keyboard_shortcuts || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
    if (!KEYS.test(event.key) || !(target instanceof HTMLElement)) return
    // Never while typing, nor where an open menu or dialog listens.
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
