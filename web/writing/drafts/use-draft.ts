import { useCallback, useEffect, useRef, useState } from 'react'
import { discardDraft } from '#web/writing/drafts/discard-draft.ts'
import { draftChanges, readDraft, storeDraft } from '#web/writing/drafts/draft-store.ts'
import { loadDraftSync } from '#web/writing/drafts/load-draft-sync.ts'

const SAVE_AFTER_MS = 400

export type DraftStatus = 'none' | 'on-account' | 'on-device' | 'refused'

interface DraftOptions<D> {
  /** An empty draft is not stored. */
  isEmpty: (draft: D) => boolean
  /** Applied to a restored draft before it enters the page. */
  clean?: (draft: D) => D
  /** Also saved to the account, so that it can be continued on another device. */
  sync?: boolean
}

/**
 * A draft: stored on the device a moment after the last keystroke, and restored later. `status` reports where it is
 * really stored.
 */
export function useDraft<D>(key: string, options: DraftOptions<D>) {
  // Incremented when the draft was changed or finished elsewhere, which comparing texts might not detect.
  const [{ restored, revision }, setRestored] = useState<{ restored: D | null; revision: number }>({
    restored: null,
    revision: 0,
  })
  const latest = useRef(options)
  latest.current = options
  const unsaved = useRef<(() => D) | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { status, setStatus, follow, countChange, prepareSync } = useDraftStatus(key, options.sync === true)

  const store = useCallback(() => {
    clearTimeout(timer.current)
    const draft = unsaved.current?.()
    if (draft === undefined) return
    unsaved.current = null
    if (!latest.current.isEmpty(draft)) return follow(storeDraft(key, draft), 'changed')
    discardDraft(key)
    setStatus('none')
    prepareSync()
  }, [key, follow, setStatus, prepareSync])

  useEffect(() => {
    const restore = (growth: 0 | 1) => {
      const stored = readDraft<D>(key)
      const draft = stored && (latest.current.clean?.(stored) ?? stored)
      setRestored((known) => ({ restored: draft, revision: known.revision + growth }))
      if (draft === null) setStatus('none')
      else follow(true, 'restored')
    }
    restore(0)
    const unsubscribe = draftChanges.subscribe((change) => {
      if (change === 'save-now') store()
      // Unsaved changes are newer than a draft from another device.
      else if (change.key === key && unsaved.current === null) restore(1)
    })
    // The page may be discarded while hidden, so save now.
    const stopListening = onPageHidden(store)
    return () => {
      unsubscribe()
      stopListening()
      store()
    }
  }, [key, store, follow, setStatus])

  /** `read` is called when the draft is stored, not on each keystroke. */
  const change = useCallback(
    (read: () => D) => {
      unsaved.current = read
      countChange()
      clearTimeout(timer.current)
      timer.current = setTimeout(store, SAVE_AFTER_MS)
    },
    [store, countChange],
  )
  const discard = useCallback(() => {
    clearTimeout(timer.current)
    unsaved.current = null
    discardDraft(key)
    countChange()
    prepareSync()
    setRestored((known) => ({ ...known, restored: null }))
  }, [key, countChange, prepareSync])
  return { restored, revision, status, change, discard }
}

/**
 * Calls `run` when the page is hidden or left. Phones may end a page without `pagehide`, after only `visibilitychange`.
 * Returns a function that removes the listeners.
 */
function onPageHidden(run: () => void): () => void {
  const onChange = () => document.visibilityState === 'hidden' && run()
  addEventListener('pagehide', run)
  document.addEventListener('visibilitychange', onChange)
  return () => {
    removeEventListener('pagehide', run)
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** Where the draft is stored. Results for an earlier text are ignored after a later change. */
function useDraftStatus(key: string, sync: boolean) {
  const [status, setStatus] = useState<DraftStatus>('none')
  const changes = useRef(0)
  const countChange = useCallback(() => {
    changes.current += 1
    setStatus('none')
  }, [])
  const follow = useCallback(
    (isStored: boolean, cause: 'changed' | 'restored') => {
      const onDevice = isStored ? 'on-device' : 'refused'
      if (!sync) return setStatus(onDevice)
      const before = changes.current
      const say = (isOnAccount: boolean) => {
        if (before === changes.current) setStatus(isOnAccount ? 'on-account' : onDevice)
      }
      loadDraftSync().then(
        (copy) => (cause === 'changed' ? copy.onDraftChanged : copy.ensureSynced)(key).then(say),
        () => say(false),
      )
    },
    [key, sync],
  )
  /** draft-sync.ts must be loaded to be notified of a discarded draft. */
  const prepareSync = useCallback(() => {
    if (sync) loadDraftSync().catch(() => undefined)
  }, [sync])
  return { status, setStatus, follow, countChange, prepareSync }
}
