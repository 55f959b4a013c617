import { FormProblem, SubmitButton } from '#web/kit/forms/FormParts.tsx'
import { useForm } from '#web/platform/forms/use-form.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { AccountSettings, GetCompanies, InitialUser, PrivateProfile, profile } from '#api/operations.ts'
import { lengthProblem, yearsList } from '#shared/profiles.ts'
import { ChoiceField } from '#web/features/people/profile/ChoiceField.tsx'
import { LISTS, locationsQuery } from '#web/features/people/reference-lists.ts'
import { invalidate, NOT_SAVED, type OwnProfile } from '#web/features/people/people.queries.ts'
import {
  changesOf,
  FORMS,
  type FormField,
  type FormName,
  type ProfileForm,
} from '#web/features/people/profile/profile-forms.ts'
import styles from '#web/features/people/profile/Profile.module.css'
import type { FormFault } from '#web/platform/forms/use-form.ts'
import { Field, SelectField, TextAreaField, type Labelled } from '#web/kit/forms/Field.tsx'
import { Button } from '#web/kit/Button.tsx'
import { useOnLoaded } from '#web/kit/loading/use-on-loaded.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const SUGGESTIONS = 20

type Values = Record<string, unknown>

/** Edits a part of the viewer's own profile in place. The input stays until it is saved. */
export function EditForm({ own, form: name, onClose }: { own: OwnProfile; form: FormName; onClose: () => void }) {
  const client = useQueryClient()
  const { fields, operation, read, title, wrap }: ProfileForm = FORMS[name]
  const [before] = useState<Values>(() => read(own))
  const form = useForm<Values>({
    initial: before,
    // Multi-selects have no single control that could show an error.
    fields: fields.filter(({ kind }) => kind !== 'several').map((field) => field.name),
    check: (values) => faultIn(fields, values),
    submit: async (values) => {
      const changes = changesOf(fields, before, values)
      if (Object.keys(changes).length === 0) return
      // Always send the company's name, so that the server knows which company it is.
      const sent = name === 'company' ? { ...changes, name: values['name'] } : changes
      await execute(operation, (wrap ? { [wrap]: sent } : sent) as never)
      await invalidate(client, [PrivateProfile.name, profile.name, InitialUser.name, AccountSettings.name])
      toast.success('Saved')
    },
    onDone: onClose,
    messages: NOT_SAVED,
  })

  return (
    <form {...form.props} className={styles.form} aria-label={title} noValidate>
      {fields.map((field, index) => (
        <FieldOf
          key={field.name}
          field={field}
          value={form.values[field.name]}
          problem={form.problemOf(field.name)}
          isFirst={index === 0}
          onChange={form.set}
        />
      ))}
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

/** Checks lengths before sending, as the server does. */
function faultIn(fields: readonly FormField[], values: Values): FormFault | null {
  for (const field of fields) {
    const value = values[field.name]
    if (!('max' in field) || typeof value !== 'string') continue
    const message = lengthProblem('This', value.trim(), field.max)
    if (message) return { message, field: field.name }
  }
  return null
}

interface FieldProps {
  field: FormField
  value: unknown
  problem: string | undefined
  isFirst: boolean
  onChange: (changed: Values) => void
}

function FieldOf({ field, value, problem, isFirst, onChange }: FieldProps) {
  const id = useId()
  const text = value === null || value === undefined ? '' : String(value)
  const put = (next: unknown) => onChange({ [field.name]: next })
  const common = { label: field.label, hint: field.hint, problem, autoFocus: isFirst, value: text }
  if (field.kind === 'several')
    return (
      <ChoiceField
        label={field.label}
        hint={field.hint}
        list={field.list}
        chosen={(value as number[] | undefined) ?? []}
        onChange={(ids) => onChange({ [field.name]: ids })}
      />
    )
  if (field.kind === 'area') return <TextAreaField {...common} onChange={({ target }) => put(target.value)} />
  if (field.kind === 'number')
    return <Field {...common} inputMode="numeric" onChange={({ target }) => put(wholeNumber(target.value))} />
  if (field.kind === 'city') return <City {...common} id={id} onChange={onChange} />
  if (field.kind === 'company') return <Company {...common} id={id} onChange={put} />
  if (field.kind === 'year')
    return (
      <Select
        {...common}
        options={yearsList(new Date()).map(String)}
        onChange={(year) => put(year === '' ? null : Number(year))}
      />
    )
  if (field.kind === 'words') return <Select {...common} options={field.words} onChange={(word) => put(word || null)} />
  if (field.kind === 'one')
    return <One {...common} list={field.list} onChange={(one) => put(one === '' ? null : Number(one))} />
  return <Field {...common} onChange={({ target }) => put(target.value)} />
}

const wholeNumber = (text: string): number | null => {
  const digits = text.replaceAll(/\D/g, '')
  return digits === '' ? null : Number(digits)
}

interface ShownField extends Labelled {
  autoFocus: boolean
  value: string
}

interface SelectProps extends ShownField {
  options: readonly (string | { id: number; name: string })[]
  onChange: (value: string) => void
}

const Select = ({ options, onChange, ...rest }: SelectProps) => (
  <SelectField {...rest} onChange={(event) => onChange(event.target.value)}>
    <option value="">Not specified</option>
    {options.map((option) =>
      typeof option === 'string' ? (
        <option key={option} value={option}>
          {option}
        </option>
      ) : (
        <option key={option.id} value={option.id}>
          {option.name}
        </option>
      ),
    )}
  </SelectField>
)

function One({ list, ...rest }: Omit<SelectProps, 'options'> & { list: keyof typeof LISTS }) {
  const { data = [] } = useQuery(LISTS[list])
  return <Select {...rest} options={data} />
}

interface TypedProps<Change> extends ShownField {
  /** Id of the datalist. */
  id: string
  onChange: (change: Change) => void
}

/** Choosing a known city fills in its state and country. */
function City({ id, value, onChange, ...rest }: TypedProps<Values>) {
  const { data: places } = useQuery(locationsQuery)
  const typed = useRef('')
  const type = (city: string) => {
    typed.current = city
    const place = places?.find(({ name }) => name === city)
    onChange({ city, ...(place && { state: place.state, country: place.country }) })
  }
  useOnLoaded(places, () => typed.current !== '' && type(typed.current))
  return (
    <>
      <Field
        {...rest}
        list={`${id}-list`}
        value={value}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
      />
      <datalist id={`${id}-list`}>
        {places?.map((place) => (
          <option key={place.id} value={place.name}>
            {`${place.state}, ${place.country}`}
          </option>
        ))}
      </datalist>
    </>
  )
}

function Company({ id, value, onChange, ...rest }: TypedProps<string>) {
  const { data } = useQuery({
    ...operationQuery(GetCompanies, { search: value.slice(0, 100), limit: SUGGESTIONS }),
    placeholderData: keepPreviousData,
  })
  const companies = data?.companies ?? []
  return (
    <>
      <Field
        {...rest}
        list={`${id}-list`}
        value={value}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={`${id}-list`}>
        {companies.map((company) => (
          <option key={company.id} value={company.name} />
        ))}
      </datalist>
    </>
  )
}
