import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GetExpertProfile, TriggerVendorConnection } from '#api/operations.ts'
import { namesInWords } from '#shared/discussions.ts'
import { CONNECTION_DAYS, CONNECTION_MESSAGE_LENGTH } from '#shared/experts.ts'
import { dayOf } from '#shared/kit/dates.ts'
import type { Deal, ExpertView } from '#web/features/experts/experts.queries.ts'
import { ExpertMark } from '#web/features/experts/ExpertRow.tsx'
import styles from '#web/features/experts/Experts.module.css'
import forms from '#web/features/experts/Forms.module.css'
import { Section } from '#web/kit/layout/Section.tsx'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'

/** The vendor's offers to members, with the form to request an introduction. */
export function Deals({ expert }: { expert: ExpertView }) {
  return (
    <Section title="Member offers">
      <ul>
        {expert.vendor_deals.map((deal) => (
          <li key={deal.id} className={styles.row}>
            <ExpertMark expert={expert} />
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

/** Nothing is sent until the member has read what the vendor will receive, and agreed. */
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
  const client = useQueryClient()
  const { name, company, email } = useUser()
  const form = useForm({
    initial: { message: '', consent: false },
    check: ({ consent }) =>
      consent
        ? null
        : {
            field: 'consent',
            message: `To continue, agree to share your name, company, and email address with ${vendor}.`,
          },
    submit: async (values) => {
      await execute(TriggerVendorConnection, { vendor_deal_id: deal.id, ...values })
      await client.invalidateQueries({ queryKey: [GetExpertProfile.name] })
    },
    success: `Introduction to ${vendor} requested`,
    onDone: onClose,
    messages: { fact: 'Request not sent' },
  })
  return (
    <form {...form.props} className={forms.form} aria-label={`Request an introduction to ${vendor}`} noValidate>
      <TextAreaField
        label={`Message to ${deal.vendor_first_name ?? vendor} (optional)`}
        rows={3}
        maxLength={CONNECTION_MESSAGE_LENGTH}
        {...form.field('message')}
      />
      <CheckboxField
        label={`Share my name (${name}), company (${company?.name ?? 'not provided'}), and email address (${email}) with ${vendor}.`}
        {...form.checkbox('consent')}
      />
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Send request</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}
