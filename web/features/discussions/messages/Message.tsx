import { IconCornerUpLeft, IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { namesInWords } from '#shared/discussions.ts'
import { agoOf, longDate } from '#shared/kit/dates.ts'
import { calledInSentence, personLine } from '#shared/people.ts'
import { AttachmentList } from '#web/writing/content/AttachmentList.tsx'
import { canRewriteText } from '#web/features/discussions/editing/EditableMessage.tsx'
import type { MessageView } from '#web/features/discussions/queries/discussions.queries.ts'
import { Collapsible } from '#web/kit/layout/Collapsible.tsx'
import { LikeButtons } from '#web/features/discussions/likes/LikeButtons.tsx'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import styles from '#web/features/discussions/messages/Message.module.css'
import { Rejection } from '#web/features/discussions/messages/Rejection.tsx'
import { ExpertNames } from '#web/features/discussions/expert-tags/ExpertNames.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'

interface Props {
  message: MessageView
  viewerId: number
  isAnswer: boolean
  isNew: boolean
  isBest: boolean
  isMarked: boolean
  hasDraft: boolean
  canReply: boolean
  /** True for staff, and for the author for a limited time. */
  mayChange: boolean
  now: number
  timeZone: string
}

/** One reply. The list handles the clicks of its buttons by delegation. */
export const Message = memo(function Message(props: Props) {
  const { id, is_blocked } = props.message
  return (
    <Collapsible isFolded={is_blocked} id={`message-${id}`} className={styles.message}>
      <Reply {...props} />
    </Collapsible>
  )
})

function Reply(props: Props) {
  const { message, viewerId, isAnswer, isNew, isBest, isMarked, hasDraft, canReply, mayChange, now, timeZone } = props
  const { id, sender } = message
  const look = [
    styles.message,
    isNew && styles.isNew,
    message.is_private && styles.isPrivate,
    isMarked && styles.marked,
  ]
  return (
    <article
      id={`message-${id}`}
      tabIndex={-1}
      aria-labelledby={`sender-${id}`}
      className={look.filter(Boolean).join(' ')}
    >
      <Avatar person={sender} size={isAnswer ? 28 : 36} />
      <div className={styles.body}>
        <p className={styles.byline} id={`sender-${id}`}>
          {isNew && <span className="visually-hidden">New. </span>}
          <PersonLink person={sender} className={styles.name} />{' '}
          <span className={styles.post}>{personLine(sender)}</span>{' '}
          <time dateTime={message.pub_date} title={longDate(message.pub_date, timeZone)}>
            {agoOf(message.pub_date, timeZone, now)}
          </time>
          <EditedMark message={message} />
          {isBest && <span className={styles.best}>Most agreed</span>}
        </p>
        {message.is_private && (
          <p className={styles.audience}>
            <IconLock size={15} stroke={1.6} aria-hidden />
            {readersLine(message, viewerId)}
          </p>
        )}
        <MessageHtml html={message.parsed_body} className="t-reply" />
        <ExpertNames experts={message.experts_mentioned} />
        <AttachmentList attachments={message.attachments} />
        {message.awaiting_review && <p className={styles.waiting}>{reviewLine(message)}</p>}
        <Rejection message={message} className={styles.waiting} />
        <div className={styles.acts} data-acts>
          <LikeButtons message={message} />
          <Tail {...{ message, canReply, hasDraft, mayChange }} />
        </div>
      </div>
    </article>
  )
}

type TailProps = Pick<Props, 'message' | 'canReply' | 'hasDraft' | 'mayChange'>

/** Keeps these buttons together when they wrap, so that none is alone on a line. */
function Tail({ message, canReply, hasDraft, mayChange }: TailProps) {
  const { id, sender } = message
  return (
    <span className={styles.tail}>
      {canReply && (
        <button
          type="button"
          data-act="reply"
          data-id={id}
          aria-label={`${hasDraft ? 'Continue your reply' : 'Reply'} to ${sender.name}`}
        >
          <IconCornerUpLeft size={16} stroke={1.6} aria-hidden />
          {hasDraft ? 'Continue your reply' : 'Reply'}
        </button>
      )}
      {mayChange && (
        <>
          {canRewriteText(message) && (
            <button type="button" data-act="change" data-id={id}>
              Edit
            </button>
          )}
          <button type="button" data-act="remove" data-id={id}>
            Remove
          </button>
        </>
      )}
      <button
        type="button"
        data-act="copy"
        data-id={id}
        aria-label={`Copy link to ${sender.name}’s reply`}
        title="Copy link"
      />
      <button type="button" data-act="more" data-id={id} aria-label={`More actions for ${sender.name}’s reply`}>
        …
      </button>
    </span>
  )
}

/** Opens the version history, available to all who can read the message. */
export const EditedMark = ({ message: { id, edited_at, edited_by_staff } }: { message: MessageView }) =>
  edited_at && (
    <button type="button" className={styles.edited} data-act="history" data-id={id}>
      {edited_by_staff ? 'edited by staff' : 'edited'}
    </button>
  )

/** Posts by email are hidden until staff review them; posts from the web are visible immediately. */
const reviewLine = ({ source }: MessageView) =>
  source === 'web'
    ? 'Staff haven’t reviewed this yet. Members can see it in the meantime.'
    : 'Only you can see this until staff review it.'

/** The readers by name, the viewer first. Staff can read every private reply. */
export function readersLine({ private_readers, sender, is_own }: MessageView, viewerId: number): string {
  const others = [...(is_own ? [] : [sender]), ...private_readers].filter(
    (person, at, all) => all.findIndex(({ id }) => id === person.id) === at,
  )
  const isParty = others.some(({ id }) => id === viewerId)
  const names = others.filter(({ id }) => id !== viewerId).map(calledInSentence)
  return `Private reply. Only ${namesInWords([...(isParty ? ['you'] : []), ...names, 'staff'])} can read this`
}
