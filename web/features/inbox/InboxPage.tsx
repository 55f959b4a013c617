import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Conversation } from '#web/features/inbox/conversation/Conversation.tsx'
import { GroupList } from '#web/features/inbox/groups/GroupList.tsx'
import {
  groupQuery,
  nameOf,
  oneToOneQuery,
  refreshEntries,
  type ChatMessage,
} from '#web/features/inbox/inbox.queries.ts'
import styles from '#web/features/inbox/InboxPage.module.css'
import { InvitationCard } from '#web/features/inbox/groups/InvitationCard.tsx'
import { moveToConversation } from '#web/features/inbox/writing/conversation-drafts.ts'
import { NewConversation } from '#web/features/inbox/groups/NewConversation.tsx'
import { chatOutbox } from '#web/features/inbox/writing/chat-outbox.ts'
import { useDebounced } from '#web/kit/use-debounced.ts'
import { useResumeOutbox } from '#web/writing/outbox/use-resume-outbox.ts'
import { Button, ButtonLink } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { inboxPath, POLL_MS } from '#shared/inbox.ts'
import { track } from '#web/platform/analytics/analytics.ts'
import { useTitle } from '#web/platform/navigation/page-title.ts'
import { isResync, usePolling, useSignals } from '#web/platform/live/live.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { useUser } from '#web/platform/session/session.ts'

export interface InboxSearch {
  group_id?: number | undefined
  message?: number | undefined
  to?: number | undefined
}

/** Debounces bursts of signals into one request. */
const QUIET_MS = 120

function useInboxLife(userId: number) {
  const client = useQueryClient()
  const refreshSoon = useDebounced(() => refreshEntries(client), { quietMs: QUIET_MS })
  useSignals((signal) => {
    if (!isResync(signal) && !signal.signal.startsWith('inbox.')) return
    if (signal.signal === 'inbox.present' || (signal.signal === 'inbox.seen' && signal.actor_id !== userId)) return
    refreshSoon()
  })
  usePolling(() => refreshEntries(client), POLL_MS)
  useResumeOutbox(chatOutbox)
  // Once each time the page is opened.
  useEffect(() => void track('inbox-viewed', {}), [])
}

interface Props {
  search: InboxSearch
  onReport: (message: ChatMessage) => void
}

/** The list on the left, the open conversation next to it; on phones one of the two. */
export function InboxPage({ search, onReport }: Props) {
  const viewer = useUser()
  useInboxLife(viewer.id)
  const [isNew, setNew] = useState(false)
  const { group_id: groupId, to } = search
  useEffect(() => setNew(false), [groupId])
  const hasPane = groupId !== undefined || to !== undefined || isNew
  return (
    <main
      id="main"
      tabIndex={-1}
      className={styles.inbox}
      data-full-width=""
      data-toasts="top"
      data-pane={hasPane || undefined}
    >
      <GroupList current={groupId} isHeading={!hasPane} onNew={() => setNew(true)} />
      <div className={styles.pane} data-wide={(!isNew && groupId !== undefined) || undefined}>
        {isNew ? (
          <NewConversation onClose={() => setNew(false)} />
        ) : groupId !== undefined ? (
          <OpenGroup key={groupId} groupId={groupId} message={search.message} onReport={onReport} />
        ) : to !== undefined ? (
          <WithMember key={to} userId={to} />
        ) : (
          <NothingOpen onNew={() => setNew(true)} />
        )}
      </div>
    </main>
  )
}

function NothingOpen({ onNew }: { onNew: () => void }) {
  useTitle('Inbox')
  return (
    <StatePage title="No conversation selected" actions={<Button onClick={onNew}>New conversation</Button>}>
      Choose a conversation on the left. Only the people in it can read it. Staff see a message only if a member reports
      it.
    </StatePage>
  )
}

interface OpenGroupProps {
  groupId: number
  message: number | undefined
  onReport: Props['onReport']
}

function OpenGroup({ groupId, message, onReport }: OpenGroupProps) {
  const { data, isError, refetch } = useQuery(groupQuery(groupId))
  const group = data?.inbox_group
  useTitle(group ? nameOf(group) : 'Inbox')
  if (isError && !data)
    return (
      <StatePage level={1} title="We couldn’t load this conversation" again={refetch}>
        What you wrote is saved on this device.
      </StatePage>
    )
  if (data === undefined) return <PaneSkeleton />
  if (!group)
    return (
      <StatePage level={1} title="This conversation isn’t available" actions={<ToInbox />}>
        You may have left it, or your invitation may have expired.
      </StatePage>
    )
  return group.is_member ? (
    <Conversation group={group} message={message} onReport={onReport} />
  ) : (
    <div className={styles.invited}>
      <ToInbox />
      <h1 className="t-section">{nameOf(group)}</h1>
      <InvitationCard groupId={groupId} />
    </div>
  )
}

/** Opens the conversation with a member, or the form to start it. */
function WithMember({ userId }: { userId: number }) {
  const viewer = useUser()
  const { data, isError, refetch } = useQuery(oneToOneQuery(userId))
  const found = data?.one_to_one?.id
  useEffect(() => {
    if (found === undefined) return
    moveToConversation(viewer.id, userId, found)
    navigateTo(inboxPath(found), { replace: true })
  }, [viewer.id, userId, found])
  useTitle('Inbox')
  if (isError) return <StatePage level={1} title="We couldn’t find this conversation" again={refetch} />
  if (data === undefined || found !== undefined) return <PaneSkeleton />
  return <NewConversation withId={userId} onClose={() => navigateTo(inboxPath())} />
}

const ToInbox = () => (
  <ButtonLink
    href={inboxPath()}
    onClick={(event) => {
      event.preventDefault()
      navigateTo(inboxPath())
    }}
  >
    All conversations
  </ButtonLink>
)

const PaneSkeleton = () => (
  <div role="status" aria-label="Loading conversation" className={styles.loading}>
    <Skeleton shape="title" width="half" />
    <Skeleton width="most" />
    <Skeleton width="half" />
    <Skeleton width="most" />
  </div>
)
