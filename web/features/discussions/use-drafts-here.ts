import { useEffect, useState } from 'react'
import { draftListeners, hasDraftsIn, hasUnstoredDraft, loadSync, readDraft } from '#web/features/discussions/drafts.ts'
import { hasUnstoredReply } from '#web/features/discussions/outbox.ts'

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

/** Whether something is begun under this key, here or, a moment later, from elsewhere. */
export function useIsBegun(storageKey: string): boolean {
  const [isBegun, setBegun] = useState(false)
  useEffect(() => {
    const look = () => setBegun(readDraft(storageKey) !== null)
    look()
    draftListeners.add(look)
    return () => void draftListeners.delete(look)
  }, [storageKey])
  return isBegun
}
