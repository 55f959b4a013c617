import { createStore } from '#web/kit/store.ts'
import { SMALL_SCREEN } from '#web/platform/app/app-bridge.ts'
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

// The module is loaded after the first view, so only in a browser.
const smallScreen = matchMedia(SMALL_SCREEN)
const isSmallScreen = createStore(smallScreen.matches)
smallScreen.addEventListener('change', () => isSmallScreen.set(smallScreen.matches))

interface Props {
  /** Both are in the page; only the visible one fetches and counts. */
  on: 'spine' | 'tabs'
  className: string | undefined
}

/** Unread messages of groups that are neither muted nor archived, and invitations. */
export default function InboxCount({ on, className }: Props) {
  const { id } = useUser()
  const isSmall = isSmallScreen.use()
  if (isSmall !== (on === 'tabs')) return null
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
