import { removeDraft } from '#web/writing/drafts/draft-store.ts'

let onDiscarded: ((key: string) => void) | undefined
const discardedBefore = new Set<string>()

/** Takes a draft off this device and, where it has a copy on the account, off that too. */
export function discardDraft(key: string): void {
  removeDraft(key)
  if (onDiscarded) onDiscarded(key)
  else discardedBefore.add(key)
}

/** From now on the copy on the account is told what is discarded here, also what was before it was loaded. */
export function registerDraftSync(onEachDiscarded: (key: string) => void): void {
  onDiscarded = onEachDiscarded
  for (const key of discardedBefore) onEachDiscarded(key)
  discardedBefore.clear()
}
