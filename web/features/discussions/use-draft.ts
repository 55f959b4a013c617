import { useCallback, useEffect, useRef, useState } from 'react'
import { FLUSH, draftListeners, dropDraft, keepDraft, loadSync, readDraft } from '#web/features/discussions/drafts.ts'

const KEEP_AFTER_MS = 400

const NOTHING_YET = { restored: null, revision: 0 }

/** `kept` on the account, `device` on this device alone. */
export type Keeping = 'nothing' | 'kept' | 'device' | 'refused'

/** A draft that is kept on the device a moment after the last stroke; `keeping` says what really happened. */
export function useDraft<D>(storageKey: string, isEmpty: (draft: D) => boolean) {
  // Grows when the draft was changed or finished elsewhere, where its text alone might not tell.
  const [{ restored, revision }, setRestored] = useState<{ restored: D | null; revision: number }>(NOTHING_YET)
  const [keeping, setKeeping] = useState<Keeping>('nothing')
  const waiting = useRef<(() => D) | null>(null)
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
    const draft = waiting.current?.()
    if (draft === undefined) return
    waiting.current = null
    if (isEmpty(draft)) {
      dropDraft(storageKey)
      setKeeping('nothing')
    } else follow(keepDraft(storageKey, draft))
  }, [storageKey, isEmpty, follow])

  useEffect(() => {
    const take = (by: 0 | 1) => {
      const draft = readDraft<D>(storageKey)
      setRestored((known) => ({ restored: draft, revision: known.revision + by }))
      if (draft === null) setKeeping('nothing')
      else follow(true, false)
    }
    take(0)
    // What waits to be stored here is newer than what comes from elsewhere.
    const onOther = (key: string) => {
      if (key === FLUSH) store()
      else if (key === storageKey && waiting.current === null) take(1)
    }
    draftListeners.add(onOther)
    // A page that is put away may never come back, so what waits is stored at once. A phone that ends it says only that
    // it is hidden.
    const onHide = () => document.visibilityState === 'hidden' && store()
    addEventListener('pagehide', store)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      draftListeners.delete(onOther)
      removeEventListener('pagehide', store)
      document.removeEventListener('visibilitychange', onHide)
      store()
    }
  }, [storageKey, store, follow])

  /** What stands there is asked for when it is stored, not with each stroke. */
  const change = useCallback(
    (draft: () => D) => {
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
  return { restored, revision, keeping, change, drop }
}
