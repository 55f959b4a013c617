import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RemoveLibraryPrompt } from '#api/operations.ts'
import { LibraryPromptForm } from '#web/features/assistant/staff/LibraryPromptForm.tsx'
import styles from '#web/features/assistant/staff/StaffAssistant.module.css'
import { updateDesk, type LibraryPrompt } from '#web/features/assistant/staff/staff-assistant.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'

/** Prompts for every member. */
export function LibraryPrompts({ prompts }: { prompts: readonly LibraryPrompt[] }) {
  const [isNew, setNew] = useState(false)
  const categories = [...new Set(prompts.flatMap(({ category }) => category ?? []))]
  return (
    <>
      {isNew ? (
        <LibraryPromptForm categories={categories} onClose={() => setNew(false)} />
      ) : (
        <p className={styles.add}>
          <Button look="filled" onClick={() => setNew(true)}>
            New prompt
          </Button>
        </p>
      )}
      {prompts.length === 0 && !isNew && (
        <p className={styles.quiet}>No prompts yet. Members find the prompts that you add in their library.</p>
      )}
      <ul aria-label="Prompts">
        {prompts.map((prompt) => (
          <Row key={prompt.id} prompt={prompt} categories={categories} />
        ))}
      </ul>
    </>
  )
}

function Row({ prompt, categories }: { prompt: LibraryPrompt; categories: readonly string[] }) {
  const [act, setAct] = useState<'edit' | 'remove' | null>(null)
  const close = () => setAct(null)
  const { name, content, description, category, order } = prompt
  if (act === 'edit')
    return (
      <li className={styles.row}>
        <LibraryPromptForm prompt={prompt} categories={categories} onClose={close} />
      </li>
    )
  return (
    <li className={styles.row}>
      <p className={styles.name}>{name}</p>
      <p className={`t-quote ${styles.words}`}>{content}</p>
      <p className={styles.quiet}>
        {[category ?? 'No category', `order ${order}`, description].filter(Boolean).join(', ')}
      </p>
      {act === 'remove' ? (
        <Removing prompt={prompt} onClose={close} />
      ) : (
        <div className={styles.acts}>
          <Button look="bare" aria-label={`Edit ${name}`} onClick={() => setAct('edit')}>
            Edit
          </Button>
          <Button look="bare" aria-label={`Remove ${name}`} onClick={() => setAct('remove')}>
            Remove
          </Button>
        </div>
      )}
    </li>
  )
}

function Removing({ prompt: { id, name }, onClose }: { prompt: LibraryPrompt; onClose: () => void }) {
  const client = useQueryClient()
  const remove = useCommand(RemoveLibraryPrompt, {
    onError: 'show',
    success: `Removed: ${name}`,
    onSuccess: ({ removeLibraryPrompt }) => updateDesk(client, { staff_library_prompts: removeLibraryPrompt }),
  })
  return (
    <ConfirmForm
      question={`Remove “${name}” from every member’s library? You can’t undo this.`}
      confirm="Remove"
      isPending={remove.isPending}
      problem={remove.error && errorMessage(remove.error, { fact: 'The prompt wasn’t removed' })}
      onConfirm={() => void remove.run({ id })}
      onCancel={onClose}
    />
  )
}
