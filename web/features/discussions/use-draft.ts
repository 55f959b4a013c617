import { useCallback, useEffect, useRef, useState } from 'react'
import {
  draftListeners,
  dropDraft,
  hasDraftsIn,
  hasUnstoredDraft,
  keepDraft,
  loadSync,
  readDraft,
} from '#web/features/discussions/drafts.ts'
import { hasUnstoredReply } from '#web/features/discussions/outbox.ts'

const KEEP_AFTER_MS = 400

/** `kept` on the account, `device` on this device alone. */
export type Keeping = 'nothing' | 'kept' | 'device' | 'refused'

/** A draft that is kept on the device a moment after the last stroke; `keeping` says what really happened. */
export function useDraft<D>(storageKey: string, isEmpty: (draft: D) => boolean) {
  const [restored, setRestored] = useState<D | null>(null)
  const [keeping, setKeeping] = useState<Keeping>('nothing')
  const waiting = useRef<D | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Strokes are counted, so that what is said of an earlier text is not said of a later one.
  const strokes = useRef(0)
  const follow = useCallback(
    (isStored: boolean, isNew = true) => {
      const stroke = strokes.current
      const say = (isOnAccount: boolean) => {
        if (stroke === strokes.current) setKeeping(isOnAccount ? 'kept' : isStored ? 'device' : 'refused')
      }
      loadSync().then(
        (sync) => (isNew ? sync.changed : sync.follow)(storageKey).then(say),
        () => say(false),
      )
    },
    [storageKey],
  )
  const store = useCallback(() => {
    clearTimeout(timer.current)
    const draft = waiting.current
    if (draft === null) return
    waiting.current = null
    if (isEmpty(draft)) {
      dropDraft(storageKey)
      setKeeping('nothing')
    } else follow(keepDraft(storageKey, draft))
  }, [storageKey, isEmpty, follow])

  useEffect(() => {
    const take = () => {
      const draft = readDraft<D>(storageKey)
      setRestored(draft)
      if (draft !== null) follow(true, false)
    }
    take()
    // What is being written here is newer than what comes from elsewhere.
    const onOther = (key: string) => {
      if (key === '') store()
      else if (key === storageKey && strokes.current === 0) take()
    }
    draftListeners.add(onOther)
    // A page that is put away may never come back, so what waits is stored at once.
    addEventListener('pagehide', store)
    return () => {
      draftListeners.delete(onOther)
      removeEventListener('pagehide', store)
      store()
    }
  }, [storageKey, store, follow])

  const change = useCallback(
    (draft: D) => {
      waiting.current = draft
      strokes.current += 1
      setKeeping('nothing')
      clearTimeout(timer.current)
      timer.current = setTimeout(store, KEEP_AFTER_MS)
    },
    [store],
  )
  const drop = useCallback(() => {
    clearTimeout(timer.current)
    waiting.current = null
    strokes.current = 0
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

/** Drafts that were begun on another device, or finished there. */
export function useDraftsFromElsewhere(userId: number, { id, has_drafts }: { id: number; has_drafts: boolean }): void {
  useEffect(() => {
    if (has_drafts || hasDraftsIn(userId, id))
      loadSync()
        .then(({ pull }) => pull(userId))
        .catch(() => undefined)
  }, [userId, id, has_drafts])
}
