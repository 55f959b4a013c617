import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { AccountSettings, GetCompanies, InitialUser, PrivateProfile, profile } from '#api/operations.ts'
import { lengthProblem, yearsList } from '#shared/profiles.ts'
import { ChoiceField } from '#web/features/people/ChoiceField.tsx'
import { LISTS, locationsQuery } from '#web/features/people/reference-lists.ts'
import { invalidate, errorMessage, type OwnProfile } from '#web/features/people/people.queries.ts'
import {
  changesOf,
  FORMS,
  type FormField,
  type FormName,
  type ProfileForm,
} from '#web/features/people/profile-forms.ts'
import styles from '#web/features/people/Profile.module.css'
import { Button } from '#web/kit/Button.tsx'
import { useOnLoaded } from '#web/kit/use-on-loaded.ts'
import { execute, operationQuery } from '#web/platform/api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

const SUGGESTIONS = 20

type Values = Record<string, unknown>
interface Refusal {
  message: string
  field?: string | undefined
}

/** A part of one's own profile, changed in its place. What was typed stays until it is saved. */
export function EditForm({ own, form: name, onClose }: { own: OwnProfile; form: FormName; onClose: () => void }) {
  const client = useQueryClient()
  const form: ProfileForm = FORMS[name]
  const [before] = useState<Values>(() => form.read(own))
  const [values, setValues] = useState<Values>(before)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isSaving, setSaving] = useState(false)
  const set = (changed: Values) => setValues((known) => ({ ...known, ...changed }))

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(form.fields, values)
    setRefusal(found)
    if (found || isSaving) return
    const changes = changesOf(form.fields, before, values)
    if (Object.keys(changes).length === 0) return onClose()
    setSaving(true)
    try {
      // A company is always named, so that it is known which.
      const sent = name === 'company' ? { ...changes, name: values['name'] } : changes
      await execute(form.operation, (form.wrap ? { [form.wrap]: sent } : sent) as never)
      await invalidate(client, [PrivateProfile.name, profile.name, InitialUser.name, AccountSettings.name])
      toast.success('Saved')
      onClose()
    } catch (error) {
      setRefusal({ message: errorMessage(error), field: error instanceof ApiError ? error.field : undefined })
    }
    setSaving(false)
  }

  return (
    <form className={styles.form} aria-label={form.title} noValidate onSubmit={(event) => void save(event)}>
      {form.fields.map((field, index) => (
        <FieldOf
          key={field.name}
          field={field}
          value={values[field.name]}
          problem={refusal?.field === field.name ? refusal.message : undefined}
          isFirst={index === 0}
          onChange={set}
        />
      ))}
      {refusal && (
        <p role="alert" className={styles.problem}>
          {refusal.message}
        </p>
      )}
      <div className={styles.acts}>
        <Button type="submit" look="filled" aria-disabled={isSaving}>
          Save
        </Button>
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What the server would refuse about lengths, said before anything travels. */
function problemOf(fields: readonly FormField[], values: Values): Refusal | null {
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
  const common = {
    id,
    autoFocus: isFirst,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': field.hint ? `${id}-hint` : undefined,
  }
  const text = value === null || value === undefined ? '' : String(value)
  const put = (next: unknown) => onChange({ [field.name]: next })
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{field.label}</label>
      {field.hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {field.hint}
        </p>
      )}
      {field.kind === 'area' && <textarea {...common} value={text} onChange={(event) => put(event.target.value)} />}
      {(field.kind === 'text' || field.kind === 'link') && (
        <input {...common} value={text} onChange={(event) => put(event.target.value)} />
      )}
      {field.kind === 'number' && (
        <input
          {...common}
          inputMode="numeric"
          value={text}
          onChange={(event) =>
            put(
              event.target.value.replaceAll(/\D/g, '') === '' ? null : Number(event.target.value.replaceAll(/\D/g, '')),
            )
          }
        />
      )}
      {field.kind === 'city' && <City {...common} value={text} onChange={onChange} />}
      {field.kind === 'company' && <Company {...common} value={text} onChange={put} />}
      {field.kind === 'year' && (
        <Select
          {...common}
          value={text}
          options={yearsList(new Date()).map(String)}
          onChange={(year) => put(year === '' ? null : Number(year))}
        />
      )}
      {field.kind === 'words' && (
        <Select {...common} value={text} options={field.words} onChange={(word) => put(word || null)} />
      )}
      {field.kind === 'one' && (
        <One {...common} list={field.list} value={text} onChange={(one) => put(one === '' ? null : Number(one))} />
      )}
    </div>
  )
}

interface SelectProps {
  id: string
  autoFocus: boolean
  value: string
  options: readonly (string | { id: number; name: string })[]
  onChange: (value: string) => void
}

const Select = ({ options, onChange, ...rest }: SelectProps) => (
  <select {...rest} onChange={(event) => onChange(event.target.value)}>
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
  </select>
)

function One({ list, ...rest }: Omit<SelectProps, 'options'> & { list: keyof typeof LISTS }) {
  const { data = [] } = useQuery(LISTS[list])
  return <Select {...rest} options={data} />
}

interface TypedProps<Change> {
  id: string
  autoFocus: boolean
  value: string
  onChange: (change: Change) => void
}

/** A known city brings its region and country. */
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
      <input
        {...rest}
        id={id}
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
      <input
        {...rest}
        id={id}
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
