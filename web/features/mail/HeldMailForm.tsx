/** Posts a held email after the member looked at it. Who will read it is said before. */
import { useState, type FormEvent } from 'react'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { usePostHeldMail, type SentMail } from './mail.queries.ts'
import styles from './Mail.module.css'

export function HeldMailForm({ mail }: { mail: SentMail }) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button className={styles.review} onClick={() => setOpen(true)}>
        Review and post
      </Button>
    )
  return <Form mail={mail} onClose={() => setOpen(false)} />
}

function Form({ mail, onClose }: { mail: SentMail; onClose: () => void }) {
  const { id, reason, is_private, posted_text, cut_text } = mail
  const [text, setText] = useState(posted_text)
  const [isWithoutFiles, setWithoutFiles] = useState(reason === 'file')
  const { run, isPending, error } = usePostHeldMail(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run({ id, text, without_files: isWithoutFiles })
  }
  return (
    <form method="post" className={styles.held} onSubmit={submit}>
      <TextAreaField
        label={is_private ? 'Sent to the author only' : 'Posted to everyone who can read this'}
        name="text"
        rows={6}
        autoFocus
        value={text}
        problem={error?.message}
        onChange={({ target }) => setText(target.value)}
      />
      {cut_text && (
        <p>
          <Button onClick={() => setText([text, cut_text].filter(Boolean).join('\n\n'))}>
            Add the lines that were left out
          </Button>
        </p>
      )}
      {reason === 'file' && (
        <CheckboxField
          label="Without its files"
          checked={isWithoutFiles}
          onChange={({ target }) => setWithoutFiles(target.checked)}
        />
      )}
      <div className={styles.acts}>
        <Button type="submit" look={is_private ? 'private' : 'filled'} disabled={isPending}>
          {is_private ? 'Send privately' : 'Post'}
        </Button>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
