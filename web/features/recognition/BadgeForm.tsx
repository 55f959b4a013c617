import { useState } from 'react'
import { SaveBadge } from '#api/operations.ts'
import { BADGE_DESCRIPTION_LENGTH, BADGE_TYPE_LABELS, BADGE_TYPES, TIERS, type BadgeType } from '#shared/recognition.ts'
import type { ListedBadge } from '#web/features/recognition/recognition.queries.ts'
import styles from '#web/features/recognition/Recognition.module.css'
import { useForm } from '#web/features/recognition/use-saving.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField } from '#web/kit/Field.tsx'
import { execute } from '#web/platform/api/operations.ts'

const TIER_NUMBERS = Array.from({ length: TIERS }, (_, index) => index + 1)
const isCounted = (type: BadgeType) => type !== 'tenure' && type !== 'staff'
const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))

interface Props {
  /** None: a new one. */
  badge: ListedBadge | null
  /** The place after all others. */
  next: number
  onClose: () => void
}

/** What a badge asks for. Who has it keeps it, whatever is changed here. */
export function BadgeForm({ badge, next, onClose }: Props) {
  const [type, setType] = useState<BadgeType>(badge?.type_of_badge ?? 'posts')
  const [isRetired, setRetired] = useState(badge?.is_retired ?? false)
  const { save, isSaving, refusal, problemOf } = useForm()
  const send = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '')
    const rule = {
      type_of_badge: type,
      tier: Number(text('tier')),
      description: text('description'),
      num_required: isCounted(type) ? numberOf(text('num_required')) : null,
      duration: type === 'staff' ? null : numberOf(text('duration')),
      index: Number(text('index')),
    }
    const asked = { ...(badge && { id: badge.id }), badge: rule, is_retired: isRetired }
    if (await save(() => execute(SaveBadge, asked), `Saved “${rule.description.trim()}”`)) onClose()
  }
  return (
    <form
      className={styles.form}
      aria-label={badge ? `Edit: ${badge.description}` : 'New badge'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send(new FormData(event.currentTarget))
      }}
    >
      <Field
        label="Description"
        name="description"
        defaultValue={badge?.description}
        maxLength={BADGE_DESCRIPTION_LENGTH}
        autoComplete="off"
        problem={problemOf('description')}
      />
      <RuleFields badge={badge} next={next} type={type} onType={setType} problemOf={problemOf} />
      <p className={styles.quiet}>{BADGE_TYPE_LABELS[type].what}</p>
      {badge && (
        <label className={styles.check}>
          <input type="checkbox" checked={isRetired} onChange={(event) => setRetired(event.target.checked)} />
          Retire this badge. Members who have it keep it.
        </label>
      )}
      {refusal && !['description', 'num_required', 'duration', 'index'].includes(refusal.field ?? '') && (
        <p role="alert" className={styles.problem}>
          {refusal.sentence}
        </p>
      )}
      <div className={styles.acts}>
        <Button type="submit" look="filled" disabled={isSaving}>
          Save
        </Button>
        <Button look="bare" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

interface RuleProps {
  badge: ListedBadge | null
  next: number
  type: BadgeType
  onType: (type: BadgeType) => void
  problemOf: (field: string) => string | undefined
}

function RuleFields({ badge, next, type, onType, problemOf }: RuleProps) {
  return (
    <div className={styles.pair}>
      <SelectField label="What counts" value={type} onChange={(event) => onType(event.target.value as BadgeType)}>
        {BADGE_TYPES.map((each) => (
          <option key={each} value={each}>
            {BADGE_TYPE_LABELS[each].label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Tier" name="tier" defaultValue={badge?.tier ?? 1}>
        {TIER_NUMBERS.map((tier) => (
          <option key={tier}>{tier}</option>
        ))}
      </SelectField>
      {isCounted(type) && (
        <Field
          label="Number required"
          name="num_required"
          type="number"
          min={1}
          defaultValue={badge?.num_required ?? ''}
          problem={problemOf('num_required')}
        />
      )}
      {type !== 'staff' && (
        <Field
          label={type === 'tenure' ? 'Months of membership' : 'Within months (optional)'}
          name="duration"
          type="number"
          min={1}
          defaultValue={badge?.duration ?? ''}
          problem={problemOf('duration')}
        />
      )}
      <Field
        label="Display order"
        name="index"
        type="number"
        min={0}
        defaultValue={badge?.index ?? next}
        problem={problemOf('index')}
      />
    </div>
  )
}
