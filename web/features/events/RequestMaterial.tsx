import { useState } from 'react'
import { RequestEvents } from '#api/operations.ts'
import { EVENT_REQUEST, eventRequestProblem } from '#shared/events.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import styles from './Events.module.css'

interface Props {
  /** The event whose material is missing; without one, the member says which. */
  eventId?: number
}

/** Asks staff for slides, documents or a recording that is missing. */
export function RequestMaterial({ eventId }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setOpen(true)}>
        Request material
      </button>
      {isOpen && (
        <Dialog labelledBy="request-title" onClose={() => setOpen(false)}>
          {(close) => <RequestForm {...(eventId && { eventId })} onClose={close} />}
        </Dialog>
      )}
    </>
  )
}

function RequestForm({ eventId, onClose }: Props & { onClose: () => void }) {
  const [idempotency_key] = useState(() => crypto.randomUUID())
  const form = useForm({
    initial: { description: '' },
    check: ({ description }) => {
      const message = eventRequestProblem(description)
      return message ? { field: 'description', message } : null
    },
    submit: ({ description }) =>
      execute(RequestEvents, { description, idempotency_key, ...(eventId && { event_id: eventId }) }),
    success: 'Request sent. Staff will look for it.',
    onDone: onClose,
  })
  return (
    <form {...form.props} noValidate className={styles.form}>
      <h2 id="request-title" className="t-section">
        Request material
      </h2>
      <FormProblem>{form.problem}</FormProblem>
      <TextAreaField
        {...form.field('description')}
        label="What are you missing?"
        hint="Name the event, and whether you need its slides, documents or recording."
        rows={5}
        maxLength={EVENT_REQUEST * 2}
      />
      <p className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Send request</SubmitButton>
        <Button onClick={onClose}>Close</Button>
      </p>
    </form>
  )
}
