import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { dayHeading, dayKey } from '#shared/kit/dates.ts'
import { counted } from '#shared/kit/text.ts'
import { ChatBubble } from '#web/features/inbox/conversation/ChatBubble.tsx'
import type { History } from '#web/features/inbox/message-cache.ts'
import { CHAT_OFFLINE, type ChatMessage, type Group } from '#web/features/inbox/inbox.queries.ts'
import styles from '#web/features/inbox/conversation/MessageStream.module.css'
import { chatOutbox } from '#web/features/inbox/writing/chat-outbox.ts'
import type { PendingMessage } from '#web/features/inbox/writing/pending-message.ts'
import { removeItem } from '#web/writing/outbox/items.ts'
import { retry } from '#web/writing/outbox/enqueue.ts'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  group: Group
  /** True if the welcome is shown above; then it is not repeated at the start of the stream. */
  isWelcomed: boolean
  history: History
  target: { index: number } | null
  onSeen: (index: number) => void
  onGo: (index: number) => void
  onQuote: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
  onReport: (message: ChatMessage) => void
}

/** Within this distance of an end, the reader counts as being at the end. */
const NEAR_PX = 120
const LOAD_PX = 600
const LOOK_MS = 200

export function MessageStream({ group, isWelcomed, history, target, onSeen, ...acts }: Props) {
  const { messages, isLoading, isError, refetch } = history
  const outgoing = chatOutbox.use().filter(({ group_id }) => group_id === group.id)
  const scroller = useRef<HTMLDivElement>(null)
  const [firstUnread] = useState(group.unread_count > 0 ? group.last_seen_message_index + 1 : null)
  const place = usePlace({ scroller, history, target, firstUnread, count: outgoing.length, onSeen })
  const last = messages.at(-1)
  const waiting = group.latest_index - (last?.message_index_in_group ?? group.latest_index)
  if (isError)
    return (
      <StatePage title="We couldn’t load messages" again={refetch}>
        What you wrote is saved on this device.
      </StatePage>
    )
  return (
    <div className={styles.holder}>
      <div ref={scroller} className={styles.stream} tabIndex={0} role="region" aria-label="Messages">
        {isLoading && (
          <div role="status" aria-label="Loading messages" className={styles.loading}>
            <Skeleton width="half" />
            <Skeleton width="most" />
            <Skeleton width="third" />
          </div>
        )}
        {messages[0]?.message_index_in_group === 1 && <ConversationStart group={group} isWelcomed={isWelcomed} />}
        <MessageList {...{ group, messages, target, firstUnread }} {...acts} />
        {waiting === 0 && outgoing.map((item) => <Leaving key={item.idempotency_key} item={item} />)}
      </div>
      {(waiting > 0 || !place.isAtEnd) && messages.length > 0 && (
        <Button className={styles.toEnd} onClick={() => (waiting > 0 ? acts.onGo(group.latest_index) : place.toEnd())}>
          {waiting > 0 ? counted(waiting, 'new message') : 'Jump to latest'}
        </Button>
      )}
    </div>
  )
}

interface MessageListProps extends Omit<Props, 'isWelcomed' | 'history' | 'onSeen'> {
  messages: readonly ChatMessage[]
  firstUnread: number | null
}

/** The messages by day, with the first unread one marked. */
function MessageList({ group, messages, target, firstUnread, ...acts }: MessageListProps) {
  const viewer = useUser()
  const readBy = (index: number) =>
    group.members.filter(
      ({ user_id, date_left, last_seen_message_index }) =>
        user_id !== viewer.id && date_left === null && last_seen_message_index >= index,
    ).length
  const ownLast = messages.findLast(({ is_own }) => is_own)
  return (
    <ol>
      {messages.map((message, at) => {
        const before = messages[at - 1]
        const isDay =
          !before || dayKey(before.pub_date, viewer.time_zone) !== dayKey(message.pub_date, viewer.time_zone)
        const index = message.message_index_in_group
        return (
          <li key={message.id} data-index={index}>
            {isDay && <h2 className={`t-day ${styles.day}`}>{dayHeading(message.pub_date, viewer.time_zone)}</h2>}
            {index === firstUnread && <p className={styles.fresh}>New</p>}
            <ChatBubble
              message={message}
              group={group}
              isFollowing={!isDay && before?.sender.id === message.sender.id}
              isMarked={target?.index === index}
              seenBy={message === ownLast ? readBy(index) : 0}
              {...acts}
            />
          </li>
        )
      })}
    </ol>
  )
}

function ConversationStart({ group, isWelcomed }: Pick<Props, 'group' | 'isWelcomed'>) {
  const isPair = group.group_type === 'one_to_one'
  return (
    <div className={styles.beginning}>
      <p>
        {isPair
          ? 'Only the two of you can read this conversation. Staff see a message only if one of you reports it.'
          : 'Only the members of this group can read it. Staff see a message only if a member reports it. New members can read it from the beginning.'}
      </p>
      {!isWelcomed && group.welcome_text && <p className="t-quote">{group.welcome_text}</p>}
    </div>
  )
}

interface PlaceProps {
  scroller: React.RefObject<HTMLDivElement | null>
  history: History
  target: { index: number } | null
  firstUnread: number | null
  count: number
  onSeen: (index: number) => void
}

/** In pixels. */
const distanceToEnd = (box: HTMLElement) => box.scrollHeight - box.scrollTop - box.clientHeight

/**
 * Tracks the scroll position: preserves it when older messages load, follows new messages at the end, and reports what
 * was read.
 */
function usePlace({ scroller, history, target, firstUnread, count, onSeen }: PlaceProps) {
  const { messages, older, newer } = history
  const [isAtEnd, setAtEnd] = useState(true)
  const atEnd = useRef(true)
  const shown = useRef<{ first: number; height: number; top: number } | null>(null)
  const first = messages[0]?.message_index_in_group ?? 0
  const last = messages.at(-1)?.message_index_in_group ?? 0
  const toEnd = () => scroller.current?.scrollTo({ top: scroller.current.scrollHeight })

  useLayoutEffect(() => {
    const box = scroller.current
    if (!box || last === 0) return
    const before = shown.current
    if (before === null) {
      const unread = box.querySelector<HTMLElement>(`[data-index="${firstUnread}"]`)
      if (unread && firstUnread !== null) box.scrollTop = unread.offsetTop - NEAR_PX
      else box.scrollTop = box.scrollHeight
    } else if (first < before.first) box.scrollTop = before.top + box.scrollHeight - before.height
    else if (atEnd.current) box.scrollTop = box.scrollHeight
    // Not only when the scroll event arrives: a change of height before that would scroll to the end.
    atEnd.current = distanceToEnd(box) < NEAR_PX
    shown.current = { first, height: box.scrollHeight, top: box.scrollTop }
  }, [scroller, first, last, count, firstUnread])

  useEffect(() => {
    if (target === null) return
    const found = scroller.current?.querySelector<HTMLElement>(`[data-index="${target.index}"]`)
    found?.scrollIntoView({ block: 'center' })
    if (found && scroller.current) atEnd.current = distanceToEnd(scroller.current) < NEAR_PX
    found?.querySelector<HTMLElement>('article')?.focus({ preventScroll: true })
  }, [scroller, target, first])

  const look = useRef(() => {})
  look.current = () => {
    const box = scroller.current
    if (!box) return
    const below = distanceToEnd(box)
    atEnd.current = below < NEAR_PX
    setAtEnd(atEnd.current)
    if (shown.current) shown.current = { first, height: box.scrollHeight, top: box.scrollTop }
    if (box.scrollTop < LOAD_PX) void older()
    if (below < LOAD_PX) void newer()
    const floor = box.getBoundingClientRect().bottom
    const rows = [...box.querySelectorAll<HTMLElement>('[data-index]')]
    const lowest = rows.findLast((row) => row.getBoundingClientRect().top < floor - 24)
    if (lowest) onSeen(Number(lowest.dataset['index']))
  }
  useScrolling({ scroller, look, atEnd })
  useEffect(() => {
    const timer = setTimeout(() => look.current(), LOOK_MS)
    return () => clearTimeout(timer)
  }, [last])
  return { isAtEnd, toEnd }
}

interface ScrollingProps {
  scroller: PlaceProps['scroller']
  look: React.RefObject<() => void>
  atEnd: React.RefObject<boolean>
}

/** Calls `look` a moment after scrolling, and stays at the end when the composer changes its height. */
function useScrolling({ scroller, look, atEnd }: ScrollingProps) {
  useEffect(() => {
    const box = scroller.current
    if (!box) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => (timer ??= setTimeout(() => ((timer = undefined), look.current()), LOOK_MS))
    box.addEventListener('scroll', later, { passive: true })
    document.addEventListener('visibilitychange', later)
    const observer = new ResizeObserver(() => {
      if (atEnd.current) box.scrollTop = box.scrollHeight
    })
    observer.observe(box)
    return () => {
      clearTimeout(timer)
      box.removeEventListener('scroll', later)
      document.removeEventListener('visibilitychange', later)
      observer.disconnect()
    }
  }, [scroller, look, atEnd])
}

/** A pending message, shown where it will appear; if sending fails, it stays, with the reason. */
function Leaving({ item }: { item: PendingMessage }) {
  const { idempotency_key: key, state, reason, html, attachments } = item
  return (
    <article aria-label="Your message" className={styles.leaving} data-state={state}>
      <div className={styles.own}>
        <MessageHtml html={html} className="t-quote" />
        {attachments.map((file) => (
          <p key={file.key} className="t-meta">
            {file.name}
          </p>
        ))}
      </div>
      {state === 'sending' ? (
        <p role="status" className={styles.note}>
          Sending…
        </p>
      ) : (
        <div className={styles.failed}>
          <p role="alert">
            <b>Not sent.</b> {reason}
          </p>
          <Button onClick={() => retry(chatOutbox, key, CHAT_OFFLINE)}>Try again</Button>
          <Button look="bare" onClick={() => removeItem(chatOutbox, key)}>
            Discard
          </Button>
        </div>
      )}
    </article>
  )
}
