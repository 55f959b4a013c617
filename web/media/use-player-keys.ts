import { useEffect, useEffectEvent } from 'react'
import type { Player } from './use-player.ts'

const SKIP_SECONDS = 10
const STEP_SECONDS = 5

interface Acts {
  duration: number
  toggleCaptions: () => void
  toggleFullScreen: () => void
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="range"]), textarea, select, [contenteditable]') !== null

/** Space and K play, J and L skip ten seconds, arrows five, C captions, F full screen, M sound, digits a tenth each. */
export function usePlayerKeys(player: Player, { duration, toggleCaptions, toggleFullScreen }: Acts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    const isOnControl = event.target instanceof HTMLElement && event.target.closest('button, a, [role="menu"]') !== null
    const acts: Record<string, () => void> = {
      k: player.toggle,
      j: () => player.skip(-SKIP_SECONDS),
      l: () => player.skip(SKIP_SECONDS),
      ArrowLeft: () => player.skip(-STEP_SECONDS),
      ArrowRight: () => player.skip(STEP_SECONDS),
      c: toggleCaptions,
      f: toggleFullScreen,
      m: player.mute,
      // A button with the focus is pressed by it.
      ...(!isOnControl && { ' ': player.toggle }),
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const act = /^\d$/.test(key) ? () => player.seek((Number(key) / 10) * duration) : acts[key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
