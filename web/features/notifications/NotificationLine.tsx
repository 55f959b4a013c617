import { IconBell, IconBellOff, IconMail, IconMailOpened } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { agoOf, longDate } from '#shared/kit/dates.ts'
import { notificationPath, sentenceOf, type NotificationPayload } from '#shared/notifications.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { tooltip } from '#web/kit/overlay/tooltip.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { useMute, useToggleRead, type Notice } from './notifications.queries.ts'
import styles from './NotificationsPage.module.css'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** One notification: actor, action, excerpt and time; the whole line is a link. */
export function NotificationLine({ line, fetchedAt }: { line: Notice; fetchedAt: number }) {
  const { time_zone } = useUser()
  const { run: toggle } = useToggleRead()
  const payload = line.payload as NotificationPayload
  const told = { ...line, payload }
  const { who, what } = sentenceOf(told)
  const href = notificationPath(told)
  const [first] = line.related_users
  const isNew = line.read_at === null
  const isPrivate = line.notification_type === 'private_reply'
  const open = (event: MouseEvent) => {
    if (isNew) void toggle(line)
    if (!isPlain(event)) return
    event.preventDefault()
    navigateTo(href)
  }
  return (
    <li className={classNames(styles.line, isNew && styles.isNew)}>
      <span className={styles.portrait}>
        {first ? <Avatar person={first} size={36} /> : <IconBell size={22} stroke={1.6} aria-hidden="true" />}
      </span>
      <div className={styles.text}>
        <p>
          {isNew && <span className="visually-hidden">New: </span>}
          <a className={styles.link} href={href} onClick={open}>
            {who && <strong>{who}</strong>} {what}
            {line.topic && ': '}
            {line.topic && <span className={styles.topic}>{line.topic}</span>}
          </a>
        </p>
        {line.excerpt && (
          <p className={classNames('t-quote', styles.excerpt, isPrivate && styles.isPrivate)}>{line.excerpt}</p>
        )}
        <p className={`t-meta ${styles.facts}`}>
          <time dateTime={line.latest_at} title={longDate(line.latest_at, time_zone)}>
            {agoOf(line.latest_at, time_zone, fetchedAt)}
          </time>
          {isPrivate && ' · Private'}
        </p>
      </div>
      <div className={styles.controls}>
        {payload.thread_id !== undefined && <MuteButton threadId={payload.thread_id} topic={line.topic ?? ''} />}
        <Control label={isNew ? 'Mark as read' : 'Mark as unread'} about={who || what} onClick={() => toggle(line)}>
          {isNew ? <IconMailOpened aria-hidden="true" /> : <IconMail aria-hidden="true" />}
        </Control>
      </div>
    </li>
  )
}

interface ControlProps {
  label: string
  about: string
  onClick: () => void
  children: React.ReactNode
}

function Control({ label, about, onClick, children }: ControlProps) {
  const tip = tooltip(label)
  return (
    <button
      type="button"
      {...tip}
      className={classNames(tip.className, styles.control)}
      aria-label={`${label}: ${about}`}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function MuteButton({ threadId, topic }: { threadId: number; topic: string }) {
  const { run } = useMute((_, { muted }) => {
    if (!muted) return
    toast.success('Muted', 'You won’t get notifications about this discussion.', {
      label: 'Undo',
      run: () => void run({ thread_id: threadId, muted: false }),
    })
  })
  const mute = () => void run({ thread_id: threadId, muted: true })
  return (
    <Control label="Mute this discussion" about={topic} onClick={mute}>
      <IconBellOff aria-hidden="true" />
    </Control>
  )
}
