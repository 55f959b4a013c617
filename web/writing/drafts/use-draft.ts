import { useCallback, useEffect, useRef, useState } from 'react'
import { discardDraft, loadDraftSync } from '#web/writing/drafts/draft-account.ts'
import { SAVE_NOW, draftListeners, storeDraft, readDraft } from '#web/writing/drafts/draft-store.ts'

const KEEP_AFTER_MS = 400

const NOTHING_YET = { restored: null, revision: 0 }

/** `kept` on the account, `device` on this device alone. */
export type DraftStatus = 'nothing' | 'kept' | 'device' | 'refused'

/** A draft that is kept on the device a moment after the last stroke; `keeping` says what really happened. */
export function useDraft<D>(storageKey: string, isEmpty: (draft: D) => boolean) {
  // Grows when the draft was changed or finished elsewhere, where its text alone might not tell.
  const [{ restored, revision }, setRestored] = useState<{ restored: D | null; revision: number }>(NOTHING_YET)
  const [keeping, setKeeping] = useState<DraftStatus>('nothing')
  const waiting = useRef<(() => D) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Strokes are counted, so that what is said of an earlier text is not said of a later one.
  const strokes = useRef(0)
  const ensureSynced = useCallback(
    (isStored: boolean, isNew = true) => {
      const stroke = strokes.current
      const say = (isOnAccount: boolean) => {
        if (stroke === strokes.current) setKeeping(isOnAccount ? 'kept' : isStored ? 'device' : 'refused')
      }
      loadDraftSync().then(
        (sync) => (isNew ? sync.onDraftChanged : sync.ensureSynced)(storageKey).then(say),
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
      discardDraft(storageKey)
      setKeeping('nothing')
    } else ensureSynced(storeDraft(storageKey, draft))
  }, [storageKey, isEmpty, ensureSynced])

  useEffect(() => {
    const take = (by: 0 | 1) => {
      const draft = readDraft<D>(storageKey)
      setRestored((known) => ({ restored: draft, revision: known.revision + by }))
      if (draft === null) setKeeping('nothing')
      else ensureSynced(true, false)
    }
    take(0)
    // What waits to be stored here is newer than what comes from elsewhere.
    const onOther = (key: string) => {
      if (key === SAVE_NOW) store()
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
  }, [storageKey, store, ensureSynced])

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
    discardDraft(storageKey)
    setKeeping('nothing')
  }, [storageKey])
  return { restored, revision, keeping, change, drop }
}
