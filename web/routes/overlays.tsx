import { ThreadInFront } from '#web/routes/feed/$threadId.tsx'

/** The page of an overlay's path. A path that is not listed here opens as a page of its own. */
export function OverlayPage({ path }: { path: string }) {
  const threadId = /^\/feed\/(\d+)$/.exec(path)?.[1]
  return threadId === undefined ? null : <ThreadInFront threadId={Number(threadId)} />
}
