import { IconArrowLeft, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { writingLine } from '#shared/inbox.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { ChatComposer } from '#web/features/inbox/writing/ChatComposer.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/inbox/conversation/Conversation.module.css'
import { EditMessage } from '#web/features/inbox/conversation/EditMessage.tsx'
import { GroupDetails } from '#web/features/inbox/groups/GroupDetails.tsx'
import { useHistory, type History } from '#web/features/inbox/message-cache.ts'
import { isClosed, nameOf, type ChatMessage, type Group } from '#web/features/inbox/inbox.queries.ts'
import { MessageStream } from '#web/features/inbox/conversation/MessageStream.tsx'
import { PinnedLine } from '#web/features/inbox/conversation/PinnedLine.tsx'
import { useIsNew, Welcome } from '#web/features/inbox/Welcome.tsx'
import { useConversationLive } from '#web/features/inbox/conversation/use-conversation-live.ts'
import { Button } from '#web/kit/Button.tsx'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  group: Group
  /** Index of the message to scroll to. */
  message: number | undefined
  onReport: (message: ChatMessage) => void
}

export function Conversation({ group, message, onReport }: Props) {
  const viewer = useUser()
  const history = useHistory(group)
  const live = useConversationLive(group, viewer.id, history)
  const [quoted, setQuoted] = useState<ChatMessage | null>(null)
  const [edited, setEdited] = useState<ChatMessage | null>(null)
  const [isNew, endWelcome] = useIsNew(group)
  const [isDetails, setDetails] = useState(false)
  const present = group.members.filter(({ date_left }) => date_left === null)
  const { target, goTo } = useJump({ history, requested: message, onJump: () => setDetails(false) })
  const writers = present
    .filter(({ user_id }) => user_id !== viewer.id && live.writing.includes(user_id))
    .map(({ user }) => user.first_name)
  return (
    <div className={styles.conversation} data-details={isDetails || undefined}>
      <Header group={group} here={live.here.size} isDetails={isDetails} onDetails={() => setDetails(!isDetails)} />
      <div className={styles.talk}>
        <PinnedLine group={group} isWelcomed={isNew} onGo={(index) => void goTo(index)} />
        <Welcome group={group} isNew={isNew} end={endWelcome} />
        <MessageStream
          group={group}
          isWelcomed={isNew}
          history={history}
          target={target}
          onSeen={live.seen}
          onGo={(index) => void goTo(index)}
          onQuote={setQuoted}
          onEdit={setEdited}
          onReport={onReport}
        />
        <p className={styles.writing} role="status">
          {writingLine(writers)}
        </p>
        {edited ? (
          <EditMessage key={edited.id} message={edited} members={present} onClose={() => setEdited(null)} />
        ) : group.can_send ? (
          <ChatComposer
            key={group.id}
            group={group}
            members={present}
            quoted={quoted}
            onUnquote={() => setQuoted(null)}
            onTyping={live.typing}
          />
        ) : (
          <CannotSend group={group} />
        )}
      </div>
      <GroupDetails group={group} here={live.here} onGo={(index) => void goTo(index)} />
    </div>
  )
}

interface JumpProps {
  history: History
  /** Index of the message to go to once the conversation has loaded. */
  requested: number | undefined
  onJump: () => void
}

/** Goes to a message: loads it and makes it the target of the scrolling. */
function useJump({ history, requested, onJump }: JumpProps) {
  const [target, setTarget] = useState<{ index: number } | null>(null)
  const goTo = async (index: number) => {
    onJump()
    await history.jump(index)
    setTarget({ index })
  }
  const isThere = !history.isLoading
  const goToRequested = useEffectEvent(goTo)
  useEffect(() => {
    if (requested !== undefined && isThere) void goToRequested(requested)
  }, [requested, isThere])
  return { target, goTo }
}

interface HeaderProps {
  group: Group
  /** Number of other members online. */
  here: number
  isDetails: boolean
  onDetails: () => void
}

const Header = ({ group, here, isDetails, onDetails }: HeaderProps) => (
  <header className={styles.head}>
    <Link to={ROUTES.inbox} search={{}} className={styles.back}>
      <IconArrowLeft size={18} stroke={1.6} aria-hidden />
      <span className="visually-hidden">All conversations</span>
    </Link>
    <div className={styles.title}>
      <h1 className="t-section">{nameOf(group)}</h1>
      <p className={styles.facts}>{factsOf(group, here)}</p>
    </div>
    <Button look="bare" className={styles.details} aria-expanded={isDetails} onClick={onDetails}>
      <IconInfoCircle size={20} stroke={1.6} aria-hidden />
      Details
    </Button>
  </header>
)

const CannotSend = ({ group }: { group: Group }) => (
  <p className={styles.closed}>
    {isClosed(group)
      ? 'This conversation is archived. You can read it but can’t send messages.'
      : `You can’t send messages to ${nameOf(group)}.`}
  </p>
)

function factsOf({ group_type, num_of_members, num_of_invitees }: Group, here: number): string {
  const others = here > 0 ? [here === 1 && group_type === 'one_to_one' ? 'Online' : `${here} online`] : []
  if (group_type === 'one_to_one') return ['Direct message', ...others].join('. ')
  const members = counted(num_of_members, 'member')
  return [members, ...(num_of_invitees > 0 ? [`${num_of_invitees} invited`] : []), ...others].join(', ')
}
