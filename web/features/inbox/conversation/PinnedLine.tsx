import { useQuery } from '@tanstack/react-query'
import { IconPin } from '@tabler/icons-react'
import { useState } from 'react'
import styles from '#web/features/inbox/conversation/Conversation.module.css'
import { pinnedQuery, type Group } from '#web/features/inbox/inbox.queries.ts'

interface Props {
  group: Group
  /** True if the welcome is shown above; then its message is not repeated here. */
  isWelcomed: boolean
  onGo: (index: number) => void
}

/** The pinned messages: the newest in one line, all of them when expanded. */
export function PinnedLine({ group, isWelcomed, onGo }: Props) {
  const [isOpen, setOpen] = useState(false)
  const all = useQuery(pinnedQuery(group.id)).data?.inbox_group_pinned_messages ?? []
  const pinned = isWelcomed ? all.filter(({ id }) => id !== group.welcome_message_id) : all
  const [first] = pinned
  if (!first) return null
  return (
    <section aria-label="Pinned messages" className={styles.pinned}>
      <IconPin size={16} stroke={1.6} aria-hidden />
      <ul>
        {(isOpen ? pinned : [first]).map((message) => (
          <li key={message.id}>
            <button type="button" onClick={() => onGo(message.message_index_in_group)}>
              <b>{message.id === group.welcome_message_id ? 'Welcome' : message.sender.first_name}</b>{' '}
              {message.is_blocked ? 'A member you blocked' : message.cleaned_body}
            </button>
          </li>
        ))}
      </ul>
      {pinned.length > 1 && (
        <button type="button" className={styles.all} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `All ${pinned.length}`}
        </button>
      )}
    </section>
  )
}
