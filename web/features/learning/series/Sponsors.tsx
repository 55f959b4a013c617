import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SeriesByPk, TriggerSponsorConnection } from '#api/operations.ts'
import { dayOf } from '#shared/kit/dates.ts'
import { SPONSOR_CONNECTION_DAYS, SPONSOR_MESSAGE } from '#shared/learning.ts'
import type { SeriesView, Sponsor } from '#web/features/learning/learning.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Monogram } from '#web/kit/Monogram.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useUser } from '#web/platform/session/session.ts'
import styles from '#web/features/learning/Learning.module.css'

interface Props {
  series: SeriesView
  zone: string
  isNarrow?: boolean
}

/** Who paid for what, and what they receive: nothing, unless the member asks. */
export function Sponsors({ series: { id, sponsors }, zone, isNarrow = false }: Props) {
  if (sponsors.length === 0) return null
  const Frame = isNarrow ? Section : SideNote
  return (
    <Frame title={sponsors.length === 1 ? 'Sponsor' : 'Sponsors'}>
      <ul>
        {sponsors.map((sponsor) => (
          <li key={sponsor.id} className={styles.sponsor}>
            <div className={styles.person}>
              <Monogram id={sponsor.id} name={sponsor.company} size={36} shape="firm" />
              <div>
                <p className={styles.sideTitle}>{sponsor.company}</p>
                {sponsor.paid_for && <p className={styles.facts}>{sponsor.paid_for}</p>}
              </div>
            </div>
            <Introduction seriesId={id} sponsor={sponsor} zone={zone} />
          </li>
        ))}
      </ul>
    </Frame>
  )
}

function Introduction({ seriesId, sponsor, zone }: { seriesId: number; sponsor: Sponsor; zone: string }) {
  const [isOpen, setOpen] = useState(false)
  if (sponsor.connection_requested_at)
    return (
      <p className={styles.facts}>
        You requested an introduction {dayOf(sponsor.connection_requested_at, zone)}. You can ask again after{' '}
        {SPONSOR_CONNECTION_DAYS} days.
      </p>
    )
  return (
    <>
      <p className={styles.note}>
        {sponsor.company} can contact you only if you ask. It receives your name, company and email address, once.
      </p>
      <Button onClick={() => setOpen(true)}>Request an introduction</Button>
      {isOpen && (
        <Dialog labelledBy="introduction-title" onClose={() => setOpen(false)}>
          {(close) => <IntroductionForm seriesId={seriesId} sponsor={sponsor} onClose={close} />}
        </Dialog>
      )}
    </>
  )
}

interface FormProps {
  seriesId: number
  sponsor: Sponsor
  onClose: () => void
}

function IntroductionForm({ seriesId, sponsor, onClose }: FormProps) {
  const client = useQueryClient()
  const { name, company, email } = useUser()
  const form = useForm({
    initial: { message: '', consent: false },
    check: ({ consent }) =>
      consent
        ? null
        : {
            field: 'consent',
            message: `To continue, agree to share your name, company, and email address with ${sponsor.company}.`,
          },
    submit: (values) => execute(TriggerSponsorConnection, { series_id: seriesId, sponsor_id: sponsor.id, ...values }),
    success: `Introduction to ${sponsor.company} requested`,
    onDone: () => {
      onClose()
      void client.invalidateQueries({ queryKey: [SeriesByPk.name] })
    },
    messages: { fact: 'Request not sent' },
  })
  return (
    <form {...form.props} className={styles.form} noValidate>
      <h2 id="introduction-title" className="t-section">
        Request an introduction to {sponsor.company}
      </h2>
      <FormProblem>{form.problem}</FormProblem>
      <TextAreaField
        label={`Message to ${sponsor.first_name} (optional)`}
        rows={4}
        maxLength={SPONSOR_MESSAGE * 2}
        {...form.field('message')}
      />
      <CheckboxField
        label={`Share my name (${name}), company (${company?.name ?? 'not provided'}), and email address (${email}) with ${sponsor.company}.`}
        {...form.checkbox('consent')}
      />
      <p className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Send request</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </p>
    </form>
  )
}
