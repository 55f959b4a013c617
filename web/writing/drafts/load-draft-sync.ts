import { loadOnce } from '#web/kit/load-once.ts'

/** The copy of drafts on the account; loaded when somebody writes or has begun to. */
export const loadDraftSync = loadOnce(() => import('#web/writing/drafts/draft-sync.ts'))
