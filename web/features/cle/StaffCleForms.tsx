import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  AddCleCredit,
  ConfirmCleAttendance,
  SaveCleAccreditation,
  type GetStaffCleAccreditationsQuery,
} from '#api/operations.ts'
import { CLE_NUMBER_LENGTH, CLE_TITLE_LENGTH, creditProblem, minutesProblem } from '#shared/cle.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { rulesQuery, STAFF_KEYS } from '#web/features/cle/cle.queries.ts'
import styles from '#web/features/cle/Cle.module.css'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { uploadFile } from '#web/platform/api/upload.ts'
import { useForm } from '#web/platform/forms/use-form.ts'

function useRefresh() {
  const client = useQueryClient()
  return () => Promise.all(STAFF_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/** States with a rule. */
function StateField(props: Omit<Parameters<typeof SelectField>[0], 'label' | 'children'>) {
  const rules = useQuery(rulesQuery).data?.cle_rules ?? []
  const states = [...new Map(rules.map(({ jurisdiction, state }) => [jurisdiction, state]))]
  return (
    <SelectField label="State" {...props}>
      <option value="">Choose</option>
      {states.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

const NO_STATE = { field: 'jurisdiction', message: 'Choose a state.' }

export function CreditForm() {
  const refresh = useRefresh()
  const [file, setFile] = useState<File>()
  const form = useForm({
    initial: { email: '', title: '', event_date: '', minutes: '', jurisdiction: '' },
    check: ({ title, event_date, minutes, jurisdiction }) =>
      creditProblem({ title, event_date, minutes: Number(minutes) }) ?? (jurisdiction === '' ? NO_STATE : null),
    submit: async ({ minutes, ...others }) => {
      let certificate: UploadedFile | null = null
      if (file) certificate = await uploadFile(file)
      await execute(AddCleCredit, { credit: { ...others, minutes: Number(minutes), certificate } })
      await refresh()
    },
    success: (_, { title }) => `Entered: ${title}`,
    onDone: () => {
      setFile(undefined)
      form.reset()
    },
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="Enter a credit">
      <FormProblem>{form.problem}</FormProblem>
      <Field label="Member" hint="Email address" autoComplete="off" {...form.field('email')} />
      <Field label="Program" maxLength={CLE_TITLE_LENGTH} {...form.field('title')} />
      <div className={styles.pair}>
        <Field label="Date" type="date" {...form.field('event_date')} />
        <Field label="Minutes" inputMode="numeric" {...form.field('minutes')} />
        <StateField {...form.field('jurisdiction')} />
      </div>
      <FileField label="Certificate (optional)" onChoose={setFile} />
      <div className={styles.end}>
        <SubmitButton isPending={form.isPending}>Enter credit</SubmitButton>
      </div>
    </form>
  )
}

export function AccreditationForm() {
  const refresh = useRefresh()
  const form = useForm({
    initial: {
      kind: 'event',
      item: '',
      jurisdiction: '',
      title: '',
      number: '',
      minutes: '',
      valid_from: '',
      valid_until: '',
    },
    fields: ['kind', 'item', 'jurisdiction', 'title', 'number', 'minutes', 'valid_from', 'valid_until'],
    check: ({ item, jurisdiction }) =>
      /^[1-9]\d{0,14}$/.test(item)
        ? jurisdiction === ''
          ? NO_STATE
          : null
        : { field: 'item', message: 'Enter the number of the event or video.' },
    submit: async ({ kind, item, minutes, ...others }) => {
      const of = kind === 'event' ? { event_id: Number(item) } : { video_id: Number(item) }
      await execute(SaveCleAccreditation, { accreditation: { ...others, ...of, minutes: Number(minutes) } })
      await refresh()
    },
    success: (_, { title }) => `Accredited: ${title}`,
    onDone: () => form.reset(),
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="Add an accreditation">
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.pair}>
        <SelectField label="For" {...form.field('kind')}>
          <option value="event">Event, by attendance</option>
          <option value="video">Video, by watching</option>
        </SelectField>
        <Field label="Number of the event or video" inputMode="numeric" {...form.field('item')} />
        <StateField {...form.field('jurisdiction')} />
      </div>
      <Field label="Program" maxLength={CLE_TITLE_LENGTH} {...form.field('title')} />
      <div className={styles.pair}>
        <Field label="Accreditation number" maxLength={CLE_NUMBER_LENGTH} {...form.field('number')} />
        <Field label="Accredited minutes" inputMode="numeric" {...form.field('minutes')} />
      </div>
      <div className={styles.pair}>
        <Field label="First day" type="date" {...form.field('valid_from')} />
        <Field label="Last day" type="date" {...form.field('valid_until')} />
      </div>
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Add accreditation
        </SubmitButton>
      </div>
    </form>
  )
}

type Accreditation = GetStaffCleAccreditationsQuery['staff_cle_accreditations'][number]

export function AttendanceForm({ accreditations }: { accreditations: readonly Accreditation[] }) {
  const refresh = useRefresh()
  const form = useForm({
    initial: { accreditation_id: '', email: '', minutes: '' },
    check: ({ accreditation_id, minutes }) =>
      accreditation_id === ''
        ? { field: 'accreditation_id', message: 'Choose an event.' }
        : minutesProblem(Number(minutes)),
    submit: async ({ accreditation_id, email, minutes }) => {
      await execute(ConfirmCleAttendance, {
        accreditation_id: Number(accreditation_id),
        email,
        minutes: Number(minutes),
      })
      await refresh()
    },
    success: 'Attendance confirmed, and the certificate issued',
    onDone: () => form.reset(),
  })
  if (accreditations.length === 0) return <p className={styles.none}>Accredit an event first.</p>
  return (
    <form {...form.props} className={styles.form} noValidate aria-label="Confirm attendance">
      <FormProblem>{form.problem}</FormProblem>
      <SelectField label="Event" {...form.field('accreditation_id')}>
        <option value="">Choose</option>
        {accreditations.map(({ id, title, state }) => (
          <option key={id} value={id}>
            {title}, {state}
          </option>
        ))}
      </SelectField>
      <div className={styles.pair}>
        <Field label="Member" hint="Email address" autoComplete="off" {...form.field('email')} />
        <Field label="Minutes attended" hint="Without breaks" inputMode="numeric" {...form.field('minutes')} />
      </div>
      <div className={styles.end}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Confirm attendance
        </SubmitButton>
      </div>
    </form>
  )
}
