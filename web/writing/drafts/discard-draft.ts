import { removeDraft } from '#web/writing/drafts/draft-store.ts'

let onDiscarded: ((key: string) => void) | undefined
const discardedBefore = new Set<string>()

/** Deletes a draft from this device and, if it is synced, from the account. */
export function discardDraft(key: string): void {
  removeDraft(key)
  if (onDiscarded) onDiscarded(key)
  else discardedBefore.add(key)
}

/**
 * From now on discarded drafts are reported to the callback, starting with those discarded before it was registered.
 */
export function registerDraftSync(onEachDiscarded: (key: string) => void): void {
  onDiscarded = onEachDiscarded
  for (const key of discardedBefore) onEachDiscarded(key)
  discardedBefore.clear()
}
