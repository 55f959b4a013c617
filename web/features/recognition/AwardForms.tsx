import { useState } from 'react'
import { AwardBadge, OfferCommunityTitle } from '#api/operations.ts'
import { newKey } from '#shared/kit/ids.ts'
import { TITLE_LABEL_LENGTH } from '#shared/recognition.ts'
import { MemberChoice, type ChosenMember } from '#web/features/recognition/MemberChoice.tsx'
import type { ListedBadge } from '#web/features/recognition/recognition.queries.ts'
import styles from '#web/features/recognition/Recognition.module.css'
import { useForm } from '#web/features/recognition/use-saving.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/Field.tsx'
import { execute } from '#web/platform/api/operations.ts'

const NOBODY = { field: 'user_id', sentence: 'Choose a member first.' }

/** A badge for one member, told to them and to nobody else. */
export function AwardForm({ badges }: { badges: readonly ListedBadge[] }) {
  const [member, setMember] = useState<ChosenMember | null>(null)
  const { save, isSaving, refusal, setRefusal, problemOf } = useForm()
  const send = async (badgeId: number) => {
    if (!member) return setRefusal(NOBODY)
    const done = `${member.name} has the badge. Others see it if they choose to show it.`
    if (await save(() => execute(AwardBadge, { badge_id: badgeId, user_id: member.id }), done)) setMember(null)
  }
  return (
    <form
      className={styles.form}
      aria-label="Award a badge"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(Number(new FormData(event.currentTarget).get('badge_id')))
      }}
    >
      <MemberChoice chosen={member} problem={problemOf('user_id')} onChange={setMember} />
      <SelectField label="Badge" name="badge_id">
        {badges
          .filter(({ is_retired }) => !is_retired)
          .map((badge) => (
            <option key={badge.id} value={badge.id}>
              {badge.description}
            </option>
          ))}
      </SelectField>
      {refusal && (refusal.field !== 'user_id' || member) && (
        <p role="alert" className={styles.problem}>
          {refusal.sentence}
        </p>
      )}
      <div className={styles.acts}>
        <Button type="submit" look="filled" disabled={isSaving}>
          Award badge
        </Button>
      </div>
    </form>
  )
}

/** The last moment of a day, as the calendar field names it. */
const endOf = (day: string): string | null => (day === '' ? null : `${day}T23:59:59Z`)

/** A title that stands beside the member's name once they accept it. */
export function OfferForm() {
  const [member, setMember] = useState<ChosenMember | null>(null)
  const [key, setKey] = useState(newKey)
  const { save, isSaving, refusal, setRefusal, problemOf } = useForm()
  const send = async (form: HTMLFormElement) => {
    if (!member) return setRefusal(NOBODY)
    const given = new FormData(form)
    const text = (name: string) => String(given.get(name) ?? '')
    const asked = {
      user_id: member.id,
      label: text('label'),
      rank: Number(text('rank')),
      expiration_date: endOf(text('expiration_date')),
      idempotency_key: key,
    }
    const isDone = await save(
      () => execute(OfferCommunityTitle, asked),
      `Offered to ${member.name}. They can accept or ignore it`,
    )
    // What was refused may be changed, and is another order then.
    setKey(newKey())
    if (!isDone) return
    form.reset()
    setMember(null)
  }
  return (
    <form
      className={styles.form}
      aria-label="Offer a title"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(event.currentTarget)
      }}
    >
      <MemberChoice chosen={member} problem={problemOf('user_id')} onChange={setMember} />
      <Field
        label="Title"
        name="label"
        maxLength={TITLE_LABEL_LENGTH}
        autoComplete="off"
        problem={problemOf('label')}
      />
      <div className={styles.pair}>
        <Field
          label="Rank (1 is highest)"
          name="rank"
          type="number"
          min={1}
          defaultValue={5}
          problem={problemOf('rank')}
        />
        <Field label="Last day (optional)" name="expiration_date" type="date" problem={problemOf('expiration_date')} />
      </div>
      {refusal && (refusal.field === undefined || (refusal.field === 'user_id' && member)) && (
        <p role="alert" className={styles.problem}>
          {refusal.sentence}
        </p>
      )}
      <div className={styles.acts}>
        <Button type="submit" disabled={isSaving}>
          Offer title
        </Button>
      </div>
    </form>
  )
}
