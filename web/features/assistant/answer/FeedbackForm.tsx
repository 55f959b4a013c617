import { useQueryClient } from '@tanstack/react-query'
import { SendAIFeedback } from '#api/operations.ts'
import { FEEDBACK_LENGTH, feedbackTooLong } from '#shared/assistant.ts'
import styles from '#web/features/assistant/answer/Answer.module.css'
import { messagesQuery, type Version } from '#web/features/assistant/assistant.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'

interface Props {
  answer: Version
  feedback: NonNullable<Version['feedback']>
  onClose: () => void
}

/** Details of the feedback. Staff read neither question nor answer unless the member shares them here. */
export function FeedbackForm({ answer, feedback, onClose }: Props) {
  const client = useQueryClient()
  const form = useForm({
    initial: { details: feedback.details ?? '', is_shared: feedback.is_shared },
    check: ({ details }) => {
      const { length } = [...details.trim()]
      return length > FEEDBACK_LENGTH ? { field: 'details', message: feedbackTooLong(length) } : null
    },
    submit: ({ details, is_shared }) =>
      execute(SendAIFeedback, { message: answer.id, is_positive: feedback.is_positive, details, is_shared }),
    success: 'Feedback sent',
    messages: { fact: 'Your feedback wasn’t sent' },
    onDone: () => {
      void client.invalidateQueries({ queryKey: messagesQuery(answer.conversation_id).queryKey })
      onClose()
    },
  })
  return (
    <form {...form.props} className={styles.feedback} aria-label="Feedback" noValidate>
      <FormProblem>{form.problem}</FormProblem>
      <TextAreaField
        label={feedback.is_positive ? 'What helped? (optional)' : 'What was wrong or missing? (optional)'}
        rows={3}
        {...form.field('details')}
      />
      <CheckboxField
        label="Share this question and answer with staff"
        hint="Without this, staff can’t read either."
        {...form.checkbox('is_shared')}
      />
      <div className={styles.ways}>
        <SubmitButton isPending={form.isPending} look="quiet">
          Send feedback
        </SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}
