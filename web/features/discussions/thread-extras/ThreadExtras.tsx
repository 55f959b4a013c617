import { isSectionOn } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import type { ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { RelatedThreads } from '#web/features/discussions/thread-extras/RelatedThreads.tsx'
import { FoldedReplies } from '#web/features/discussions/messages/FoldedReplies.tsx'
import type { ThreadRow } from '#web/features/discussions/messages/thread-rows.ts'
import { JumpToNew } from '#web/features/discussions/thread-extras/JumpToNew.tsx'
import { ReplyOrder } from '#web/features/discussions/thread-extras/ReplyOrder.tsx'
import { TopicInBar } from '#web/features/discussions/thread-extras/TopicInBar.tsx'
import { AuthorNote, ExpertsNamed } from '#web/features/discussions/thread-notes/ThreadNotes.tsx'
import { ThreadActions } from '#web/features/discussions/thread/ThreadActions.tsx'
import { ThreadSummary } from '#web/features/discussions/summary/ThreadSummary.tsx'
import { QuoteSelection, useQuoteSelection } from '#web/features/discussions/thread/use-quote-selection.ts'
import { Contained } from '#web/kit/loading/Contained.tsx'
import { lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { visibilityFor } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'

const WaitingPosts = lazyOrNothing(() => import('#web/features/discussions/waiting/WaitingPosts.tsx'))

type Props =
  | { part: 'acts' | 'related'; thread: ThreadView }
  | { part: 'order' }
  | { part: 'jump'; rows: readonly ThreadRow[]; onShow: (messageId: number) => void }
  | { part: 'new'; rows: readonly ThreadRow[]; thread: ThreadView; readUntil: string | null }
  | ({ part: 'writing' } & Parameters<typeof QuoteSelection>[0])
  | { part: 'folded'; rows: readonly ThreadRow[] }

/** Fewer are read faster than their summary. */
const SUMMARIZED_NEW = 3

/** What loads after the thread, as one module: actions, order, summaries, related threads, and the way to what is new. */
export default function ThreadExtras(props: Props) {
  if (props.part === 'order') return <ReplyOrder />
  if (props.part === 'jump') return <JumpToNew {...props} />
  if (props.part === 'writing') return <Writing {...props} />
  if (props.part === 'folded') return <FoldedReplies {...props} />
  if (props.part === 'new') {
    const numOfNew = props.rows.filter(({ isNew }) => isNew).length
    return numOfNew >= SUMMARIZED_NEW && <ThreadSummary thread={props.thread} since={props.readUntil} />
  }
  const { part, thread } = props
  if (part === 'acts')
    return (
      <>
        <TopicInBar topic={thread.topic} />
        <ThreadActions thread={thread} />
        <ThreadSummary thread={thread} since={null} />
      </>
    )
  return (
    <>
      {thread.thread_type === 'document_request' && <DocumentLinks topic={thread.topic} />}
      <ExpertsNamed thread={thread} />
      <AuthorNote thread={thread} />
      {/* Last: it loads by itself, and would move what is below it. */}
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

/** What members write: quotes of a selection, and, to the author of an anonymous thread, what waits to be posted. */
function Writing(props: Parameters<typeof QuoteSelection>[0]) {
  const { thread } = props
  const isSelecting = useQuoteSelection()
  return (
    <>
      {isSelecting && (
        <Contained>
          <QuoteSelection {...props} />
        </Contained>
      )}
      {thread.is_own && thread.is_anonymous && <WaitingPosts threadId={thread.id} />}
    </>
  )
}
