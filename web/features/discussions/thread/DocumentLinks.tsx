import { isSectionOn } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { visibilityFor } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'

/** From a discussion that asks for a document: what the library has, and where to share one. */
export function DocumentLinks({ topic }: { topic: string }) {
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
