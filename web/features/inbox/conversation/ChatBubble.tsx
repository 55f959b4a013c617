import { useCommand } from '#web/platform/forms/use-command.ts'
import { useQueryClient } from '@tanstack/react-query'
import { IconCornerUpLeft, IconDots, IconPin } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { UpdateGroupWelcome, UpdateMessage } from '#api/operations.ts'
import { threadPath } from '#shared/discussions.ts'
import { timeOf } from '#shared/kit/dates.ts'
import { addMessage } from '#web/features/inbox/message-cache.ts'
import styles from '#web/features/inbox/conversation/ChatBubble.module.css'
import {
  isClosed,
  refreshGroup,
  refreshPinned,
  INBOX_MESSAGES,
  type ChatMessage,
  type Group,
} from '#web/features/inbox/inbox.queries.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { AttachmentList } from '#web/writing/content/AttachmentList.tsx'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import { Menu, menuItemClass } from '#web/kit/overlay/Menu.tsx'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { CHAT_EDIT_MINUTES } from '#shared/inbox.ts'

interface Props {
  message: ChatMessage
  group: Group
  /** True if the previous message is by the same sender. */
  isFollowing: boolean
  isMarked: boolean
  seenBy: number
  onGo: (index: number) => void
  onQuote: (message: ChatMessage) => void
  onEdit: (message: ChatMessage) => void
  onReport: (message: ChatMessage) => void
}

export function ChatBubble(props: Props) {
  const { message, group, isFollowing, isMarked, seenBy, onGo } = props
  const { sender, is_own: isOwn, message_type } = message
  const { time_zone } = useUser()
  const [isShown, setShown] = useState(!message.is_blocked)
  const who = isOwn ? 'You' : sender.name
  return (
    <article
      tabIndex={-1}
      aria-label={`${who}, ${timeOf(message.pub_date, time_zone)}`}
      className={styles.message}
      data-own={isOwn || undefined}
      data-marked={isMarked || undefined}
    >
      {!isOwn && <span className={styles.face}>{!isFollowing && <Avatar person={sender} size={36} />}</span>}
      <div className={styles.body}>
        {!isFollowing && !isOwn && <p className={styles.byline}>{sender.name}</p>}
        <div className={styles.bubble}>
          {isShown ? (
            <Content message={message} onGo={onGo} />
          ) : (
            <p className={styles.folded}>
              Message from a member you blocked.{' '}
              <button type="button" onClick={() => setShown(true)}>
                Show
              </button>
            </p>
          )}
        </div>
        <p className={styles.facts}>
          {message_type === 'pinned' && <IconPin size={14} stroke={1.6} role="img" aria-label="Pinned" />}
          <time dateTime={message.pub_date}>{timeOf(message.pub_date, time_zone)}</time>
          {message.edited_at && <span>Edited</span>}
          {seenBy > 0 && <span>{group.group_type === 'one_to_one' ? 'Seen' : `Seen by ${seenBy}`}</span>}
        </p>
      </div>
      <Acts {...props} who={who} />
    </article>
  )
}

function Content({ message, onGo }: Pick<Props, 'message' | 'onGo'>) {
  const { replied_to: quoted, thread_link: thread } = message
  return (
    <>
      {quoted && (
        <button type="button" className={styles.quoted} onClick={() => onGo(quoted.message_index_in_group)}>
          <b>{quoted.sender.name}</b>
          <span>{quoted.is_blocked ? 'A member you blocked' : quoted.cleaned_body}</span>
        </button>
      )}
      <MessageHtml html={message.msg_body} className="t-quote" />
      <AttachmentList attachments={message.attachments} />
      {thread && (
        <a
          className={styles.thread}
          href={threadPath(thread.id)}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            navigateTo(threadPath(thread.id))
          }}
        >
          <b>{thread.topic}</b>
          <span>
            {thread.author.name}. {thread.excerpt}
          </span>
        </a>
      )}
    </>
  )
}

function Acts({ message, group, who, onQuote, onEdit, onReport }: Props & { who: string }) {
  const mayPin = !isClosed(group) && (group.is_admin || group.group_type === 'one_to_one')
  const mayEdit = useRecent(message.pub_date) && message.is_own && !isClosed(group)
  const hasMenu = mayPin || mayEdit || !message.is_own
  if (!group.can_send && !hasMenu) return null
  return (
    <div className={styles.acts}>
      {group.can_send && (
        <button type="button" aria-label={`Reply to ${who}`} onClick={() => onQuote(message)}>
          <IconCornerUpLeft size={18} stroke={1.6} aria-hidden />
        </button>
      )}
      {hasMenu && (
        <Menu
          label="Message actions"
          trigger={(trigger) => (
            <button
              type="button"
              {...trigger}
              aria-label={`More actions for ${message.is_own ? 'your' : `${who}’s`} message`}
            >
              <IconDots size={18} stroke={1.6} aria-hidden />
            </button>
          )}
        >
          <div role="none" ref={showWhole}>
            {mayEdit && (
              <button type="button" role="menuitem" className={menuItemClass} onClick={() => onEdit(message)}>
                Edit
              </button>
            )}
            {mayPin && <PinItems message={message} group={group} />}
            {!message.is_own && (
              <button type="button" role="menuitem" className={menuItemClass} onClick={() => onReport(message)}>
                Report
              </button>
            )}
          </div>
        </Menu>
      )}
    </div>
  )
}

/** Rendered only in the open menu, so that each message does not mount these commands. */
function PinItems({ message, group }: Pick<Props, 'message' | 'group'>) {
  const client = useQueryClient()
  const isPinned = message.message_type === 'pinned'
  const isWelcome = group.welcome_message_id === message.id
  const pin = useCommand(UpdateMessage, {
    onSuccess: ({ updateMessage }) => {
      addMessage(client, updateMessage)
      refreshPinned(client, group.id)
    },
    messages: INBOX_MESSAGES,
  })
  const welcome = useCommand(UpdateGroupWelcome, {
    onSuccess: () => {
      refreshGroup(client, group.id)
      refreshPinned(client, group.id)
      toast.success(isWelcome ? 'No longer shown to new members' : 'New members will see this message first')
    },
    messages: INBOX_MESSAGES,
  })
  const togglePin = () => void pin.run({ message_id: message.id, message_type: isPinned ? 'regular' : 'pinned' })
  const toggleWelcome = () =>
    void welcome.run({
      group_id: group.id,
      welcome_text: group.welcome_text,
      welcome_message_id: isWelcome ? null : message.id,
    })
  return (
    <>
      <button type="button" role="menuitem" className={menuItemClass} onClick={togglePin}>
        {isPinned ? 'Unpin' : 'Pin'}
      </button>
      {group.group_type !== 'one_to_one' && (
        <button type="button" role="menuitem" className={menuItemClass} onClick={toggleWelcome}>
          {isWelcome ? 'Stop showing to new members' : 'Show to new members'}
        </button>
      )}
    </>
  )
}

/** Scrolls the menu into view: at the end of the conversation its last items would be cut off. */
const showWhole = (items: HTMLElement | null) => items?.parentElement?.scrollIntoView({ block: 'nearest' })

/** True while a message may still be edited; turns false exactly when the time is over. */
function useRecent(date: string): boolean {
  const [isRecent, setRecent] = useState(false)
  useEffect(() => {
    const left = Date.parse(date) + CHAT_EDIT_MINUTES * 60_000 - Date.now()
    setRecent(left > 0)
    if (left <= 0) return
    const timer = setTimeout(() => setRecent(false), left)
    return () => clearTimeout(timer)
  }, [date])
  return isRecent
}
