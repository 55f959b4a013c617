import { loadOnce } from '#web/kit/loading/load-once.ts'

/** Loads the synchronization of drafts, when the user writes or has a draft. */
export const loadDraftSync = loadOnce(() => import('#web/writing/drafts/draft-sync.ts'))
