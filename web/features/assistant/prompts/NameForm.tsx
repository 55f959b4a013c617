import { useState, type FormEvent } from 'react'
import styles from '#web/features/assistant/prompts/Prompts.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'

interface Props {
  label: string
  name: string
  required: string
  most: number
  tooLong: (length: number) => string
  isPending: boolean
  problem: string | undefined
  onSubmit: (name: string) => void
  onCancel: () => void
}

/** Renames a conversation or a prompt. Escape cancels, and does not close the dialog around it. */
export function NameForm({ label, name, required, most, tooLong, isPending, problem, onSubmit, onCancel }: Props) {
  const [text, setText] = useState(name)
  const [fault, setFault] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const { length } = [...text.trim()]
    const found = length === 0 ? required : length > most ? tooLong(length) : undefined
    setFault(found)
    if (found === undefined) onSubmit(text.trim())
  }
  return (
    <form
      method="post"
      noValidate
      className={styles.nameForm}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onCancel()
      }}
    >
      <Field
        label={label}
        name="name"
        autoComplete="off"
        autoFocus
        value={text}
        problem={fault ?? problem}
        onChange={({ target }) => {
          setText(target.value)
          setFault(undefined)
        }}
      />
      <div className={styles.acts}>
        <Button type="submit" aria-disabled={isPending || undefined}>
          Save
        </Button>
        <Button look="bare" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
