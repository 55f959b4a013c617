import { useForm } from '#web/platform/forms/use-form.ts'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { SaveGuide } from '#api/operations.ts'
import {
  GUIDES,
  GUIDE_PLACES,
  guideProblem,
  guideValues,
  placeOf,
  selectorOf,
  TOUR_STEPS,
  type GuideField,
  type GuideKind,
  type TourStep,
} from '#shared/guides.ts'
import { networksQuery, refreshGuides, type Guide } from '#web/features/onboarding/guides/guide-admin.queries.ts'
import styles from '#web/features/onboarding/guides/GuidesPage.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { TextAreaField, Field, SelectField } from '#web/kit/forms/Field.tsx'

const FIRST_STEP: TourStep = { selector: '', description: '' }
const begun = (kind: GuideKind): Record<string, unknown> =>
  kind === 'tour' ? { items: [FIRST_STEP], completion_button_text: 'Done', skip_button_text: 'Skip tour' } : {}

interface Props {
  kind: GuideKind
  guide?: Guide
  onClose: () => void
}

/** One form for all guide kinds; shared/guides.ts defines their fields. */
export function GuideForm({ kind, guide, onClose }: Props) {
  const { one, fields } = GUIDES[kind]
  const client = useQueryClient()
  const form = useForm<Record<string, unknown>>({
    initial: guide?.fields ?? begun(kind),
    fields: fields.map(({ name }) => name),
    check: (values) => guideProblem(kind, guideValues(kind, values)),
    submit: async (values) => {
      await execute(SaveGuide, { kind, fields: guideValues(kind, values), ...(guide && { id: guide.id }) })
      await refreshGuides(client)
    },
    success: guide ? 'Saved' : 'Added',
    onDone: onClose,
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={guide ? `Edit ${guide.name}` : `New ${one}`}>
      <FormProblem>{form.problem}</FormProblem>
      {fields.map((field, index) => (
        <Control
          key={field.name}
          field={field}
          isFirst={index === 0}
          value={form.values[field.name]}
          problem={form.problemOf(field.name)}
          onChange={(value) => form.set({ [field.name]: value })}
        />
      ))}
      <div className={styles.end}>
        <SubmitButton isPending={form.isPending}>{guide ? 'Save' : `Add ${one}`}</SubmitButton>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

interface ControlProps {
  field: GuideField
  isFirst: boolean
  value: unknown
  problem: string | undefined
  onChange: (value: unknown) => void
}

function Control({ field, isFirst, value, problem, onChange }: ControlProps) {
  const { kind, label, hint, max, isOptional } = field
  const named = { label: isOptional && kind !== 'network' ? `${label} (optional)` : label, problem, hint }
  const text = typeof value === 'string' ? value : ''
  if (kind === 'steps')
    return <Steps field={field} steps={(value as TourStep[]) ?? []} problem={problem} onChange={onChange} />
  if (kind === 'network') return <NetworkChoice {...named} value={value as number | null} onChange={onChange} />
  const Kind = kind === 'text' ? TextAreaField : Field
  return (
    <Kind
      {...named}
      // The form opens on click, so focus its first field.
      autoFocus={isFirst}
      maxLength={max}
      autoComplete="off"
      value={text}
      onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
    />
  )
}

interface NetworkProps {
  label: string
  problem: string | undefined
  value: number | null | undefined
  onChange: (id: number | null) => void
}

function NetworkChoice({ value, onChange, ...named }: NetworkProps) {
  const networks = useQuery(networksQuery).data?.staff_networks ?? []
  return (
    <SelectField
      {...named}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    >
      <option value="">All networks</option>
      {networks.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {display_name}
        </option>
      ))}
    </SelectField>
  )
}

interface StepsProps {
  field: GuideField
  steps: readonly TourStep[]
  problem: string | undefined
  onChange: (steps: TourStep[]) => void
}

function Steps({ field, steps, problem, onChange }: StepsProps) {
  const id = useId()
  const set = (at: number, more: Partial<TourStep>) =>
    onChange(steps.map((step, index) => (index === at ? { ...step, ...more } : step)))
  return (
    <fieldset className={styles.steps} aria-describedby={problem && `${id}-problem`}>
      <legend>{field.label}</legend>
      {problem && (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {steps.map((step, index) => (
        // Steps have no id; they are identified by their index.
        <div key={index} className={styles.step}>
          <SelectField
            label={`Step ${index + 1}: location`}
            value={placeOf(step.selector) ?? ''}
            onChange={({ target }) => set(index, { selector: target.value && selectorOf(target.value) })}
          >
            <option value="">Choose a location</option>
            {Object.entries(GUIDE_PLACES).map(([place, name]) => (
              <option key={place} value={place}>
                {name}
              </option>
            ))}
          </SelectField>
          <TextAreaField
            label={`Step ${index + 1}: text`}
            rows={2}
            maxLength={field.max}
            value={step.description}
            onChange={({ target }) => set(index, { description: target.value })}
          />
          {steps.length > 1 && (
            <div>
              <Button onClick={() => onChange(steps.filter((_, at) => at !== index))}>Remove step {index + 1}</Button>
            </div>
          )}
        </div>
      ))}
      {steps.length < TOUR_STEPS && (
        <div>
          <Button onClick={() => onChange([...steps, FIRST_STEP])}>Add step</Button>
        </div>
      )}
    </fieldset>
  )
}
