import { isSectionOn } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { RelatedThreads } from '#web/features/discussions/thread/RelatedThreads.tsx'
import { ThreadActions } from '#web/features/discussions/thread/ThreadActions.tsx'
import { ThreadSummary } from '#web/features/discussions/summary/ThreadSummary.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { visibilityFor } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  thread: ThreadView
  /** True for the thread's actions, false for related threads. */
  hasActs?: boolean
  /** When the viewer last read the thread before now. */
  readUntil?: string | null
}

/** The actions and related threads, which load after the thread, as one module. */
export default function ThreadExtras({ thread, hasActs = false, readUntil = null }: Props) {
  if (hasActs)
    return (
      <>
        <ThreadActions thread={thread} />
        <ThreadSummary thread={thread} readUntil={readUntil} />
      </>
    )
  return (
    <>
      {thread.thread_type === 'document_request' && <DocumentLinks topic={thread.topic} />}
      <RelatedThreads threadId={thread.id} />
    </>
  )
}

/** From a discussion that asks for a document: what the library has, and where to share one. */
function DocumentLinks({ topic }: { topic: string }) {
  const viewer = useUser()
  if (!isSectionOn(visibilityFor(viewer), 'peer_documents')) return null
  return (
    <SideNote title="Peer Documents">
      <ul>
        <li>
          <Link to={ROUTES.peerDocuments} search={{ q: topic }}>
            Search documents for this
          </Link>
        </li>
        <li>
          <Link to={ROUTES.shareDocument}>Share a document</Link>
        </li>
        <li>
          <Link to={ROUTES.documentRequests}>Request it in Peer Documents</Link>
        </li>
      </ul>
    </SideNote>
  )
}
