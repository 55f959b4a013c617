import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { groupReplies, recommendations } from '#shared/discussions.ts'
import { counted } from '#shared/kit/text.ts'
import { ReplyComposer } from '#web/features/discussions/reply/ReplyComposer.tsx'
import type { ThreadWithMessages, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import type { VirtualListHandle } from '#web/kit/virtual-list/VirtualList.tsx'
import { MessageList } from '#web/features/discussions/messages/MessageList.tsx'
import type ExpertSummary from '#web/features/discussions/expert-tags/ExpertSummary.tsx'
import { NewItemsButton } from '#web/features/discussions/thread-card/NewItemsButton.tsx'
import styles from '#web/features/discussions/thread/ThreadPage.module.css'
import { foldRows } from '#web/features/discussions/messages/fold-rows.ts'
import { threadRows, type ThreadRow } from '#web/features/discussions/messages/thread-rows.ts'
import { useOpenComposers } from '#web/features/discussions/reply/use-open-composers.ts'
import { ThreadExtras } from '#web/features/discussions/thread-extras/lazy-thread-extras.tsx'
import { useMessageLink } from '#web/features/discussions/thread/use-message-link.ts'
import { useSyncDrafts, useLeaveGuard } from '#web/writing/drafts/use-draft-hooks.ts'
import { sentMessageKeys } from '#web/features/discussions/reply/pending-reply.ts'
import { replyDraftPrefix } from '#web/features/discussions/reply/reply-draft.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { useResumeOutbox } from '#web/writing/outbox/use-resume-outbox.ts'
import { useThreadLive } from '#web/features/discussions/thread/use-thread-live.ts'
import { useTrackView } from '#web/features/discussions/thread/use-track-view.ts'
import { Contained } from '#web/kit/loading/Contained.tsx'
import type { Viewer } from '#web/platform/session/session.ts'

const NOT_SHOWN = <p role="alert">We couldn’t show the replies. Reload the page.</p>

interface Props {
  open: ThreadWithMessages & { thread: ThreadView }
  viewer: Viewer
  now: number
  /** When the viewer last read the thread before now. */
  readUntil: string | null
  /** Opens the menu of a message. */
  onMore: (messageId: number) => void
  /** What follows the replies, before the bar to write one. */
  children: ReactNode
}

/** The replies of the thread, sent and pending, and the bar to write one, which stays at the foot of the page. */
export function ThreadReplies({ open, viewer, now, readUntil, onMore, children }: Props) {
  const { thread, is_complete } = open
  const section = useRef<HTMLElement>(null)
  const list = useRef<VirtualListHandle>(null)
  const { all, rows, unfold } = useThreadRows(open, viewer)
  const { answering, top, reply, closeReply, onOutgoing } = useOpenComposers(viewer.id, open)
  const link = { rows: all, list, thread, isComplete: is_complete, onReply: top.focus, onShow: unfold }
  const { marked, show } = useMessageLink(link)
  useSyncDrafts(viewer.id, thread.has_drafts, replyDraftPrefix(viewer.id, thread.id))
  const focusRow = (key: string | undefined) => {
    const row = section.current?.querySelector<HTMLElement>(`[data-key="${key}"] article`)
    row?.focus({ preventScroll: true })
    return row
  }
  // Wait until the pending reply is rendered in its place; the first one must load its component before that.
  const focusPending = (key: string) => afterFrames(3, () => focusRow(key)?.scrollIntoView({ block: 'nearest' }))
  const onUnfold = (fold: readonly ThreadRow[]) => {
    const keys = fold.map(({ key }) => key)
    unfold(keys)
    afterFrames(2, () => focusRow(keys[0]))
  }
  return (
    <>
      <section ref={section} className={styles.replies} aria-labelledby="replies-title">
        {thread.num_of_recommendations > 0 && <TaggedExperts thread={thread} />}
        <RepliesHeading thread={thread} rows={all} onShow={show} />
        {rows.length === 0 && <p className={styles.none}>{is_complete ? 'No replies yet.' : 'Loading replies…'}</p>}
        <ThreadExtras part="writing" thread={thread} viewerId={viewer.id} onReply={reply} onReplyToThread={top.focus} />
        <Contained instead={NOT_SHOWN}>
          <MessageList
            {...{ open, rows, viewer, now, marked, answering, list, readUntil, onMore, onOutgoing, onUnfold }}
            onReply={reply}
            onCloseReply={closeReply}
            onSent={(key) => {
              closeReply()
              focusPending(key)
            }}
          />
        </Contained>
      </section>
      {children}
      <ReplyBar
        {...{ thread, viewer, top }}
        onShow={show}
        onSent={(key) => {
          top.reset()
          focusPending(key)
        }}
      />
    </>
  )
}

interface ReplyBarProps {
  thread: ThreadView
  viewer: Viewer
  top: ReturnType<typeof useOpenComposers>['top']
  onShow: (messageId: number) => void
  onSent: (key: string) => void
}

/** Stays at the foot of the page: the reply to the thread, and above it the number of replies that have arrived. */
const ReplyBar = ({ thread, viewer, top, onShow, onSent }: ReplyBarProps) => (
  <div className={styles.bar} data-order={viewer.reply_order}>
    <NewReplies thread={thread} viewer={viewer} onShow={onShow} />
    <ReplyComposer
      key={top.revision}
      thread={thread}
      viewer={viewer}
      focusAtOnce={top.isFocused}
      refusal={top.refusal}
      onSent={onSent}
    />
  </div>
)

/**
 * The messages of the thread and the member's pending replies, in the member's order: all, and those that are not
 * folded. `unfold` shows rows for good.
 */
function useThreadRows(open: Props['open'], viewer: Viewer) {
  const outgoing = replyOutbox.use()
  useResumeOutbox(replyOutbox)
  useLeaveGuard(replyOutbox.hasUnsaved)
  const readUntil = useTrackView(open.thread)
  const { id: viewerId, reply_order: order } = viewer
  const [kept, keep] = useState<ReadonlySet<string>>(new Set())
  const unfold = useCallback((keys: readonly string[]) => keep((known) => new Set([...known, ...keys])), [])
  const all = useMemo(
    () => threadRows(open, { viewerId, readUntil, outgoing, order, sentAs: sentMessageKeys }),
    [open, viewerId, readUntil, outgoing, order],
  )
  const rows = useMemo(() => foldRows(all, kept, readUntil !== null), [all, kept, readUntil])
  return { all, rows, unfold }
}

const afterFrames = (frames: number, act: () => void): void =>
  void requestAnimationFrame(() => (frames > 1 ? afterFrames(frames - 1, act) : act()))

interface HeadingProps {
  thread: ThreadView
  rows: readonly ThreadRow[]
  onShow: (messageId: number) => void
}

/** The number of replies, their order, and above them a button that leads to the new ones. */
function RepliesHeading({ thread, rows, onShow }: HeadingProps) {
  const { num_of_private_responses: numOfPrivate } = thread
  return (
    <>
      {rows.some(({ isNew }) => isNew) && (
        <div className={styles.jump}>
          <ThreadExtras part="jump" rows={rows} onShow={onShow} />
        </div>
      )}
      <div className={styles.heading}>
        <h2 id="replies-title" className="t-section">
          {groupReplies(thread.num_of_responses)}
          {numOfPrivate > 0 && `, ${numOfPrivate} Private`}
        </h2>
        {rows.length > 1 && <ThreadExtras part="order" />}
      </div>
    </>
  )
}

interface NewRepliesProps {
  thread: ThreadView
  viewer: Viewer
  onShow: (messageId: number) => void
}

/** Announces replies that arrived while the thread is open, and shows them on request. */
function NewReplies({ thread, viewer, onShow }: NewRepliesProps) {
  const { count, merge } = useThreadLive(thread, viewer.id)
  return (
    <NewItemsButton
      words={count > 0 ? counted(count, 'new reply', 'new replies') : null}
      onShow={() => {
        // Newest first; the member reads on at the first of them.
        const first = merge().at(viewer.reply_order === 'oldest' ? -1 : 0)
        if (first !== undefined) onShow(first)
      }}
    />
  )
}

/** Line with the number of tagged experts; replaced by the expandable summary once that is loaded. */
function TaggedExperts({ thread }: { thread: ThreadView }) {
  const [Summary, setSummary] = useState<typeof ExpertSummary>()
  useEffect(() => {
    import('#web/features/discussions/expert-tags/ExpertSummary.tsx')
      .then((module) => setSummary(() => module.default))
      .catch(() => {})
  }, [])
  return Summary ? (
    <Summary thread={thread} />
  ) : (
    <p className={styles.named}>{recommendations(thread.num_of_recommendations)}</p>
  )
}
