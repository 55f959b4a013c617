import { useEffect, useState } from 'react'
import { draftChanges, draftKeys, hasUnsavedDraft, readDraft } from '#web/writing/drafts/draft-store.ts'
import { loadDraftSync } from '#web/writing/drafts/load-draft-sync.ts'

/** Asks before the page is left if a draft or item could not be stored. */
export function useLeaveGuard(hasUnsavedItem: () => boolean): void {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (hasUnsavedDraft() || hasUnsavedItem()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [hasUnsavedItem])
}

/**
 * Fetches drafts from the account and removes those finished on another device; `prefix` is the prefix of this member's
 * draft keys.
 */
export function useSyncDrafts(userId: number, hasOnAccount: boolean, prefix: string): void {
  useEffect(() => {
    if (hasOnAccount || draftKeys(prefix).length > 0)
      loadDraftSync()
        .then(({ pullDrafts }) => pullDrafts(userId))
        .catch(() => undefined)
  }, [userId, hasOnAccount, prefix])
}

/** Whether a draft exists under this key, on this device or, a moment later, from the account. */
export function useHasDraft(key: string): boolean {
  const [isBegun, setBegun] = useState(false)
  useEffect(() => {
    const look = () => setBegun(readDraft(key) !== null)
    look()
    return draftChanges.subscribe(look)
  }, [key])
  return isBegun
}
