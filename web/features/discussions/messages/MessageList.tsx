import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
} from 'react'
import { privateAddressees } from '#shared/replies.ts'
import { EditableMessage, canEdit } from '#web/features/discussions/editing/EditableMessage.tsx'
import type { EditMode } from '#web/features/discussions/editing/edit-mode.ts'
import { PendingReply } from '#web/features/discussions/reply/lazy-pending-reply.ts'
import type { PendingReplyAction } from '#web/features/discussions/reply/pending-reply.ts'
import { ReplyComposer, prepareComposer } from '#web/features/discussions/reply/ReplyComposer.tsx'
import { draftedReplies } from '#web/features/discussions/reply/reply-draft.ts'
import {
  FIRST_MESSAGES,
  type MessageView,
  type ThreadWithMessages,
  type ThreadView,
} from '#web/features/discussions/queries/discussions.queries.ts'
import { draftChanges } from '#web/writing/drafts/draft-store.ts'
import { VirtualList, type VirtualListHandle } from '#web/kit/virtual-list/VirtualList.tsx'
import { ThreadExtras } from '#web/features/discussions/thread-extras/lazy-thread-extras.tsx'
import { Message } from '#web/features/discussions/messages/Message.tsx'
import styles from '#web/features/discussions/messages/MessageList.module.css'
import type { ThreadRow } from '#web/features/discussions/messages/thread-rows.ts'
import { showLoadError } from '#web/platform/toasts/not-loaded.ts'
import type { Viewer } from '#web/platform/session/session.ts'

/** The messages of the first view are rendered without virtualization. */
const VIRTUALIZE_ABOVE = FIRST_MESSAGES

export interface OpenReplyComposer {
  /** The message being replied to, or null for the thread itself. */
  id: number | null
  refusal: string | null
  /** Incremented when text is restored to the draft, so that the composer reloads it. */
  revision: number
}

interface Props {
  open: ThreadWithMessages & { thread: ThreadView }
  rows: readonly ThreadRow[]
  viewer: Viewer
  now: number
  marked: number | null
  answering: OpenReplyComposer | null
  list: RefObject<VirtualListHandle | null>
  onReply: (messageId: number) => void
  onCloseReply: () => void
  onMore: (messageId: number) => void
  onOutgoing: (act: PendingReplyAction, key: string) => void
  onSent: (key: string) => void
  /** When the viewer last read the thread before now. */
  readUntil: string | null
  /** Shows the replies that a row stands for. */
  onUnfold: (fold: readonly ThreadRow[]) => void
}

const LINE = 27
const estimate = ({ message, outgoing, fold }: ThreadRow) =>
  (fold ? 52 : 104) +
  Math.ceil((message?.parsed_body ?? outgoing?.html ?? '').length / 74) * LINE +
  (message?.is_private ? 60 : 0)
const keyOf = ({ key }: ThreadRow) => key

export function MessageList(props: Props) {
  const { open, rows, viewer, answering, list } = props
  const { thread } = open
  const [editMode, setEditMode] = useState<EditMode | null>(null)
  const client = useQueryClient()
  const drafted = useDrafted(viewer.id, thread.id, answering)
  const names = useMemo(() => new Map(thread.messages.map(({ id, sender }) => [id, sender.name])), [thread.messages])
  const entry = (row: ThreadRow) => {
    const repliedToId = row.message?.message_replied_id ?? row.outgoing?.message_replied_id ?? 0
    return (
      <Row
        {...props}
        row={row}
        repliedTo={row.isAnswer ? names.get(repliedToId) : undefined}
        hasDraft={row.message !== null && drafted.has(row.message.id)}
        editMode={row.message && editMode?.id === row.message.id ? editMode : null}
        onEditClose={() => setEditMode(null)}
      />
    )
  }
  return (
    <div onPointerOver={prepare} onClick={(event) => act(event, props, { client, onEdit: setEditMode })}>
      <VirtualList
        ref={list}
        tag="ol"
        entryTag="li"
        aria-label="Replies"
        items={rows}
        keyOf={keyOf}
        estimate={estimate}
        wholeUpTo={VIRTUALIZE_ABOVE}
        entryProps={(row, index) => ({
          className: row.isAnswer ? styles.row : `${styles.row} ${styles.top}`,
          'aria-posinset': index + 1,
          'aria-setsize': rows.length,
        })}
        entry={entry}
      />
    </div>
  )
}

interface RowProps extends Props {
  row: ThreadRow
  /** Name of the author of the answered message. */
  repliedTo: string | undefined
  hasDraft: boolean
  editMode: EditMode | null
  onEditClose: () => void
}

/** A message, its edit panel and the composer that answers it; or a pending reply. */
function Row({ row, repliedTo, hasDraft, editMode, onEditClose, ...list }: RowProps) {
  const { message, outgoing, isAnswer, fold } = row
  const { open, viewer, now, answering } = list
  const { thread } = open
  return (
    <>
      {row.divider && <p className={styles.divider}>{DIVIDERS[row.divider]}</p>}
      {row.divider === 'new' && <ThreadExtras part="new" rows={list.rows} thread={thread} readUntil={list.readUntil} />}
      {fold && (
        <button type="button" className={styles.fold} onClick={() => list.onUnfold(fold)}>
          <b>Show {fold.length} more replies</b>
          <ThreadExtras part="folded" rows={fold} />
        </button>
      )}
      <div className={isAnswer ? styles.answer : undefined}>
        {repliedTo && <span className="visually-hidden">In reply to {repliedTo}: </span>}
        {message && (
          <EditableMessage {...{ message, thread, viewer, editMode }} onClose={onEditClose}>
            <Message
              message={message}
              viewerId={viewer.id}
              isAnswer={isAnswer}
              isNew={row.isNew}
              isBest={row.isBest === true}
              isMarked={list.marked === message.id}
              hasDraft={hasDraft}
              canReply={thread.closed_at === null && mayAnswer(message, thread, viewer)}
              mayChange={canEdit(message, viewer, now)}
              now={now}
              timeZone={viewer.time_zone}
            />
          </EditableMessage>
        )}
        {row.removed && <p className={styles.removed}>{removedLine(row.removed)}</p>}
        {outgoing && (
          <PendingReply outgoing={outgoing} sender={thread.is_own ? thread.author : viewer} isAnswer={isAnswer} />
        )}
        {message && answering?.id === message.id && (
          <div className={styles.composer}>
            <ReplyComposer
              key={answering.revision}
              thread={thread}
              viewer={viewer}
              repliedTo={message}
              focusAtOnce
              refusal={answering.refusal}
              onSent={list.onSent}
              onClose={list.onCloseReply}
            />
          </div>
        )}
      </div>
    </>
  )
}

const DIVIDERS = { new: 'New since your last visit', read: 'You’ve read the replies below' }

const prepare = ({ target }: PointerEvent) => {
  if (target instanceof Element && target.closest('[data-act=reply]')) prepareComposer()
}

const removedLine = ({ removed_by_author }: NonNullable<ThreadRow['removed']>) =>
  `Removed by ${removed_by_author ? 'its author' : 'staff'}`

/** Private messages only get private replies, so there must be another person to reply to. */
const mayAnswer = (message: MessageView, thread: ThreadView, viewer: Viewer) =>
  !message.is_private ||
  privateAddressees(thread.is_own ? thread.author.id : viewer.id, message.sender, thread.author).length > 0

/** Dependencies of the one click listener for all messages. */
interface ClickContext {
  client: QueryClient
  onEdit: (editMode: EditMode) => void
}

function act(event: MouseEvent, { open, onReply, onMore, onOutgoing }: Props, { client, onEdit }: ClickContext): void {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-act]') : null
  if (!button) return
  const { act: name, id, key } = button.dataset
  if (name === 'reply') onReply(Number(id))
  else if (name === 'more') onMore(Number(id))
  else if (name === 'change' || name === 'remove' || name === 'history') onEdit({ act: name, id: Number(id) })
  else if (id !== undefined)
    void import('#web/features/discussions/likes/like-actions.ts').then(
      ({ handleLikeAction }) =>
        handleLikeAction(
          client,
          open.thread.id,
          open.thread.messages.find((message) => message.id === Number(id)),
          name!,
        ),
      showLoadError,
    )
  else if (key !== undefined) onOutgoing(name as PendingReplyAction, key)
}

const NONE: ReadonlySet<number> = new Set()

/** Ids of messages with a reply draft. Read again when a composer opens or closes, and on `draftChanges`. */
function useDrafted(viewerId: number, threadId: number, answering: OpenReplyComposer | null): ReadonlySet<number> {
  const [drafted, setDrafted] = useState(NONE)
  const before = useRef(drafted)
  const read = useCallback(() => {
    const now = draftedReplies(viewerId, threadId)
    if (now.size === 0 && before.current.size === 0) return
    before.current = now
    setDrafted(now)
  }, [viewerId, threadId])
  useEffect(() => {
    // Run after the closing composer has saved its draft.
    const timer = setTimeout(read, 0)
    const unsubscribe = draftChanges.subscribe(read)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [read, answering?.id])
  return drafted
}
