import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UpdateAIUserPreferences } from '#api/operations.ts'
import { contextTooLong, DAILY_LIMIT_RANGE, PREFERENCE_CONTEXT_LENGTH, QUESTIONS_PER_DAY } from '#shared/assistant.ts'
import styles from '#web/features/assistant/AssistantPage.module.css'
import { preferencesQuery, usageQuery } from '#web/features/assistant/assistant.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field, SelectField, TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'

const RISKS = [
  ['', 'No preference'],
  ['low', 'Low'],
  ['medium', 'Medium'],
  ['high', 'High'],
] as const
type Risk = 'low' | 'medium' | 'high'

/** What the assistant considers in each answer. */
export default function PreferencesDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useQuery(preferencesQuery)
  return (
    <Dialog labelledBy="preferences-title" onClose={onClose}>
      {(close) => (
        <>
          <h2 id="preferences-title" className={`t-section ${styles.dialogTitle}`}>
            Preferences
          </h2>
          {data ? (
            <PreferencesForm known={data.ai_user_preferences} onClose={close} />
          ) : isError ? (
            <p role="alert">
              We couldn’t load your preferences. <Button onClick={() => void refetch()}>Try again</Button>
            </p>
          ) : (
            <Skeleton width="most" />
          )}
        </>
      )}
    </Dialog>
  )
}

const limitOf = (text: string): number | null => (text.trim() === '' ? null : Number(text))
const isInRange = (limit: number | null) => limit === null || (limit >= 1 && limit <= QUESTIONS_PER_DAY)

interface FormProps {
  known: { risk_tolerance: Risk | null; context: string; daily_limit: number | null } | null
  onClose: () => void
}

/** The form, which saves all preferences together. */
function usePreferencesForm({ known, onClose }: FormProps) {
  const client = useQueryClient()
  return useForm({
    initial: {
      risk_tolerance: (known?.risk_tolerance ?? '') as string,
      context: known?.context ?? '',
      daily_limit: String(known?.daily_limit ?? ''),
    },
    check: ({ context, daily_limit }) => {
      const { length } = [...context.trim()]
      if (length > PREFERENCE_CONTEXT_LENGTH) return { field: 'context', message: contextTooLong(length) }
      const isLimit = /^\d*$/.test(daily_limit.trim()) && isInRange(limitOf(daily_limit))
      return isLimit ? null : { field: 'daily_limit', message: DAILY_LIMIT_RANGE }
    },
    submit: ({ risk_tolerance, context, daily_limit }) =>
      execute(UpdateAIUserPreferences, {
        risk_tolerance: (risk_tolerance || null) as Risk | null,
        context,
        daily_limit: limitOf(daily_limit),
      }),
    success: 'Preferences saved',
    messages: { fact: 'Your preferences weren’t saved' },
    onDone: ({ updateAIUserPreferences: saved }) => {
      client.setQueryData(preferencesQuery.queryKey, { ai_user_preferences: saved })
      void client.invalidateQueries({ queryKey: usageQuery.queryKey })
      onClose()
    },
  })
}

function PreferencesForm(props: FormProps) {
  const form = usePreferencesForm(props)
  return (
    <form {...form.props} className={styles.dialogForm} noValidate aria-label="Preferences">
      <FormProblem>{form.problem}</FormProblem>
      <SelectField
        label="Risk tolerance"
        hint="How much risk the answers should assume that you accept."
        {...form.field('risk_tolerance')}
      >
        {RISKS.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="About your work"
        hint="For example your industry, the size of your company, or where you work. Only you can read this."
        rows={4}
        {...form.field('context')}
      />
      <Field
        label="Questions a day"
        hint={`Your own limit, from 1 to ${QUESTIONS_PER_DAY}. Leave it empty for ${QUESTIONS_PER_DAY}.`}
        inputMode="numeric"
        {...form.field('daily_limit')}
      />
      <div className={styles.dialogActs}>
        <SubmitButton isPending={form.isPending}>Save</SubmitButton>
        <Button look="bare" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
