import { useQueryClient } from '@tanstack/react-query'
import { SaveReferenceEntry } from '#api/operations.ts'
import { checkedEntry, ENTRY_LENGTH, shapeOf, type EntryField, type ReferenceListKey } from '#shared/reference-lists.ts'
import { ENTRY_KEYS, type Entry } from '#web/features/reference-lists/reference-lists.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { execute } from '#web/platform/api/operations.ts'
import { useForm } from '#web/platform/forms/use-form.ts'
import styles from './Lists.module.css'

type Values = Record<string, string | boolean>

const start = (list: ReferenceListKey, entry: Entry | undefined): Values => {
  const valueOf = ({ name, kind }: EntryField) => {
    const value = entry?.values.find((each) => each.name === name)?.value ?? ''
    return kind === 'flag' ? value === 'true' : value
  }
  return {
    name: entry?.name ?? '',
    ...Object.fromEntries(shapeOf(list).fields.map((field) => [field.name, valueOf(field)])),
  }
}

interface Props {
  list: ReferenceListKey
  entry: Entry | undefined
  onClose: () => void
}

/** Adds an entry to a list, or edits one. */
export function EntryForm({ list, entry, onClose }: Props) {
  const client = useQueryClient()
  const { fields, entry: word } = shapeOf(list)
  const form = useForm<Values>({
    initial: start(list, entry),
    check: (values) => {
      const checked = checkedEntry(list, { name: values['name'], values: textsOf(values) })
      return 'message' in checked ? checked : null
    },
    submit: async (values) => {
      const given = Object.entries(textsOf(values)).filter(([name]) => name !== 'name')
      await execute(SaveReferenceEntry, {
        list,
        ...(entry && { id: entry.id }),
        name: String(values['name']),
        values: given.map(([name, value]) => ({ name, value })),
      })
      await Promise.all(ENTRY_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
    success: (_, values) => `${entry ? 'Saved' : 'Added'}: ${String(values['name']).trim()}`,
    onDone: () => (entry ? onClose() : form.reset(start(list, undefined))),
  })
  return (
    <form {...form.props} className={styles.form} noValidate aria-label={entry ? `Edit: ${entry.name}` : `New ${word}`}>
      <FormProblem>{form.problem}</FormProblem>
      <Field
        label="Name"
        autoComplete="off"
        autoFocus
        maxLength={ENTRY_LENGTH}
        {...form.field('name')}
        value={String(form.values['name'])}
      />
      {fields.map((field) => (
        <ValueField key={field.name} form={form} field={field} />
      ))}
      <div className={styles.end}>
        <SubmitButton isPending={form.isPending}>{entry ? 'Save' : 'Add'}</SubmitButton>
        <Button look="bare" onClick={onClose}>
          {entry ? 'Cancel' : 'Close'}
        </Button>
        {entry && <span className={rows.quiet}>The new name is shown everywhere at once.</span>}
      </div>
    </form>
  )
}

const textsOf = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

interface ValueProps {
  form: ReturnType<typeof useForm<Values>>
  field: EntryField
}

function ValueField({ form, field: { name, label, kind, choices, isOptional } }: ValueProps) {
  if (kind === 'flag') return <CheckboxField label={label} {...form.checkbox(name)} />
  const control = { ...form.field(name), value: String(form.values[name]) }
  if (choices)
    return (
      <SelectField label={label} {...control}>
        {isOptional && <option value="">Everyone</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice.charAt(0).toUpperCase() + choice.slice(1)}
          </option>
        ))}
      </SelectField>
    )
  const hint = kind === 'parent' ? 'The name of another entry of this list, or blank.' : undefined
  return (
    <Field
      label={label}
      hint={hint}
      autoComplete="off"
      maxLength={ENTRY_LENGTH}
      {...(kind === 'number' && { inputMode: 'decimal' })}
      {...control}
    />
  )
}
