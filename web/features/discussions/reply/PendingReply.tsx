import { IconLock } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { namesInWords } from '#shared/discussions.ts'
import { personLine } from '#shared/people.ts'
import { cleanBody } from '#web/writing/editor/clean-body.ts'
import { MessageHtml } from '#web/writing/content/MessageHtml.tsx'
import styles from '#web/features/discussions/messages/Message.module.css'
import own from '#web/features/discussions/reply/PendingReply.module.css'
import type { PendingReplyItem } from '#web/features/discussions/reply/pending-reply.ts'
import { UndoCountdown } from '#web/features/discussions/reply/UndoCountdown.tsx'
import { ExpertNames } from '#web/features/discussions/expert-tags/ExpertNames.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  outgoing: PendingReplyItem
  sender: {
    id: number
    name: string
    title: string | null
    company: { name: string } | null
    profile_thumbnail_url: string | null
  }
  isAnswer: boolean
}

/** A pending reply, shown where it will appear. If sending fails, it stays, with the reason. */
export function PendingReply({ outgoing, sender, isAnswer }: Props) {
  const { idempotency_key: key, state, is_private, addressees } = outgoing
  const isOnItsWay = state !== 'failed'
  const article = useFocusPassedOn()
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label="Your reply"
      className={is_private ? `${styles.message} ${styles.isPrivate}` : styles.message}
    >
      <Avatar person={sender} size={isAnswer ? 28 : 36} />
      <div className={styles.body}>
        <div className={isOnItsWay ? own.faint : undefined}>
          <p className={styles.byline}>
            <span className={styles.name}>{sender.name}</span> <span className={styles.post}>{personLine(sender)}</span>
          </p>
          {is_private && (
            <p className={styles.audience}>
              <IconLock size={15} stroke={1.6} aria-hidden />
              Private reply. Only {namesInWords(['you', ...addressees, 'staff'])} can read this
            </p>
          )}
          {/* Stored drafts are untrusted HTML: sanitize. */}
          <MessageHtml html={cleanBody(outgoing.html)} className="t-reply" />
          {outgoing.attachments?.map(({ key: file, name }) => (
            <p key={file} className={styles.waiting}>
              {name}
            </p>
          ))}
          <ExpertNames experts={outgoing.experts ?? []} />
        </div>
        <div className={styles.acts}>
          {state === 'waiting' ? (
            <UndoCountdown outgoingKey={key} until={outgoing.sends_at ?? 0} />
          ) : state === 'sending' ? (
            <span className={own.state} role="status">
              Sending…
            </span>
          ) : (
            <NotSent {...outgoing} />
          )}
        </div>
      </div>
    </article>
  )
}

const NotSent = ({ idempotency_key: key, reason, retry_at }: PendingReplyItem) => (
  <div className={own.failed}>
    <p role="alert">
      <b>Not sent.</b> {reason}
      {retry_at !== undefined && ' It will be posted automatically if Counterpart is open on this device.'}
    </p>
    <Button data-act="retry" data-key={key}>
      Try again
    </Button>
    <Button look="bare" data-act="edit" data-key={key}>
      Edit
    </Button>
    <Button look="bare" data-act="discard" data-key={key}>
      Discard
    </Button>
  </div>
)

/** The posted message that replaces the pending reply takes over the keyboard focus. */
function useFocusPassedOn() {
  const article = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = article.current
    const row = element?.parentElement
    return () => {
      if (!element?.contains(document.activeElement)) return
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) row?.querySelector('article')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return article
}
