import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react'
import { groupReplies, recommendations } from '#shared/discussions.ts'
import { BackLink } from '#web/features/discussions/BackLink.tsx'
import { Composer } from '#web/features/discussions/Composer.tsx'
import { loadOlderMessages, type OpenThread, type ThreadView } from '#web/features/discussions/discussions.queries.ts'
import type { LongListHandle } from '#web/features/discussions/LongList.tsx'
import { MessageList } from '#web/features/discussions/MessageList.tsx'
import type NamedHere from '#web/features/discussions/NamedHere.tsx'
import { NewPill } from '#web/features/discussions/NewPill.tsx'
import styles from '#web/features/discussions/ThreadPage.module.css'
import { ThreadHead, readersInWords } from '#web/features/discussions/ThreadHead.tsx'
import { threadRows } from '#web/features/discussions/thread-rows.ts'
import { useAnswering } from '#web/features/discussions/use-answering.ts'
import { useMessageLink } from '#web/features/discussions/use-message-link.ts'
import { useNow } from '#web/features/discussions/use-now.ts'
import { useDraftsFromElsewhere, useLeaveGuard } from '#web/features/discussions/use-drafts-here.ts'
import { sentAs, useOutbox } from '#web/features/discussions/outbox.ts'
import { QuoteOffer, useQuoting } from '#web/features/discussions/use-quoting.ts'
import { useOutboxLife } from '#web/features/discussions/use-outbox-life.ts'
import { useThreadLive } from '#web/features/discussions/use-thread-live.ts'
import { useThreadView } from '#web/features/discussions/use-thread-view.ts'
import { Later, later } from '#web/kit/Later.tsx'
import { SideNote } from '#web/kit/SideNote.tsx'
import { useTitle } from '#web/platform/arrival.ts'
import { useUser } from '#web/platform/session.ts'
import { Page } from '#web/platform/shell/Page.tsx'

const ThreadExtras = later(() => import('#web/features/discussions/ThreadExtras.tsx'))
const More = lazy(() => import('#web/features/discussions/More.tsx'))

interface Props {
  open: OpenThread & { thread: ThreadView }
  fetchedAt: number
}

export function OpenThreadPage({ open, fetchedAt }: Props) {
  const { thread } = open
  useTitle(thread.topic)
  const viewer = useUser()
  const client = useQueryClient()
  const now = useNow(fetchedAt)
  const outgoing = useOutbox()
  const list = useRef<LongListHandle>(null)
  const replies = useRef<HTMLElement>(null)
  const readUntil = useThreadView(thread)
  useOutboxLife(viewer.id)
  useLeaveGuard()
  useEffect(() => {
    if (open.is_complete) return
    const leaving = new AbortController()
    loadOlderMessages(client, thread.id, leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [client, thread.id, open.is_complete])

  const rows = useMemo(
    () => threadRows(open, { viewerId: viewer.id, readUntil, outgoing, sentAs }),
    [open.thread.messages, open.is_complete, viewer.id, readUntil, outgoing],
  )
  const { answering, top, reply, closeReply, onOutgoing, onRefused } = useAnswering(viewer.id, open)
  const { marked, show } = useMessageLink({ rows, list, thread, isComplete: open.is_complete, onReply: top.focus })
  useDraftsFromElsewhere(viewer.id, thread)
  const quoting = useQuoting()
  const { count, merge } = useThreadLive(thread, viewer.id)
  const [shownNew, setShownNew] = useState(0)
  const [more, setMore] = useState<number | null>(null)
  const fresh = rows.filter(({ isNew }) => isNew)

  const focusSent = (key: string) => {
    // After the waiting reply has been rendered in its place; the first one is loaded before.
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
    <Later>
      <ThreadExtras thread={thread} />
    </Later>
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
      <ThreadHead thread={thread} now={now} timeZone={viewer.time_zone} onMore={() => setMore(0)} />
      <div className={styles.threadActs}>
        <Later>
          <ThreadExtras thread={thread} hasActs />
        </Later>
      </div>
      <section ref={replies} className={styles.replies} aria-labelledby="replies-title">
        {thread.num_of_recommendations > 0 && <Named thread={thread} />}
        <Composer
          key={top.revision}
          thread={thread}
          viewer={viewer}
          focusAtOnce={top.isFocused}
          refusal={top.refusal}
          onSent={(key) => {
            top.reset()
            focusSent(key)
          }}
          onRefused={onRefused}
        />
        <div className={styles.heading}>
          <h2 id="replies-title" className="t-section">
            {tallies}
          </h2>
          {fresh.length > 0 ? (
            <button type="button" className={styles.next} onClick={showNext}>
              {shownNew === 0 ? `${fresh.length} new, show the first` : 'Show the next new one'}
            </button>
          ) : (
            rows.length > 1 && <span className={styles.order}>Newest first</span>
          )}
        </div>
        <NewPill
          words={count > 0 ? `${count} new ${count === 1 ? 'reply' : 'replies'}` : null}
          onShow={() => {
            const [newest] = merge()
            if (newest !== undefined) show(newest)
          }}
        />
        {rows.length === 0 && (
          <p className={styles.none}>{open.is_complete ? 'No replies yet.' : 'The replies are on their way.'}</p>
        )}
        {quoting && (
          <Suspense>
            <QuoteOffer thread={thread} viewerId={viewer.id} onReply={reply} onReplyToThread={top.focus} />
          </Suspense>
        )}
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
            void import('#web/features/discussions/copy-link.ts').then((link) => link.copyLink(thread.id, id))
          }
          onMore={setMore}
          onOutgoing={onOutgoing}
          onSent={(key) => {
            closeReply()
            focusSent(key)
          }}
          onRefused={onRefused}
        />
      </section>
      <div className={styles.related}>{related}</div>
      {more !== null && (
        <Suspense>
          <More thread={thread} messageId={more} onClose={() => setMore(null)} />
        </Suspense>
      )}
    </Page>
  )
}

const afterFrames = (frames: number, act: () => void): void =>
  void requestAnimationFrame(() => (frames > 1 ? afterFrames(frames - 1, act) : act()))
/** A line that says how many; once the page stands it names them and opens. */
function Named({ thread }: { thread: ThreadView }) {
  const [Here, setHere] = useState<typeof NamedHere>()
  useEffect(() => {
    import('#web/features/discussions/NamedHere.tsx').then((module) => setHere(() => module.default)).catch(() => {})
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
        {readersInWords(thread)} A private reply is read by its writer, the member it answers, the author of the thread
        and staff.
      </p>
    </SideNote>
  )
}
