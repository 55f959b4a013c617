import { useEffect, useState } from 'react'
import { loadDraftSync } from '#web/writing/drafts/draft-account.ts'
import { draftListeners, hasDraftsIn, hasUnsavedDraft, readDraft } from '#web/writing/drafts/draft-store.ts'
import { hasUnsavedItem } from '#web/writing/outbox/outbox.ts'

/** Asks before the page is left when something written could not be stored. */
export function useLeaveGuard(): void {
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (hasUnsavedDraft() || hasUnsavedItem()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [])
}

/** Drafts that were begun on another device, or finished there. */
export function useSyncDrafts(userId: number, { id, has_drafts }: { id: number; has_drafts: boolean }): void {
  useEffect(() => {
    if (has_drafts || hasDraftsIn(userId, id))
      loadDraftSync()
        .then(({ pullDrafts }) => pullDrafts(userId))
        .catch(() => undefined)
  }, [userId, id, has_drafts])
}

/** Whether something is begun under this key, here or, a moment later, from elsewhere. */
export function useHasDraft(storageKey: string): boolean {
  const [isBegun, setBegun] = useState(false)
  useEffect(() => {
    const look = () => setBegun(readDraft(storageKey) !== null)
    look()
    draftListeners.add(look)
    return () => void draftListeners.delete(look)
  }, [storageKey])
  return isBegun
}
