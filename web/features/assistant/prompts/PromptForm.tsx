import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { CreateUserPromptTemplate, UpdateUserPromptTemplate } from '#api/operations.ts'
import {
  FILES_PER_QUESTION,
  nameTooLong,
  PROMPT_LENGTH,
  PROMPT_NAME_LENGTH,
  PROMPT_NAME_REQUIRED,
  PROMPT_REQUIRED,
  promptTooLong,
  tooManyQuestionFiles,
} from '#shared/assistant.ts'
import { newKey } from '#shared/kit/ids.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { ownPromptsQuery, type Prompt } from '#web/features/assistant/assistant.queries.ts'
import styles from '#web/features/assistant/prompts/Prompts.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import AttachmentUploads from '#web/writing/attachments/AttachmentUploads.tsx'

const LIMIT = { files: FILES_PER_QUESTION, message: tooManyQuestionFiles() }
const NONE: readonly UploadedFile[] = []

interface Values {
  name: string
  content: string
}

function faultOf({ name, content }: Values) {
  const [named, written] = [[...name.trim()].length, [...content.trim()].length]
  if (named === 0) return { field: 'name', message: PROMPT_NAME_REQUIRED }
  if (named > PROMPT_NAME_LENGTH) return { field: 'name', message: nameTooLong(named) }
  if (written === 0) return { field: 'content', message: PROMPT_REQUIRED }
  return written > PROMPT_LENGTH ? { field: 'content', message: promptTooLong(written) } : null
}

interface Props {
  prompt?: Prompt
  onClose: () => void
}

function usePromptForm({ prompt, onClose }: Props) {
  const client = useQueryClient()
  const [removesFiles, setRemovesFiles] = useState(false)
  const files = useRef<{ uploaded: readonly UploadedFile[]; problem: string | null }>({ uploaded: NONE, problem: null })
  // One idempotency key per intent: retrying unchanged text reuses it.
  const intent = useRef({ asked: '', key: '' })
  const keyOf = (asked: object) => {
    const text = JSON.stringify(asked)
    if (intent.current.asked !== text) intent.current = { asked: text, key: newKey() }
    return intent.current.key
  }
  const form = useForm<Values>({
    initial: { name: prompt?.name ?? '', content: prompt?.content ?? '' },
    fields: ['name', 'content'],
    check: (values) => {
      const fault = faultOf(values)
      return fault ?? (files.current.problem === null ? null : { message: files.current.problem })
    },
    submit: ({ name, content }): Promise<unknown> => {
      const uploaded = files.current.uploaded.map((file) => ({ ...file }))
      const asked = { name, content, ...((uploaded.length > 0 || removesFiles) && { attachments: uploaded }) }
      return prompt
        ? execute(UpdateUserPromptTemplate, { id: prompt.id, ...asked })
        : execute(CreateUserPromptTemplate, { ...asked, idempotency_key: keyOf(asked) })
    },
    success: prompt ? 'Prompt saved' : 'Prompt created',
    messages: { fact: 'The prompt wasn’t saved' },
    onDone: () => {
      void client.invalidateQueries({ queryKey: ownPromptsQuery.queryKey })
      onClose()
    },
  })
  return { form, files, removesFiles, setRemovesFiles }
}

/** Creates a prompt of one's own, or changes it. New files replace those that it has. */
export function PromptForm({ prompt, onClose }: Props) {
  const { form, files, removesFiles, setRemovesFiles } = usePromptForm({ ...(prompt && { prompt }), onClose })
  const [picks, setPicks] = useState(0)
  return (
    <form
      {...form.props}
      className={styles.form}
      noValidate
      aria-label={prompt ? `Edit ${prompt.name}` : 'New prompt'}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <FormProblem>{form.problem}</FormProblem>
      <Field label="Name" autoComplete="off" autoFocus {...form.field('name')} />
      <TextAreaField label="Text" rows={4} {...form.field('content')} />
      {prompt && prompt.attachments.length > 0 && !removesFiles && (
        <p className={styles.facts}>
          {prompt.attachments.map(({ name }) => name).join(', ')}{' '}
          <Button look="bare" onClick={() => setRemovesFiles(true)}>
            Remove files
          </Button>
        </p>
      )}
      <AttachmentUploads
        restored={NONE}
        version="new"
        picks={picks}
        limit={LIMIT}
        onChange={(state) => (files.current = state)}
      />
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save</SubmitButton>
        <Button onClick={() => setPicks(picks + 1)}>
          {prompt && prompt.attachments.length > 0 ? 'Replace files' : 'Attach'}
        </Button>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
