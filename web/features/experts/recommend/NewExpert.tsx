import { RadioGroup } from '#web/kit/forms/Choice.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { expertInWords } from '#shared/discussions.ts'
import {
  EXPERT_NAME_LENGTH,
  EXPERT_TYPES,
  EXPERT_TYPE_LABELS,
  normalisedName,
  type ExpertType,
  type NamedExpert,
} from '#shared/experts.ts'
import { alikeQuery, previewQuery, type ExpertLine } from '#web/features/experts/experts.queries.ts'
import forms from '#web/features/experts/Forms.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { useOnLoaded } from '#web/kit/loading/use-on-loaded.ts'

/** Initial values for a new expert. */
export const newExpertDraft = (name: string): NamedExpert => ({
  name,
  type: 'individual',
  company: '',
  company_id: null,
  website: '',
})

const WAIT_MS = 300

interface Props {
  draft: NamedExpert
  onChange: (draft: NamedExpert) => void
  onKnown: (expert: ExpertLine) => void
  onCancel: () => void
  /** Without it, the surrounding form has the button. */
  onAdd?: () => void
  /** Error message if it cannot be added. */
  problem?: string | null
}

/** Type, name, and company of a new expert. Shows similar existing experts first, to avoid duplicates. */
export function NewExpert({ draft, onChange, onKnown, onCancel, onAdd, problem = null }: Props) {
  const group = useRef<HTMLDivElement>(null)
  const { type, name, company, website } = draft
  const isPerson = type === 'individual'
  useEffect(() => group.current?.querySelector('input')?.focus(), [])
  return (
    <div
      ref={group}
      role="group"
      aria-label="New expert"
      className={forms.fresh}
      onKeyDown={(event) => {
        if (!onAdd || (event.key !== 'Escape' && !(event.key === 'Enter' && event.target instanceof HTMLInputElement)))
          return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') onCancel()
        else onAdd()
      }}
    >
      <Types type={type} onChange={(next) => onChange({ ...draft, type: next })} />
      <Field
        label="Name"
        autoComplete="off"
        maxLength={EXPERT_NAME_LENGTH}
        value={name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      {isPerson && (
        <Company
          company={company}
          onChange={(written, company_id) => onChange({ ...draft, company: written, company_id })}
        />
      )}
      <Field
        label={isPerson ? 'Company website (optional)' : 'Website (optional)'}
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={200}
        value={website}
        onChange={(event) => onChange({ ...draft, website: event.target.value })}
      />
      <PossibleDuplicates name={name} website={website} onKnown={onKnown} />
      {problem !== null && (
        <p role="alert" className={forms.problem}>
          {problem}
        </p>
      )}
      <div className={forms.acts}>
        <Button look="bare" onClick={onCancel}>
          Back to list
        </Button>
        {onAdd && <Button onClick={onAdd}>Add</Button>}
      </div>
    </div>
  )
}

function Types({ type, onChange }: { type: ExpertType; onChange: (type: ExpertType) => void }) {
  return (
    <RadioGroup
      label="Type"
      hidesLabel
      className={forms.types}
      options={EXPERT_TYPES.map((value) => ({ value, label: EXPERT_TYPE_LABELS[value] }))}
      value={type}
      onChange={({ target }) => onChange(target.value as ExpertType)}
    />
  )
}

/** Company of a person, with suggestions of existing companies. */
function Company({
  company,
  onChange,
}: {
  company: string
  onChange: (company: string, companyId: number | null) => void
}) {
  const id = useId()
  const asked = useLater(company.trim())
  const { data } = useQuery({ ...previewQuery(asked), enabled: asked !== '' })
  const known = new Map(
    (data?.experts_preview ?? []).flatMap((expert) => (expert.company ? [[expert.company.id, expert.company]] : [])),
  )
  const idOf = (name: string) =>
    [...known.values()].find((each) => normalisedName(each.name) === normalisedName(name))?.id ?? null
  const found = idOf(company)
  useOnLoaded(found, () => onChange(company, found))
  return (
    <>
      <Field
        label="Company"
        autoComplete="off"
        maxLength={EXPERT_NAME_LENGTH}
        list={id}
        value={company}
        onChange={(event) => onChange(event.target.value, idOf(event.target.value))}
      />
      <datalist id={id}>
        {[...known.values()].map((each) => (
          <option key={each.id} value={each.name} />
        ))}
      </datalist>
    </>
  )
}

function PossibleDuplicates({
  name,
  website,
  onKnown,
}: {
  name: string
  website: string
  onKnown: (expert: ExpertLine) => void
}) {
  const asked = { name: useLater(name.trim()), website: useLater(website.trim()) }
  const { data } = useQuery({ ...alikeQuery(asked.name, asked.website), enabled: asked.name !== '' })
  const alike = data?.experts_alike ?? []
  return (
    <div role="status">
      {alike.length > 0 && (
        <p className={forms.alike}>
          Did you mean{' '}
          {alike.map((expert) => (
            <button key={expert.id} type="button" onClick={() => onKnown(expert)}>
              {expertInWords(expert)}
            </button>
          ))}
        </p>
      )}
    </div>
  )
}

/** Debounces the text. */
function useLater(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return later
}
