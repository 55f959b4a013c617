import { useQuery } from '@tanstack/react-query'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import styles from '#web/features/assistant/AssistantPage.module.css'
import { conversationPath, countQuery, textsQuery } from '#web/features/assistant/assistant.queries.ts'
import { PRIVACY, TAGLINE } from '#web/features/assistant/assistant-texts.ts'
import { Button } from '#web/kit/Button.tsx'
import { navigateTo } from '#web/platform/navigation/navigation.ts'

interface Props {
  /** No conversation is open. */
  isNew: boolean
  /** Before the page of a new question opens. */
  onNew: () => void
  onAll: () => void
}

/** The title, in the words of the viewer's network; who can read the questions, until the first is asked. */
export function AssistantHead({ isNew, onNew, onAll }: Props) {
  const memberships = useQuery(textsQuery).data?.viewer.peer_network_memberships ?? []
  const network = (memberships.find(({ is_primary }) => is_primary) ?? memberships[0])?.peer_network
  const count = useQuery(countQuery).data?.ai_conversation_count ?? 0
  const begin = () => {
    onNew()
    navigateTo(conversationPath())
  }
  return (
    <div className={styles.head}>
      <div className={styles.intro}>
        <h1 className="t-page-title">Assistant</h1>
        <p className={styles.lede}>{network?.ai_chatbot_tagline || TAGLINE}</p>
        {isNew && <p className={styles.lede}>{network?.ai_chatbot_privacy_text || PRIVACY}</p>}
      </div>
      <div className={styles.headActs}>
        {count > 0 && (
          <Button className={styles.earlier!} onClick={onAll}>
            <IconHistory stroke={1.6} aria-hidden /> Earlier questions
          </Button>
        )}
        {!isNew && (
          <Button onClick={begin}>
            <IconPlus stroke={1.6} aria-hidden /> New question
          </Button>
        )}
      </div>
    </div>
  )
}
