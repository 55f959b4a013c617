import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { SaveBadge } from '#api/operations.ts'
import { BADGE_DESCRIPTION_LENGTH, BADGE_TYPE_LABELS, BADGE_TYPES, TIERS, type BadgeType } from '#shared/recognition.ts'
import { NOTHING_CHANGED, useInvalidate, type ListedBadge } from '#web/features/recognition/recognition.queries.ts'
import styles from '#web/features/recognition/Recognition.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { execute } from '#web/platform/api/operations.ts'

const TIER_NUMBERS = Array.from({ length: TIERS }, (_, index) => index + 1)
const isCounted = (type: BadgeType) => type !== 'tenure' && type !== 'staff'
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

interface Props {
  /** Null for a new badge. */
  badge: ListedBadge | null
  /** Default position: after all others. */
  next: number
  onClose: () => void
}

function useBadgeForm({ badge, next, onClose }: Props) {
  const askAgain = useInvalidate()
  return useForm({
    initial: {
      type_of_badge: badge?.type_of_badge ?? 'posts',
      tier: String(badge?.tier ?? 1),
      description: badge?.description ?? '',
      num_required: String(badge?.num_required ?? ''),
      duration: String(badge?.duration ?? ''),
      index: String(badge?.index ?? next),
      is_retired: badge?.is_retired ?? false,
    },
    submit: async ({ is_retired, ...values }) => {
      const type = values.type_of_badge
      const rule = {
        type_of_badge: type,
        tier: Number(values.tier),
        description: values.description,
        num_required: isCounted(type) ? numberOf(values.num_required) : null,
        duration: type === 'staff' ? null : numberOf(values.duration),
        index: Number(values.index),
      }
      await execute(SaveBadge, { ...(badge && { id: badge.id }), badge: rule, is_retired })
      await askAgain()
    },
    success: (_, { description }) => `Saved “${description.trim()}”`,
    onDone: onClose,
    messages: NOTHING_CHANGED,
  })
}

/** Edits the requirements of a badge. Members who already have the badge do not lose it. */
export function BadgeForm({ badge, next, onClose }: Props) {
  const form = useBadgeForm({ badge, next, onClose })
  const type = form.values.type_of_badge
  return (
    <form
      {...form.props}
      className={styles.form}
      aria-label={badge ? `Edit: ${badge.description}` : 'New badge'}
      noValidate
    >
      <Field
        label="Description"
        maxLength={BADGE_DESCRIPTION_LENGTH}
        autoComplete="off"
        {...form.field('description')}
      />
      <RuleFields form={form} />
      <p className={styles.quiet}>{BADGE_TYPE_LABELS[type].what}</p>
      {badge && (
        <CheckboxField label="Retire this badge. Members who have it keep it." {...form.checkbox('is_retired')} />
      )}
      <FormProblem>{form.problem}</FormProblem>
      <div className={styles.acts}>
        <SubmitButton isPending={form.isPending}>Save</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

function RuleFields({ form }: { form: ReturnType<typeof useBadgeForm> }) {
  const type = form.values.type_of_badge
  return (
    <div className={styles.pair}>
      <SelectField label="What counts" {...form.field('type_of_badge')}>
        {BADGE_TYPES.map((each) => (
          <option key={each} value={each}>
            {BADGE_TYPE_LABELS[each].label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Tier" {...form.field('tier')}>
        {TIER_NUMBERS.map((tier) => (
          <option key={tier}>{tier}</option>
        ))}
      </SelectField>
      {isCounted(type) && <Field label="Number required" type="number" min={1} {...form.field('num_required')} />}
      {type !== 'staff' && (
        <Field
          label={type === 'tenure' ? 'Months of membership' : 'Within months (optional)'}
          type="number"
          min={1}
          {...form.field('duration')}
        />
      )}
      <Field label="Display order" type="number" min={0} {...form.field('index')} />
    </div>
  )
}
