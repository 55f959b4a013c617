import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#shared/kit/dates.ts'
import { counted } from '#shared/kit/text.ts'
import {
  conversationPath,
  conversationsQuery,
  countQuery,
  type Conversation,
} from '#web/features/assistant/assistant.queries.ts'
import styles from '#web/features/assistant/conversations/Conversations.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useUser } from '#web/platform/session/session.ts'

const SHOWN = 3

/** The latest conversations in the side column, and the way to all of them. */
export function EarlierQuestions({ current, onAll }: { current: number | undefined; onAll: () => void }) {
  const { data, isError, refetch } = useQuery(conversationsQuery())
  const count = useQuery(countQuery).data?.ai_conversation_count ?? 0
  const shown = data?.ai_conversations.filter(({ id }) => id !== current).slice(0, SHOWN)
  return (
    <section className={styles.note}>
      <div className={styles.noteHead}>
        <h2>Earlier questions</h2>
        {count > 0 && (
          <button type="button" className={styles.all} onClick={onAll}>
            All {count}
          </button>
        )}
      </div>
      {shown === undefined ? (
        isError ? (
          <p className={styles.facts}>
            Could not load.{' '}
            <Button look="bare" onClick={() => void refetch()}>
              Try again
            </Button>
          </p>
        ) : (
          <Skeleton width="most" />
        )
      ) : shown.length === 0 ? (
        <p className={styles.facts}>Questions that you asked before appear here.</p>
      ) : (
        <ul>
          {shown.map((conversation) => (
            <li key={conversation.id}>
              <Link to={conversationPath(conversation.id)} className={styles.name}>
                {conversation.name}
              </Link>
              <ConversationFacts conversation={conversation} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function ConversationFacts({
  conversation: { updated, num_of_questions: count },
}: {
  conversation: Conversation
}) {
  const { time_zone } = useUser()
  return (
    <p className={styles.facts}>
      {dayOf(updated, time_zone)}, {counted(count, 'question')}
    </p>
  )
}
