import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { GetExpertProfile, TriggerVendorConnection } from '#api/operations.ts'
import { namesInWords } from '#shared/discussions.ts'
import { CONNECTION_DAYS, CONNECTION_MESSAGE_LENGTH } from '#shared/experts.ts'
import { dayOf } from '#shared/kit/dates.ts'
import type { Deal, ExpertView } from '#web/features/experts/experts.queries.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'
import { Section } from '#web/kit/Section.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

/** What the vendor offers members, and the way to be put in touch. */
export function Deals({ expert }: { expert: ExpertView }) {
  return (
    <Section title="Member offers">
      <ul>
        {expert.vendor_deals.map((deal) => (
          <li key={deal.id} className={styles.row}>
            <Monogram id={expert.id} name={expert.name} shape="firm" />
            <div className={styles.about}>
              <p className={styles.name}>{deal.short_text}</p>
              {deal.platform_description && <p className={`t-reply ${styles.text}`}>{deal.platform_description}</p>}
              <Recommenders deal={deal} />
              <Connection deal={deal} vendor={expert.name} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Recommenders = ({ deal: { recommenders } }: { deal: Deal }) =>
  recommenders.length > 0 ? (
    <p className={styles.recommenders}>
      {recommenders.map((person) => (
        <Avatar key={person.id} person={person} size={28} />
      ))}
      <span>Recommended by {namesInWords(recommenders.map(({ name }) => name))}</span>
    </p>
  ) : null

/** Nothing is sent before the member has read what the vendor will be told, and agreed. */
function Connection({ deal, vendor }: { deal: Deal; vendor: string }) {
  const { time_zone } = useUser()
  const [isOpen, setOpen] = useState(false)
  if (deal.connection_requested_at)
    return (
      <p className={styles.facts}>
        You requested an introduction to {vendor} on {dayOf(deal.connection_requested_at, time_zone)}. You can ask again
        after {CONNECTION_DAYS} days.
      </p>
    )
  if (!isOpen)
    return (
      <div className={styles.acts}>
        <Button onClick={() => setOpen(true)}>Request an introduction</Button>
      </div>
    )
  return <ConnectionForm deal={deal} vendor={vendor} onClose={() => setOpen(false)} />
}

function ConnectionForm({ deal, vendor, onClose }: { deal: Deal; vendor: string; onClose: () => void }) {
  const id = useId()
  const client = useQueryClient()
  const { name, company, email } = useUser()
  const [message, setMessage] = useState('')
  const [consent, setConsent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const send = async () => {
    if (!consent) return setProblem(`To continue, agree to share your name, company, and email address with ${vendor}.`)
    setSending(true)
    try {
      await execute(TriggerVendorConnection, { vendor_deal_id: deal.id, message, consent })
      toast.success(`Introduction to ${vendor} requested`)
      await client.invalidateQueries({ queryKey: [GetExpertProfile.name] })
      onClose()
    } catch (error) {
      setProblem(errorMessage(error, 'Request not sent'))
      setSending(false)
    }
  }
  return (
    <form
      className={forms.form}
      aria-label={`Request an introduction to ${vendor}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label htmlFor={`${id}-message`}>Message to {deal.vendor_first_name ?? vendor} (optional)</label>
      <textarea
        id={`${id}-message`}
        rows={3}
        maxLength={CONNECTION_MESSAGE_LENGTH}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <label className={forms.check}>
        <input type="checkbox" checked={consent} onChange={(event) => setConsent(event.target.checked)} />
        <span>
          Share my name ({name}), company ({company?.name ?? 'not provided'}), and email address ({email}) with {vendor}
          .
        </span>
      </label>
      {problem !== null && (
        <p role="alert" className={forms.problem}>
          {problem}
        </p>
      )}
      <div className={styles.acts}>
        <Button type="submit" look="filled" disabled={isSending}>
          Send request
        </Button>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}
