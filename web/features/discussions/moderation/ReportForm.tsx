import { useId, useRef, useState } from 'react'
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
import { ApiError, isUnexpected } from '#web/platform/api/api-error.ts'

export interface ReportFormProps {
  about: {
    type: ReportType
    id: number
    words: string
    /** Of a private message: how many precede it in its conversation. */
    before?: number
  }
  isOwn: boolean
  onClose: () => void
}

/** Tells staff what is wrong. What was typed stays until it has arrived. */
export function ReportForm({ about, isOwn, onClose }: ReportFormProps) {
  const id = useId()
  const [reason, setReason] = useState<ReportReason | null>(isOwn ? 'own_removal' : null)
  const [details, setDetails] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isDone, setDone] = useState(false)
  const [isSending, setSending] = useState(false)
  const intent = useRef<string | null>(null)
  const submit = async () => {
    const found = reason === null ? 'Choose a reason.' : detailsProblem(details)
    setProblem(found)
    if (found !== null || reason === null || isSending) return
    intent.current ??= newKey()
    setSending(true)
    try {
      await execute(ReportContent, {
        type: about.type,
        content_id: about.id,
        reason,
        additional_details: details.trim(),
        idempotency_key: intent.current,
      })
      setDone(true)
    } catch (error) {
      setProblem(errorMessage(error))
    }
    setSending(false)
  }
  if (isDone) return <Thanks type={about.type} onClose={onClose} />
  return (
    <form
      aria-labelledby="more-title"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h2 id="more-title" className="t-section">
        {isOwn ? 'Ask staff to remove this' : `Report ${about.words}`}
      </h2>
      {about.before !== undefined && <p className={styles.note}>{shownSentence(about.before)}</p>}
      <p className={styles.note}>Staff will see your report and your name. The author and other members won’t.</p>
      <Reasons
        isOwn={isOwn}
        chosen={reason}
        onChoose={(each) => {
          intent.current = null
          setReason(each)
        }}
      />
      <label htmlFor={`${id}-details`}>What should staff know?</label>
      <textarea
        id={`${id}-details`}
        value={details}
        maxLength={REPORT_DETAILS_LENGTH}
        autoFocus
        onChange={(event) => {
          intent.current = null
          setDetails(event.target.value)
        }}
      />
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" look="filled" aria-disabled={isSending}>
          Send to staff
        </Button>
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

function errorMessage(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'network')
    return 'You’re offline. What you wrote is still here; try again when you’re back online.'
  if (isUnexpected(error)) {
    const id = error instanceof ApiError ? error.errorId : undefined
    return `We couldn’t send your report just now. What you wrote is still here.${id ? ` Error ID: ${id}.` : ''}`
  }
  return (error as ApiError).message
}

interface ReasonsProps {
  isOwn: boolean
  chosen: ReportReason | null
  onChoose: (reason: ReportReason) => void
}

function Reasons({ isOwn, chosen, onChoose }: ReasonsProps) {
  const name = useId()
  return (
    <fieldset className={styles.reasons}>
      <legend>Reason</legend>
      {REPORT_REASONS.filter((each) => (each === 'own_removal') === isOwn).map((each) => (
        <label key={each}>
          <input type="radio" name={name} checked={chosen === each} onChange={() => onChoose(each)} />
          {REPORT_REASON_WORDS[each]}
        </label>
      ))}
    </fieldset>
  )
}
