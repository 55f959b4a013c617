import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeleteUserPromptTemplate, RenameUserPromptTemplate } from '#api/operations.ts'
import { nameTooLong, PROMPT_NAME_LENGTH, PROMPT_NAME_REQUIRED } from '#shared/assistant.ts'
import { counted } from '#shared/kit/text.ts'
import { ownPromptsQuery, type Prompt } from '#web/features/assistant/assistant.queries.ts'
import { NameForm } from '#web/features/assistant/prompts/NameForm.tsx'
import { PromptForm } from '#web/features/assistant/prompts/PromptForm.tsx'
import styles from '#web/features/assistant/prompts/Prompts.module.css'
import { Button } from '#web/kit/Button.tsx'
import { ConfirmForm } from '#web/kit/forms/ConfirmForm.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'

const KEYS = [ownPromptsQuery.queryKey]
type Use = (prompt: Prompt) => void

/** The member's own prompts: only they see them. */
export function OwnPrompts({ onUse }: { onUse: Use }) {
  const { data, isError, refetch } = useQuery(ownPromptsQuery)
  const [isNew, setNew] = useState(false)
  const own = data?.user_prompt_templates
  return (
    <section className={styles.section} aria-label="Your prompts">
      <div className={styles.sectionHead}>
        <h3>Your prompts</h3>
        {!isNew && <Button onClick={() => setNew(true)}>New prompt</Button>}
      </div>
      {isNew && <PromptForm onClose={() => setNew(false)} />}
      {own === undefined ? (
        isError ? (
          <p role="alert" className={styles.facts}>
            We couldn’t load your prompts. <Button onClick={() => void refetch()}>Try again</Button>
          </p>
        ) : (
          <Skeleton width="most" />
        )
      ) : own.length === 0 ? (
        !isNew && <p className={styles.facts}>Questions that you ask often can be saved here. Only you see them.</p>
      ) : (
        <ul>
          {own.map((prompt) => (
            <OwnRow key={prompt.id} prompt={prompt} onUse={onUse} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OwnRow({ prompt, onUse }: { prompt: Prompt; onUse: Use }) {
  const [act, setAct] = useState<'rename' | 'edit' | 'delete' | null>(null)
  const close = () => setAct(null)
  const { name, content, attachments } = prompt
  if (act === 'edit')
    return (
      <li className={styles.row}>
        <PromptForm prompt={prompt} onClose={close} />
      </li>
    )
  if (act === 'rename') return <Renaming prompt={prompt} onClose={close} />
  return (
    <li className={styles.row}>
      <div className={styles.about}>
        <b>{name}</b>
        <p className={styles.excerpt}>{content}</p>
        {attachments.length > 0 && <p className={styles.facts}>{counted(attachments.length, 'file')}</p>}
      </div>
      <Button aria-label={`Use ${name}`} onClick={() => onUse(prompt)}>
        Use
      </Button>
      {act === 'delete' ? (
        <Deleting prompt={prompt} onClose={close} />
      ) : (
        <div className={styles.acts}>
          <Button look="bare" aria-label={`Rename ${name}`} onClick={() => setAct('rename')}>
            Rename
          </Button>
          <Button look="bare" aria-label={`Edit ${name}`} onClick={() => setAct('edit')}>
            Edit
          </Button>
          <Button look="bare" aria-label={`Delete ${name}`} onClick={() => setAct('delete')}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}

interface ActProps {
  prompt: Prompt
  onClose: () => void
}

function Renaming({ prompt: { id, name }, onClose }: ActProps) {
  const rename = useCommand(RenameUserPromptTemplate, { invalidate: KEYS, onError: 'show', onSuccess: onClose })
  return (
    <li className={styles.row}>
      <NameForm
        label="Name of the prompt"
        name={name}
        required={PROMPT_NAME_REQUIRED}
        tooLong={nameTooLong}
        most={PROMPT_NAME_LENGTH}
        isPending={rename.isPending}
        problem={rename.error && errorMessage(rename.error, { fact: 'The name wasn’t changed' })}
        onSubmit={(next) => void rename.run({ id, name: next })}
        onCancel={onClose}
      />
    </li>
  )
}

function Deleting({ prompt: { id, name }, onClose }: ActProps) {
  const remove = useCommand(DeleteUserPromptTemplate, {
    invalidate: KEYS,
    onError: 'show',
    success: 'Prompt deleted',
  })
  return (
    <ConfirmForm
      isInDialog
      question={`Delete “${name}”? You can’t undo this.`}
      confirm="Delete"
      isPending={remove.isPending}
      problem={remove.error && errorMessage(remove.error, { fact: 'The prompt wasn’t deleted' })}
      onConfirm={() => void remove.run({ id })}
      onCancel={onClose}
    />
  )
}
