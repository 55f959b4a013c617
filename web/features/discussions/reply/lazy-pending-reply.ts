import { lazyWithPreload } from '#web/kit/loading/lazy-with-preload.tsx'
import { loadOnce } from '#web/kit/loading/load-once.ts'

export const loadPendingReplyActions = loadOnce(
  () => import('#web/features/discussions/reply/pending-reply-actions.ts'),
)

/** A pending reply. */
export const PendingReply = lazyWithPreload(async () => ({ default: (await loadPendingReplyActions()).PendingReply }))
