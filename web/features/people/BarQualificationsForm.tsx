import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { PrivateProfile, profile, UpdateBarQualifications } from '#api/operations.ts'
import { BAR_NUMBER_LENGTH, PLACE_LENGTH, yearsList } from '#shared/profiles.ts'
import { invalidate, errorMessage, type OwnProfile } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/Profile.module.css'
import { Button } from '#web/kit/Button.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

interface Bar {
  key: number
  state: string
  bar_number: string
  year_passed: string
}

const blank = (key: number): Bar => ({ key, state: '', bar_number: '', year_passed: '' })

/** Where one is admitted: a row for each state or country. */
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
  const [problem, setProblem] = useState<string | null>(null)
  const set = (key: number, changed: Partial<Bar>) =>
    setBars((known) => known.map((bar) => (bar.key === key ? { ...bar, ...changed } : bar)))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const filled = bars.filter((bar) => bar.state.trim() || bar.bar_number.trim() || bar.year_passed)
    try {
      await execute(UpdateBarQualifications, {
        bar_qualifications: filled.map(({ state, bar_number, year_passed }) => ({
          state: state.trim(),
          bar_number: bar_number.trim() || null,
          year_passed: year_passed ? Number(year_passed) : null,
        })),
      })
      await invalidate(client, [PrivateProfile.name, profile.name])
      toast.success('Saved')
      onClose()
    } catch (error) {
      setProblem(errorMessage(error))
    }
  }
  return (
    <form className={styles.form} aria-label="Bar admissions" noValidate onSubmit={(event) => void save(event)}>
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
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.acts}>
        <Button type="submit" look="filled">
          Save
        </Button>
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
    <div className={styles.field}>
      <label htmlFor={`bar-state-${bar.key}`}>State or country</label>
      <input
        id={`bar-state-${bar.key}`}
        value={bar.state}
        maxLength={PLACE_LENGTH}
        onChange={({ target }) => onChange({ state: target.value })}
      />
    </div>
    <div className={styles.field}>
      <label htmlFor={`bar-number-${bar.key}`}>Number</label>
      <input
        id={`bar-number-${bar.key}`}
        value={bar.bar_number}
        maxLength={BAR_NUMBER_LENGTH}
        onChange={({ target }) => onChange({ bar_number: target.value })}
      />
    </div>
    <div className={styles.field}>
      <label htmlFor={`bar-year-${bar.key}`}>Year</label>
      <select
        id={`bar-year-${bar.key}`}
        value={bar.year_passed}
        onChange={({ target }) => onChange({ year_passed: target.value })}
      >
        <option value="">Not specified</option>
        {yearsList(new Date()).map((year) => (
          <option key={year}>{year}</option>
        ))}
      </select>
    </div>
    <Button aria-label={`Remove bar admission ${number}`} onClick={onRemove}>
      Remove
    </Button>
  </fieldset>
)
