import type { QueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { CancelMembership } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { CANCEL_REASONS, CANCEL_REASON_LENGTH, CANCEL_REASON_WORDS, type CancelReason } from '#shared/membership.ts'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { membershipQuery, errorMessage } from '#web/features/membership/membership.queries.ts'
import styles from './Membership.module.css'

/** Says first what will happen, then asks why. It stands in a dialog, outside the page, so the client is given. */
export function LeaveForm({
  client,
  until,
  timeZone,
}: {
  client: QueryClient
  until: string
  timeZone: string | undefined
}) {
  const [problem, setProblem] = useState<string>()
  const [isSending, setSending] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    const reason = typed.get('reason') as CancelReason | null
    if (!reason) return setProblem('Choose a reason.')
    setSending(true)
    try {
      await execute(CancelMembership, { reason, details: String(typed.get('details') ?? '') })
      form.closest('dialog')?.close()
      toast.success('Your membership won’t renew')
      await client.invalidateQueries({ queryKey: membershipQuery.queryKey })
    } catch (error) {
      setProblem(errorMessage(error))
      setSending(false)
    }
  }
  return (
    <form className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <p className="t-reply">
        You’ll have access until {dayOf(until, timeZone, 0)}, and you can change your mind until then. What you wrote
        stays visible to the members who can read it today.
      </p>
      <fieldset className={styles.choices}>
        <legend>Why are you leaving?</legend>
        {CANCEL_REASONS.map((reason) => (
          <label key={reason} className={styles.choice}>
            <input type="radio" name="reason" value={reason} />
            <span>{CANCEL_REASON_WORDS[reason]}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.area}>
        <label htmlFor="leave-details">Anything else we should know? (optional)</label>
        <textarea id="leave-details" name="details" maxLength={CANCEL_REASON_LENGTH} />
      </div>
      <p role="alert" className={problem ? styles.notice : undefined}>
        {problem}
      </p>
      <div className={styles.acts}>
        <Button look="filled" type="submit" disabled={isSending}>
          Cancel my membership
        </Button>
      </div>
    </form>
  )
}
