import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { SaveLibraryPrompt } from '#api/operations.ts'
import {
  categoryTooLong,
  descriptionTooLong,
  nameTooLong,
  PROMPT_CATEGORY_LENGTH,
  PROMPT_DESCRIPTION_LENGTH,
  PROMPT_LENGTH,
  PROMPT_NAME_LENGTH,
  PROMPT_NAME_REQUIRED,
  PROMPT_ORDER_MOST,
  PROMPT_ORDER_WRONG,
  PROMPT_REQUIRED,
  promptTooLong,
} from '#shared/assistant.ts'
import styles from '#web/features/assistant/staff/StaffAssistant.module.css'
import { updateDesk, type LibraryPrompt } from '#web/features/assistant/staff/staff-assistant.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'

type Values = Record<'name' | 'content' | 'description' | 'category' | 'order', string>

const lengthOf = (text: string) => [...text.trim()].length
const LIMITS = [
  ['name', PROMPT_NAME_LENGTH, nameTooLong],
  ['content', PROMPT_LENGTH, promptTooLong],
  ['description', PROMPT_DESCRIPTION_LENGTH, descriptionTooLong],
  ['category', PROMPT_CATEGORY_LENGTH, categoryTooLong],
] as const

function faultOf(values: Values) {
  if (lengthOf(values.name) === 0) return { field: 'name', message: PROMPT_NAME_REQUIRED }
  if (lengthOf(values.content) === 0) return { field: 'content', message: PROMPT_REQUIRED }
  for (const [field, limit, message] of LIMITS)
    if (lengthOf(values[field]) > limit) return { field, message: message(lengthOf(values[field])) }
  const isOrder = /^\d+$/.test(values.order.trim()) && Number(values.order) <= PROMPT_ORDER_MOST
  return isOrder ? null : { field: 'order', message: PROMPT_ORDER_WRONG }
}

interface Props {
  prompt?: LibraryPrompt
  categories: readonly string[]
  onClose: () => void
}

/** Adds a prompt to the library, or changes one. */
export function LibraryPromptForm({ prompt, categories, onClose }: Props) {
  const client = useQueryClient()
  const listId = useId()
  const form = useForm<Values, { saveLibraryPrompt: LibraryPrompt[] }>({
    initial: {
      name: prompt?.name ?? '',
      content: prompt?.content ?? '',
      description: prompt?.description ?? '',
      category: prompt?.category ?? '',
      order: String(prompt?.order ?? 0),
    },
    check: faultOf,
    submit: (values) =>
      execute(SaveLibraryPrompt, { ...values, order: Number(values.order), ...(prompt && { id: prompt.id }) }),
    success: (_, { name }) => `Saved: ${name.trim()}`,
    onDone: ({ saveLibraryPrompt }) => {
      updateDesk(client, { staff_library_prompts: saveLibraryPrompt })
      onClose()
    },
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={prompt ? `Edit ${prompt.name}` : 'New prompt'}>
      <FormProblem>{form.problem}</FormProblem>
      <Field label="Name" autoComplete="off" {...form.field('name')} />
      <TextAreaField
        label="Text"
        hint="Put what members fill in into brackets, such as [clause]."
        rows={3}
        {...form.field('content')}
      />
      <Field label="Description (optional)" autoComplete="off" {...form.field('description')} />
      <Field label="Category (optional)" list={listId} autoComplete="off" {...form.field('category')} />
      <datalist id={listId}>
        {categories.map((category) => (
          <option key={category} value={category} />
        ))}
      </datalist>
      <Field
        label="Order"
        hint="Prompts of a category are listed from the lowest number."
        inputMode="numeric"
        autoComplete="off"
        {...form.field('order')}
      />
      <div className={styles.end}>
        <SubmitButton isPending={form.isPending}>Save</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
