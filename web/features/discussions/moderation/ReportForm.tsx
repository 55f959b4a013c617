import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { RadioGroup } from '#web/kit/forms/Choice.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useRef, useState } from 'react'
import { ReportContent } from '#api/operations.ts'
import { newKey } from '#shared/kit/ids.ts'
import {
  REPORT_DETAILS_LENGTH,
  REPORT_REASONS,
  REPORT_REASON_WORDS,
  detailsProblem,
  isRemovable,
  shownSentence,
  type ReportReason,
  type ReportType,
} from '#shared/moderation.ts'
import styles from '#web/features/discussions/moderation/ThreadMenu.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'

export interface ReportFormProps {
  about: {
    type: ReportType
    id: number
    words: string
    /** For a private message: number of preceding messages in the conversation. */
    before?: number
  }
  isOwn: boolean
  onClose: () => void
}

/** Reports content to staff. The text stays in the form until the server accepts it. */
export function ReportForm({ about, isOwn, onClose }: ReportFormProps) {
  const [isDone, setDone] = useState(false)
  // One idempotency key per intent: retrying unchanged text reuses it.
  const intent = useRef({ words: '', key: '' })
  const form = useForm({
    initial: { reason: isOwn ? 'own_removal' : '', details: '' },
    check: ({ reason, details }) => {
      const message = reason === '' ? 'Choose a reason.' : detailsProblem(details)
      return message === null ? null : { message }
    },
    submit: ({ reason, details }) => {
      const words = `${reason} ${details}`
      if (intent.current.words !== words) intent.current = { words, key: newKey() }
      return execute(ReportContent, {
        type: about.type,
        content_id: about.id,
        reason: reason as ReportReason,
        additional_details: details.trim(),
        idempotency_key: intent.current.key,
      })
    },
    onDone: () => setDone(true),
    messages: {
      offline: 'You’re offline. What you wrote is still here; try again when you’re back online.',
      failed: 'We couldn’t send your report just now. What you wrote is still here.',
    },
  })
  if (isDone) return <Thanks type={about.type} onClose={onClose} />
  return (
    <form {...form.props} aria-labelledby="more-title" className={styles.form}>
      <h2 id="more-title" className="t-section">
        {isOwn ? 'Ask staff to remove this' : `Report ${about.words}`}
      </h2>
      {about.before !== undefined && <p className={styles.note}>{shownSentence(about.before)}</p>}
      <p className={styles.note}>Staff will see your report and your name. The author and other members won’t.</p>
      <RadioGroup
        label="Reason"
        options={REPORT_REASONS.filter((each) => (each === 'own_removal') === isOwn).map((value) => ({
          value,
          label: REPORT_REASON_WORDS[value],
        }))}
        {...form.field('reason')}
      />
      <TextAreaField
        label="What should staff know?"
        maxLength={REPORT_DETAILS_LENGTH}
        autoFocus
        {...form.field('details')}
      />
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.buttons}>
        <SubmitButton isPending={form.isPending}>Send to staff</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

function Thanks({ type, onClose }: { type: ReportType; onClose: () => void }) {
  return (
    <>
      <h2 id="more-title" className="t-section">
        Sent to staff
      </h2>
      <p role="status" className={styles.note}>
        Thank you. Staff will review your report and decide{' '}
        {isRemovable(type) ? 'whether the content stays' : 'what to do'}. Your name won’t be shared outside staff.
      </p>
      <Button look="filled" autoFocus onClick={onClose}>
        Close
      </Button>
    </>
  )
}
