import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PrivateProfile, profile, UpdateBarQualifications } from '#api/operations.ts'
import { BAR_NUMBER_LENGTH, PLACE_LENGTH, yearsList } from '#shared/profiles.ts'
import { invalidate, NOT_SAVED, type OwnProfile } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/profile/Profile.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'

interface Bar {
  key: number
  state: string
  bar_number: string
  year_passed: string
}

const blank = (key: number): Bar => ({ key, state: '', bar_number: '', year_passed: '' })

/** Bar admissions: one row per state or country. */
export function BarQualificationsForm({ own, onClose }: { own: OwnProfile; onClose: () => void }) {
  const client = useQueryClient()
  const [bars, setBars] = useState<Bar[]>(() => {
    const rows = own.bar_qualifications.map((bar) => ({
      key: bar.id,
      state: bar.state,
      bar_number: bar.bar_number ?? '',
      year_passed: bar.year_passed ? String(bar.year_passed) : '',
    }))
    return rows.length > 0 ? rows : [blank(0)]
  })
  const form = useForm({
    initial: {},
    submit: async () => {
      const filled = bars.filter((bar) => bar.state.trim() || bar.bar_number.trim() || bar.year_passed)
      await execute(UpdateBarQualifications, {
        bar_qualifications: filled.map(({ state, bar_number, year_passed }) => ({
          state: state.trim(),
          bar_number: bar_number.trim() || null,
          year_passed: year_passed ? Number(year_passed) : null,
        })),
      })
      await invalidate(client, [PrivateProfile.name, profile.name])
    },
    success: 'Saved',
    onDone: onClose,
    messages: NOT_SAVED,
  })
  const set = (key: number, changed: Partial<Bar>) =>
    setBars((known) => known.map((bar) => (bar.key === key ? { ...bar, ...changed } : bar)))
  return (
    <form {...form.props} className={styles.form} aria-label="Bar admissions" noValidate>
      <p className={styles.hint}>Members can see the state and year. Only you and staff can see the bar number.</p>
      {bars.map((bar, index) => (
        <Row
          key={bar.key}
          bar={bar}
          number={index + 1}
          onChange={(changed) => set(bar.key, changed)}
          onRemove={() => setBars(bars.filter(({ key }) => key !== bar.key))}
        />
      ))}
      <div>
        <Button
          onClick={() => setBars([...bars, blank(-bars.length - Math.max(0, ...bars.map(({ key }) => -key)) - 1)])}
        >
          Add another
        </Button>
      </div>
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface RowProps {
  bar: Bar
  number: number
  onChange: (changed: Partial<Bar>) => void
  onRemove: () => void
}

const Row = ({ bar, number, onChange, onRemove }: RowProps) => (
  <fieldset className={`${styles.bar} ${styles.plain}`}>
    <legend className="visually-hidden">Bar admission {number}</legend>
    <Field
      label="State or country"
      value={bar.state}
      maxLength={PLACE_LENGTH}
      onChange={({ target }) => onChange({ state: target.value })}
    />
    <Field
      label="Number"
      value={bar.bar_number}
      maxLength={BAR_NUMBER_LENGTH}
      onChange={({ target }) => onChange({ bar_number: target.value })}
    />
    <SelectField
      label="Year"
      value={bar.year_passed}
      onChange={({ target }) => onChange({ year_passed: target.value })}
    >
      <option value="">Not specified</option>
      {yearsList(new Date()).map((year) => (
        <option key={year}>{year}</option>
      ))}
    </SelectField>
    <Button aria-label={`Remove bar admission ${number}`} onClick={onRemove}>
      Remove
    </Button>
  </fieldset>
)
