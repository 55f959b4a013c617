import { useQuery } from '@tanstack/react-query'
import styles from '#web/features/assistant/AssistantPage.module.css'
import { hubQuery, type Prompt } from '#web/features/assistant/assistant.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Section } from '#web/kit/layout/Section.tsx'

const SHOWN = 5

interface Props {
  onUse: (prompt: Prompt) => void
  onAll: () => void
}

/** Before the first question of a conversation: some prompts. */
export function FirstQuestion({ onUse, onAll }: Props) {
  const prompts = useQuery(hubQuery).data?.prompt_hub ?? []
  return (
    <Section title="Prompts to start with">
      {prompts.length === 0 ? (
        <p className={styles.para}>Ask in your own words. A question can be as short as one sentence.</p>
      ) : (
        <ul className={styles.prompts}>
          {prompts.slice(0, SHOWN).map((prompt) => (
            <li key={prompt.id}>
              <button type="button" onClick={() => onUse(prompt)}>
                <b>{prompt.name}</b>
                <span>{prompt.description ?? prompt.content}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button className={styles.allPrompts!} onClick={onAll}>
        All prompts
      </Button>
    </Section>
  )
}
