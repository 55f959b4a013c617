/** The source that the member opened: in the side column, or from below where there is none. */
import { createContext, useCallback, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { Version } from '#web/features/assistant/assistant.queries.ts'
import { createMedia } from '#web/kit/store.ts'
import { WIDE_SCREEN } from '#web/kit/widths.ts'
import { useUser } from '#web/platform/session/session.ts'

export interface OpenedSource {
  answerId: number
  number: number
  /** The sentence at which it was opened; without it, all sentences with this source. */
  sentence?: number | undefined
}

interface Opening {
  opened: OpenedSource | null
  open: (next: OpenedSource | null) => void
}

export const OpenSourceContext = createContext<Opening>({ opened: null, open: () => undefined })
export const useOpenedSource = () => useContext(OpenSourceContext)

/** The side column appears at this width, see AssistantPage.module.css. */
const useWide = createMedia(WIDE_SCREEN)
export const useHasSide = (): boolean => useWide(true)

/** With digits the sources of the answer open, and Escape closes them. */
export function useSourceKeys(answer: Version | undefined, { opened, open }: Opening): void {
  const { keyboard_shortcuts } = useUser()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
    if (!(target instanceof HTMLElement) || target.closest('input, textarea, select, dialog, [role=menu]')) return
    if (key === 'Escape' && opened) open(null)
    else if (keyboard_shortcuts && answer?.citations.some(({ number }) => String(number) === key))
      open({ answerId: answer.id, number: Number(key) })
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Another conversation begins without an opened source. */
export function useOpening(conversationId: number | undefined): Opening {
  const [state, setState] = useState<{ opened: OpenedSource | null; within: number | undefined }>({
    opened: null,
    within: conversationId,
  })
  const opened = state.within === conversationId ? state.opened : null
  const open = useCallback(
    (next: OpenedSource | null) => setState({ opened: next, within: conversationId }),
    [conversationId],
  )
  return useMemo(() => ({ opened, open }), [opened, open])
}
