import { IconLock } from '@tabler/icons-react'
import { namesInWords } from '#shared/discussions.ts'
import { personLine } from '#shared/people.ts'
import { cleanBody } from '#web/writing/clean-body.ts'
import { MessageHtml } from '#web/writing/MessageHtml.tsx'
import styles from '#web/features/discussions/Message.module.css'
import own from '#web/features/discussions/OutgoingMessage.module.css'
import type { Outgoing } from '#web/features/discussions/outbox.ts'
import { Waiting } from '#web/features/discussions/Waiting.tsx'
import { NamesLine } from '#web/features/discussions/NamesLine.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  outgoing: Outgoing
  sender: {
    id: number
    name: string
    title: string | null
    company: { name: string } | null
    profile_thumbnail_url: string | null
  }
  isAnswer: boolean
}

/** A reply on its way, where it will stand. When it does not get through it stays, with the reason. */
export function OutgoingMessage({ outgoing, sender, isAnswer }: Props) {
  const { idempotency_key: key, state, reason, is_private, addressees } = outgoing
  const isSending = state === 'sending'
  return (
    <article
      tabIndex={-1}
      aria-label="Your reply"
      className={is_private ? `${styles.message} ${styles.isPrivate}` : styles.message}
    >
      <Avatar person={sender} size={isAnswer ? 28 : 36} />
      <div className={styles.body}>
        <div className={isSending ? own.faint : undefined}>
          <p className={styles.byline}>
            <span className={styles.name}>{sender.name}</span> <span className={styles.post}>{personLine(sender)}</span>
          </p>
          {is_private && (
            <p className={styles.audience}>
              <IconLock size={15} stroke={1.6} aria-hidden />
              Private reply. Only {namesInWords(['you', ...addressees])} can read this, besides staff
            </p>
          )}
          {/* What comes from the device enters the page, so it is cleaned like everything else. */}
          <MessageHtml html={cleanBody(outgoing.html)} className="t-reply" />
          {outgoing.attachments?.map(({ key: file, name }) => (
            <p key={file} className={styles.waiting}>
              {name}
            </p>
          ))}
          <NamesLine experts={outgoing.experts ?? []} />
        </div>
        <div className={styles.acts}>
          {isSending && outgoing.sends_at !== undefined ? (
            <Waiting outgoingKey={key} until={outgoing.sends_at} />
          ) : isSending ? (
            <span className={own.state} role="status">
              Sending
            </span>
          ) : (
            <div className={own.failed}>
              <p role="alert">
                <b>Not sent.</b> {reason}
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
          )}
        </div>
      </div>
    </article>
  )
}
