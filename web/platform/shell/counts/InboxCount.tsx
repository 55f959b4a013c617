import type { LiveSignal } from '#web/platform/live/live.ts'
import { useUser } from '#web/platform/session/session.ts'
import { inboxCount } from '#web/platform/shell/counts/Count.tsx'
import { unreadQuery } from '#web/platform/shell/counts/count-queries.ts'
import { CountBadge } from '#web/platform/shell/counts/CountBadge.tsx'

/** Others' reading and typing does not change this member's count. */
const concerns = ({ signal, actor_id }: LiveSignal, viewerId: number) =>
  signal.startsWith('inbox.') &&
  signal !== 'inbox.present' &&
  signal !== 'inbox.updated' &&
  (signal !== 'inbox.seen' || actor_id === viewerId)

/** Unread messages of groups that are neither muted nor archived, and invitations. */
export default function InboxCount({ className }: { className: string | undefined }) {
  const { id } = useUser()
  return (
    <CountBadge
      place="inbox"
      query={unreadQuery}
      countOf={inboxCount}
      changes={(signal) => concerns(signal, id)}
      className={className}
      word="unread"
    />
  )
}
