import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { groupReplies, recommendations } from '#shared/discussions.ts'
import { BackLink } from '#web/platform/navigation/BackLink.tsx'
import { ReplyComposer } from '#web/features/discussions/reply/ReplyComposer.tsx'
import {
  loadOlderMessages,
  type ThreadWithMessages,
  type ThreadView,
} from '#web/features/discussions/queries/discussions.queries.ts'
import type { VirtualListHandle } from '#web/kit/virtual-list/VirtualList.tsx'
import { MessageList } from '#web/features/discussions/messages/MessageList.tsx'
import type MoreDialog from '#web/features/discussions/moderation/ThreadMenu.tsx'
import type NamedHere from '#web/features/discussions/expert-tags/ExpertSummary.tsx'
import { NewItemsButton } from '#web/features/discussions/thread-card/NewItemsButton.tsx'
import styles from '#web/features/discussions/thread/ThreadPage.module.css'
import { ThreadHeader, readersInWords } from '#web/features/discussions/thread/ThreadHeader.tsx'
import { threadRows } from '#web/features/discussions/messages/thread-rows.ts'
import { useOpenComposers } from '#web/features/discussions/reply/use-open-composers.ts'
import { useMessageLink } from '#web/features/discussions/thread/use-message-link.ts'
import { useNow } from '#web/kit/use-now.ts'
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
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import { useUser } from '#web/platform/session/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const WaitingPosts = lazyOrNothing(() => import('#web/features/discussions/waiting/WaitingPosts.tsx'))
const ThreadExtras = lazyOrNothing(() => import('#web/features/discussions/thread/ThreadExtras.tsx'))
const loadMore = () => import('#web/features/discussions/moderation/ThreadMenu.tsx')

const NOT_SHOWN = <p role="alert">We couldn’t show the replies. Reload the page.</p>

interface Props {
  open: ThreadWithMessages & { thread: ThreadView }
  fetchedAt: number
}

export function ThreadContent({ open, fetchedAt }: Props) {
  const { thread } = open
  useTitle(thread.topic)
  const viewer = useUser()
  const client = useQueryClient()
  const now = useNow(fetchedAt)
  const outgoing = replyOutbox.use()
  const list = useRef<VirtualListHandle>(null)
  const replies = useRef<HTMLElement>(null)
  const readUntil = useTrackView(thread)
  useResumeOutbox(replyOutbox)
  useLeaveGuard(replyOutbox.hasUnsaved)
  useEffect(() => {
    if (open.is_complete) return
    const leaving = new AbortController()
    loadOlderMessages(client, thread.id, leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [client, thread.id, open.is_complete])

  const rows = useMemo(
    () => threadRows(open, { viewerId: viewer.id, readUntil, outgoing, sentAs: sentMessageKeys }),
    [open.thread.messages, open.is_complete, viewer.id, readUntil, outgoing],
  )
  const { answering, top, reply, closeReply, onOutgoing } = useOpenComposers(viewer.id, open)
  const { marked, show } = useMessageLink({ rows, list, thread, isComplete: open.is_complete, onReply: top.focus })
  useSyncDrafts(viewer.id, thread.has_drafts, replyDraftPrefix(viewer.id, thread.id))
  const quoting = useQuoteSelection()
  const { count, merge } = useThreadLive(thread, viewer.id)
  const [shownNew, setShownNew] = useState(0)
  const [more, openMore] = useMore()
  const fresh = rows.filter(({ isNew }) => isNew)

  const focusSent = (key: string) => {
    // Wait until the pending reply is rendered in its place; the first one must load its component before that.
    afterFrames(3, () => {
      const sent = replies.current?.querySelector<HTMLElement>(`[data-key="${key}"] article`)
      sent?.focus({ preventScroll: true })
      sent?.scrollIntoView({ block: 'nearest' })
    })
  }
  const showNext = () => {
    const next = fresh[shownNew % fresh.length]?.message
    if (next) show(next.id)
    setShownNew(shownNew + 1)
  }
  const tallies = `${groupReplies(thread.num_of_responses)}${thread.num_of_private_responses > 0 ? `, ${thread.num_of_private_responses} Private` : ''}`
  const related = (
    <AfterFirstView>
      <ThreadExtras thread={thread} />
    </AfterFirstView>
  )
  return (
    <Page
      side={
        <>
          <WhoCanRead thread={thread} />
          {related}
        </>
      }
    >
      <BackLink />
      <ThreadHeader thread={thread} now={now} timeZone={viewer.time_zone} onMore={() => openMore(0)} />
      <div className={styles.threadActs}>
        <AfterFirstView>
          <ThreadExtras thread={thread} hasActs />
        </AfterFirstView>
      </div>
      <section ref={replies} className={styles.replies} aria-labelledby="replies-title">
        {thread.num_of_recommendations > 0 && <Named thread={thread} />}
        <ReplyComposer
          key={top.revision}
          thread={thread}
          viewer={viewer}
          focusAtOnce={top.isFocused}
          refusal={top.refusal}
          onSent={(key) => {
            top.reset()
            focusSent(key)
          }}
        />
        <div className={styles.heading}>
          <h2 id="replies-title" className="t-section">
            {tallies}
          </h2>
          {fresh.length > 0 ? (
            <button type="button" className={styles.next} onClick={showNext}>
              {shownNew === 0 ? `${fresh.length} new · Jump to first` : 'Next new reply'}
            </button>
          ) : (
            rows.length > 1 && <span className={styles.order}>Newest first</span>
          )}
        </div>
        <NewItemsButton
          words={count > 0 ? `${count} new ${count === 1 ? 'reply' : 'replies'}` : null}
          onShow={() => {
            const [newest] = merge()
            if (newest !== undefined) show(newest)
          }}
        />
        {rows.length === 0 && (
          <p className={styles.none}>{open.is_complete ? 'No replies yet.' : 'Loading replies…'}</p>
        )}
        {quoting && (
          <Contained>
            <QuoteSelection thread={thread} viewerId={viewer.id} onReply={reply} onReplyToThread={top.focus} />
          </Contained>
        )}
        {thread.is_own && thread.is_anonymous && (
          <AfterFirstView>
            <WaitingPosts threadId={thread.id} />
          </AfterFirstView>
        )}
        <Contained instead={NOT_SHOWN}>
          <MessageList
            open={open}
            rows={rows}
            viewer={viewer}
            now={now}
            marked={marked}
            answering={answering}
            list={list}
            onReply={reply}
            onCloseReply={closeReply}
            onCopy={(id) =>
              void import('#web/features/discussions/queries/copy-link.ts').then(
                (link) => link.copyLink(thread.id, id),
                showLoadError,
              )
            }
            onMore={openMore}
            onOutgoing={onOutgoing}
            onSent={(key) => {
              closeReply()
              focusSent(key)
            }}
          />
        </Contained>
      </section>
      <div className={styles.related}>{related}</div>
      {more && <more.Dialog thread={thread} messageId={more.id} onClose={() => openMore(null)} />}
    </Page>
  )
}

const afterFrames = (frames: number, act: () => void): void =>
  void requestAnimationFrame(() => (frames > 1 ? afterFrames(frames - 1, act) : act()))
/** The lazy-loaded dialog of rare actions; shows an error if it cannot be loaded. */
function useMore() {
  const [more, setMore] = useState<{ id: number; Dialog: typeof MoreDialog } | null>(null)
  const open = (id: number | null) =>
    id === null
      ? setMore(null)
      : void loadMore().then((module) => setMore({ id, Dialog: module.default }), showLoadError)
  return [more, open] as const
}
/** Line with the number of tagged experts; replaced by the expandable summary once that is loaded. */
function Named({ thread }: { thread: ThreadView }) {
  const [Here, setHere] = useState<typeof NamedHere>()
  useEffect(() => {
    import('#web/features/discussions/expert-tags/ExpertSummary.tsx')
      .then((module) => setHere(() => module.default))
      .catch(() => {})
  }, [])
  return Here ? (
    <Here thread={thread} />
  ) : (
    <p className={styles.named}>{recommendations(thread.num_of_recommendations)}</p>
  )
}

function WhoCanRead({ thread }: { thread: ThreadView }) {
  return (
    <SideNote title="Who can read this">
      <p className={styles.note}>
        {readersInWords(thread)} A private reply can be read only by the person who wrote it, the member it replies to,
        the person who started the discussion, and staff.
      </p>
    </SideNote>
  )
}
