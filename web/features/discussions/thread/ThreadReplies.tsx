import { useEffect, useMemo, useRef, useState } from 'react'
import { groupReplies, recommendations } from '#shared/discussions.ts'
import { ReplyComposer } from '#web/features/discussions/reply/ReplyComposer.tsx'
import type { ThreadWithMessages, ThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import type { VirtualListHandle } from '#web/kit/virtual-list/VirtualList.tsx'
import { MessageList } from '#web/features/discussions/messages/MessageList.tsx'
import type ExpertSummary from '#web/features/discussions/expert-tags/ExpertSummary.tsx'
import { NewItemsButton } from '#web/features/discussions/thread-card/NewItemsButton.tsx'
import styles from '#web/features/discussions/thread/ThreadPage.module.css'
import { threadRows, type ThreadRow } from '#web/features/discussions/messages/thread-rows.ts'
import { useOpenComposers } from '#web/features/discussions/reply/use-open-composers.ts'
import { useMessageLink } from '#web/features/discussions/thread/use-message-link.ts'
import { useSyncDrafts, useLeaveGuard } from '#web/writing/drafts/use-draft-hooks.ts'
import { sentMessageKeys } from '#web/features/discussions/reply/pending-reply.ts'
import { replyDraftPrefix } from '#web/features/discussions/reply/reply-draft.ts'
import { replyOutbox } from '#web/features/discussions/reply/reply-outbox.ts'
import { QuoteSelection, useQuoteSelection } from '#web/features/discussions/thread/use-quote-selection.ts'
import { useResumeOutbox } from '#web/writing/outbox/use-resume-outbox.ts'
import { useThreadLive } from '#web/features/discussions/thread/use-thread-live.ts'
import { useTrackView } from '#web/features/discussions/thread/use-track-view.ts'
import { Contained } from '#web/kit/loading/Contained.tsx'
import { AfterFirstView, lazyOrNothing } from '#web/kit/loading/after-first-view.tsx'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import type { Viewer } from '#web/platform/session/session.ts'

const WaitingPosts = lazyOrNothing(() => import('#web/features/discussions/waiting/WaitingPosts.tsx'))

const NOT_SHOWN = <p role="alert">We couldn’t show the replies. Reload the page.</p>

interface Props {
  open: ThreadWithMessages & { thread: ThreadView }
  viewer: Viewer
  now: number
  /** Opens the menu of a message. */
  onMore: (messageId: number) => void
}

/** The composer of the thread, and its replies, sent and pending. */
export function ThreadReplies({ open, viewer, now, onMore }: Props) {
  const { thread, is_complete } = open
  const section = useRef<HTMLElement>(null)
  const list = useRef<VirtualListHandle>(null)
  const rows = useThreadRows(open, viewer.id)
  const { answering, top, reply, closeReply, onOutgoing } = useOpenComposers(viewer.id, open)
  const { marked, show } = useMessageLink({ rows, list, thread, isComplete: is_complete, onReply: top.focus })
  useSyncDrafts(viewer.id, thread.has_drafts, replyDraftPrefix(viewer.id, thread.id))
  // Wait until the pending reply is rendered in its place; the first one must load its component before that.
  const focusPending = (key: string) =>
    afterFrames(3, () => {
      const pending = section.current?.querySelector<HTMLElement>(`[data-key="${key}"] article`)
      pending?.focus({ preventScroll: true })
      pending?.scrollIntoView({ block: 'nearest' })
    })
  return (
    <section ref={section} className={styles.replies} aria-labelledby="replies-title">
      {thread.num_of_recommendations > 0 && <TaggedExperts thread={thread} />}
      <ReplyComposer
        key={top.revision}
        thread={thread}
        viewer={viewer}
        focusAtOnce={top.isFocused}
        refusal={top.refusal}
        onSent={(key) => {
          top.reset()
          focusPending(key)
        }}
      />
      <RepliesHeading thread={thread} rows={rows} onShow={show} />
      <NewReplies thread={thread} viewerId={viewer.id} onShow={show} />
      {rows.length === 0 && <p className={styles.none}>{is_complete ? 'No replies yet.' : 'Loading replies…'}</p>}
      <Quoting thread={thread} viewerId={viewer.id} onReply={reply} onReplyToThread={top.focus} />
      {thread.is_own && thread.is_anonymous && (
        <AfterFirstView>
          <WaitingPosts threadId={thread.id} />
        </AfterFirstView>
      )}
      <Contained instead={NOT_SHOWN}>
        <MessageList
          {...{ open, rows, viewer, now, marked, answering, list, onMore, onOutgoing }}
          onReply={reply}
          onCloseReply={closeReply}
          onCopy={(messageId) => copyLink(thread.id, messageId)}
          onSent={(key) => {
            closeReply()
            focusPending(key)
          }}
        />
      </Contained>
    </section>
  )
}

/** The messages of the thread and the member's pending replies, in the order of the page. */
function useThreadRows(open: Props['open'], viewerId: number): readonly ThreadRow[] {
  const outgoing = replyOutbox.use()
  useResumeOutbox(replyOutbox)
  useLeaveGuard(replyOutbox.hasUnsaved)
  const readUntil = useTrackView(open.thread)
  return useMemo(
    () => threadRows(open, { viewerId, readUntil, outgoing, sentAs: sentMessageKeys }),
    [open, viewerId, readUntil, outgoing],
  )
}

const afterFrames = (frames: number, act: () => void): void =>
  void requestAnimationFrame(() => (frames > 1 ? afterFrames(frames - 1, act) : act()))

const copyLink = (threadId: number, messageId: number): void =>
  void import('#web/features/discussions/queries/copy-link.ts').then(
    (link) => link.copyLink(threadId, messageId),
    showLoadError,
  )

interface HeadingProps {
  thread: ThreadView
  rows: readonly ThreadRow[]
  onShow: (messageId: number) => void
}

/** The number of replies, and a button that shows the new ones in turn. */
function RepliesHeading({ thread, rows, onShow }: HeadingProps) {
  const [numOfShown, setNumOfShown] = useState(0)
  const fresh = rows.filter(({ isNew }) => isNew)
  const showNext = () => {
    const next = fresh[numOfShown % fresh.length]?.message
    if (next) onShow(next.id)
    setNumOfShown(numOfShown + 1)
  }
  const { num_of_private_responses: numOfPrivate } = thread
  return (
    <div className={styles.heading}>
      <h2 id="replies-title" className="t-section">
        {groupReplies(thread.num_of_responses)}
        {numOfPrivate > 0 && `, ${numOfPrivate} Private`}
      </h2>
      {fresh.length > 0 ? (
        <button type="button" className={styles.next} onClick={showNext}>
          {numOfShown === 0 ? `${fresh.length} new · Jump to first` : 'Next new reply'}
        </button>
      ) : (
        rows.length > 1 && <span className={styles.order}>Newest first</span>
      )}
    </div>
  )
}

interface NewRepliesProps {
  thread: ThreadView
  viewerId: number
  onShow: (messageId: number) => void
}

/** Announces replies that arrived while the thread is open, and shows them on request. */
function NewReplies({ thread, viewerId, onShow }: NewRepliesProps) {
  const { count, merge } = useThreadLive(thread, viewerId)
  return (
    <NewItemsButton
      words={count > 0 ? `${count} new ${count === 1 ? 'reply' : 'replies'}` : null}
      onShow={() => {
        const [newest] = merge()
        if (newest !== undefined) onShow(newest)
      }}
    />
  )
}

/** Loaded with the first selection of text. */
function Quoting(props: Parameters<typeof QuoteSelection>[0]) {
  const isSelecting = useQuoteSelection()
  return (
    isSelecting && (
      <Contained>
        <QuoteSelection {...props} />
      </Contained>
    )
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
