import { removeDraft } from '#web/writing/drafts/draft-store.ts'
import { loadOnce } from '#web/kit/load-once.ts'

/** The copy of drafts on the account; loaded when there is something to copy. */
export const loadDraftSync = loadOnce(() => import('#web/writing/drafts/draft-sync.ts'))

export function discardDraft(key: string): void {
  removeDraft(key)
  loadDraftSync().then(
    ({ onDraftDeleted }) => onDraftDeleted(key),
    () => undefined,
  )
}
