import { useState, type FormEvent } from 'react'
import { TITLE_REQUIRED } from '#shared/bookmarks.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import styles from './BookmarksPage.module.css'

interface Props {
  title?: string
  confirm: string
  maxLength: number
  isPending: boolean
  problem: string | undefined
  onSubmit: (title: string) => void
  onCancel: () => void
}

/** The name of a collection. Escape cancels. */
export function TitleForm({ title = '', confirm, maxLength, isPending, problem, onSubmit, onCancel }: Props) {
  const [text, setText] = useState(title)
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') setMissing(true)
    else onSubmit(text)
  }
  return (
    <form
      method="post"
      className={styles.titleForm}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <Field
        label="Name of the collection"
        name="title"
        autoComplete="off"
        autoFocus
        maxLength={maxLength}
        value={text}
        problem={isMissing ? TITLE_REQUIRED : problem}
        onChange={({ target }) => {
          setText(target.value)
          setMissing(false)
        }}
      />
      <div className={styles.titleActs}>
        <Button type="submit" disabled={isPending}>
          {confirm}
        </Button>
        <Button look="bare" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
