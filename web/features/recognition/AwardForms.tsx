import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { AwardBadge, OfferCommunityTitle } from '#api/operations.ts'
import { newKey } from '#shared/kit/ids.ts'
import { TITLE_LABEL_LENGTH } from '#shared/recognition.ts'
import { MemberChoice, type ChosenMember } from '#web/features/recognition/MemberChoice.tsx'
import { NOTHING_CHANGED, useInvalidate, type ListedBadge } from '#web/features/recognition/recognition.queries.ts'
import styles from '#web/features/recognition/Recognition.module.css'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { execute } from '#web/platform/api/operations.ts'

const NOBODY = { field: 'user_id', message: 'Choose a member first.' }

/** Awards a badge to one member; only that member is notified. */
export function AwardForm({ badges }: { badges: readonly ListedBadge[] }) {
  const askAgain = useInvalidate()
  const form = useForm({
    initial: { member: null as ChosenMember | null, badge_id: '' },
    fields: ['badge_id', 'user_id'],
    check: ({ member }) => (member ? null : NOBODY),
    submit: ({ member, badge_id }) => execute(AwardBadge, { badge_id: Number(badge_id), user_id: member!.id }),
    success: (_, { member }) => `${member?.name} has the badge. Others see it if they choose to show it.`,
    onDone: () => {
      form.set({ member: null })
      void askAgain()
    },
    messages: NOTHING_CHANGED,
  })
  const { member } = form.values
  return (
    <form {...form.props} className={styles.form} aria-label="Award a badge" noValidate>
      <MemberChoice
        chosen={member}
        problem={form.problemOf('user_id')}
        onChange={(chosen) => form.set({ member: chosen })}
      />
      <SelectField label="Badge" {...form.native('badge_id')}>
        {badges
          .filter(({ is_retired }) => !is_retired)
          .map((badge) => (
            <option key={badge.id} value={badge.id}>
              {badge.description}
            </option>
          ))}
      </SelectField>
      <FormProblem>{form.problem ?? (member ? form.problemOf('user_id') : undefined)}</FormProblem>
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Award badge</SubmitButton>
      </div>
    </form>
  )
}

/** End of a day given by a date input, in UTC. */
const endOf = (day: string): string | null => (day === '' ? null : `${day}T23:59:59Z`)

/** Offers a title, shown next to the member's name once they accept it. */
export function OfferForm() {
  const askAgain = useInvalidate()
  const form = useForm({
    initial: { member: null as ChosenMember | null, label: '', rank: '5', expiration_date: '' },
    fields: ['user_id', 'label', 'rank', 'expiration_date'],
    check: ({ member }) => (member ? null : NOBODY),
    submit: ({ member, label, rank, expiration_date }) =>
      execute(OfferCommunityTitle, {
        user_id: member!.id,
        label,
        rank: Number(rank),
        expiration_date: endOf(expiration_date),
        // A new key for each submit: a rejected offer may be changed before the retry.
        idempotency_key: newKey(),
      }),
    success: (_, { member }) => `Offered to ${member?.name}. They can accept or ignore it`,
    onDone: () => {
      form.reset()
      void askAgain()
    },
    messages: NOTHING_CHANGED,
  })
  const { member } = form.values
  return (
    <form {...form.props} className={styles.form} aria-label="Offer a title" noValidate>
      <MemberChoice
        chosen={member}
        problem={form.problemOf('user_id')}
        onChange={(chosen) => form.set({ member: chosen })}
      />
      <Field label="Title" maxLength={TITLE_LABEL_LENGTH} autoComplete="off" {...form.native('label')} />
      <div className={styles.pair}>
        <Field label="Rank (1 is highest)" type="number" min={1} {...form.native('rank')} />
        <Field label="Last day (optional)" type="date" {...form.native('expiration_date')} />
      </div>
      <FormProblem>{form.problem ?? (member ? form.problemOf('user_id') : undefined)}</FormProblem>
      <div className={styles.acts}>
        <SubmitButton look="quiet" isPending={form.isPending}>
          Offer title
        </SubmitButton>
      </div>
    </form>
  )
}
