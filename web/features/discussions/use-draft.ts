import { useCallback, useEffect, useRef, useState } from 'react'
import { dropDraft, hasUnstoredDraft, keepDraft, readDraft } from '#web/features/discussions/drafts.ts'
import { hasUnstoredReply } from '#web/features/discussions/outbox.ts'

const KEEP_AFTER_MS = 400

export type Keeping = 'nothing' | 'kept' | 'refused'

/** A draft that is kept on the device a moment after the last stroke; `keeping` says what really happened. */
export function useDraft<D>(storageKey: string, isEmpty: (draft: D) => boolean) {
  const [restored, setRestored] = useState<D | null>(null)
  const [keeping, setKeeping] = useState<Keeping>('nothing')
  const waiting = useRef<D | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const store = useCallback(() => {
    clearTimeout(timer.current)
    const draft = waiting.current
    if (draft === null) return
    waiting.current = null
    if (isEmpty(draft)) {
      dropDraft(storageKey)
      setKeeping('nothing')
    } else setKeeping(keepDraft(storageKey, draft) ? 'kept' : 'refused')
  }, [storageKey, isEmpty])

  useEffect(() => {
    const draft = readDraft<D>(storageKey)
    setRestored(draft)
    setKeeping(draft === null ? 'nothing' : 'kept')
    // A page that is put away may never come back, so what waits is stored at once.
    addEventListener('pagehide', store)
    return () => {
      removeEventListener('pagehide', store)
      store()
    }
  }, [storageKey, store])

  const change = useCallback(
    (draft: D) => {
      waiting.current = draft
      setKeeping('nothing')
      clearTimeout(timer.current)
      timer.current = setTimeout(store, KEEP_AFTER_MS)
    },
    [store],
  )
  const drop = useCallback(() => {
    clearTimeout(timer.current)
    waiting.current = null
    dropDraft(storageKey)
    setKeeping('nothing')
  }, [storageKey])
  return { restored, keeping, change, drop }
}

/** Asks before the page is left when something written could not be stored. */
export function useLeaveGuard(): void {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (hasUnstoredDraft() || hasUnstoredReply()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [])
}
