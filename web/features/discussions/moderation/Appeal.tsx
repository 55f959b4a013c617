import { useState } from 'react'
import { AppealRejection, thread } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { appealProblem, APPEAL_DAYS } from '#shared/moderation.ts'
import type { MessageView } from '#web/features/discussions/queries/discussions.queries.ts'
import styles from '#web/features/discussions/moderation/Appeal.module.css'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'
import { useQueryClient } from '@tanstack/react-query'

type Rejection = NonNullable<MessageView['rejection']>

/** Under a rejected post, for its author: asks for a second look, or says what came of it. */
export default function Appeal({ id, rejection: { appeal, can_appeal } }: { id: number; rejection: Rejection }) {
  const [isOpen, setOpen] = useState(false)
  const { time_zone } = useUser()
  if (appeal)
    return (
      <p className={styles.line}>
        {appeal.decided_at
          ? 'Another member of staff looked again and came to the same decision.'
          : `You asked for a second look on ${dayOf(appeal.created_at, time_zone)}. Staff haven’t decided yet.`}
      </p>
    )
  if (!can_appeal) return null
  return isOpen ? (
    <AppealForm id={id} onClose={() => setOpen(false)} />
  ) : (
    <div className={styles.line}>
      <Button onClick={() => setOpen(true)}>Ask for a second look</Button>
    </div>
  )
}

function AppealForm({ id, onClose }: { id: number; onClose: () => void }) {
  const client = useQueryClient()
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => {
      const message = appealProblem(text)
      return message === null ? undefined : { field: 'text' as const, message }
    },
    submit: ({ text }) => execute(AppealRejection, { message_id: id, text }),
    success: 'Sent to staff',
    onDone: () => client.invalidateQueries({ queryKey: [thread.name] }),
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="Ask for a second look">
      <FormProblem>{form.problem}</FormProblem>
      <TextAreaField
        label="Why should it appear?"
        hint={`Another member of staff reads this and decides. You can ask once, within ${APPEAL_DAYS} days.`}
        rows={3}
        {...form.native('text')}
      />
      <div className={styles.buttons}>
        <SubmitButton isPending={form.isPending}>Send to staff</SubmitButton>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
