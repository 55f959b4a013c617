import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import {
  COMPANY_REQUIRED,
  EXPERT_NAME_LENGTH,
  EXPERT_TYPES,
  EXPERT_TYPE_LABELS,
  expertNameProblem,
  normalisedName,
  personName,
  type ExpertType,
} from '#shared/experts.ts'
import { suggestedExpertsQuery } from '#web/features/discussions/message-experts.queries.ts'
import styles from '#web/features/discussions/Naming.module.css'
import type { NamedDraft } from '#web/features/discussions/use-naming.tsx'
import { Button } from '#web/kit/Button.tsx'

interface Props {
  name: string
  onAdd: (expert: NamedDraft) => void
  onCancel: () => void
}

/** Somebody who is not in the list yet: what they are, their name, and where a person works. */
export function NewExpert({ name: begun, onAdd, onCancel }: Props) {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const [type, setType] = useState<ExpertType>('individual')
  const [name, setName] = useState(begun)
  const [company, setCompany] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const isPerson = type === 'individual'
  const { data: found = [] } = useQuery({
    ...suggestedExpertsQuery(null, company.trim()),
    enabled: company.trim() !== '',
  })
  const companies = new Map(found.flatMap((expert) => (expert.company ? [[expert.company.id, expert.company]] : [])))
  useEffect(() => first.current?.focus(), [])

  const add = () => {
    const wrong = expertNameProblem(name) ?? companyProblem(isPerson, company)
    setProblem(wrong)
    if (wrong !== null) return
    const known = [...companies.values()].find((each) => normalisedName(each.name) === normalisedName(company))
    onAdd(draftOf({ type, name: name.trim(), company: isPerson ? (known ?? { name: company.trim() }) : null }))
  }
  const onChange = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    setProblem(null)
  }
  return (
    <div
      role="group"
      aria-label="A new expert"
      className={styles.fresh}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && !(event.key === 'Enter' && event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        event.stopPropagation()
        if (event.key === 'Escape') onCancel()
        else add()
      }}
    >
      <fieldset className={styles.types}>
        <legend className="visually-hidden">What is it?</legend>
        {EXPERT_TYPES.map((each) => (
          <label key={each}>
            <input
              ref={each === 'individual' ? first : undefined}
              type="radio"
              name={`${id}-type`}
              checked={type === each}
              onChange={() => setType(each)}
            />
            {EXPERT_TYPE_LABELS[each]}
          </label>
        ))}
      </fieldset>
      <label className={styles.line}>
        <span>Name</span>
        <input value={name} maxLength={EXPERT_NAME_LENGTH} autoComplete="off" onChange={onChange(setName)} />
      </label>
      {isPerson && <CompanyField id={id} company={company} companies={companies} onChange={onChange(setCompany)} />}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.acts}>
        <Button look="bare" onClick={onCancel}>
          Back to the list
        </Button>
        <Button onClick={add}>Add</Button>
      </div>
    </div>
  )
}

interface CompanyProps {
  id: string
  company: string
  companies: ReadonlyMap<number, { id: number; name: string }>
  onChange: (event: { target: { value: string } }) => void
}

/** Where a person works, with the companies that are known already. */
const CompanyField = ({ id, company, companies, onChange }: CompanyProps) => (
  <>
    <label className={styles.line}>
      <span>Company</span>
      <input
        value={company}
        maxLength={EXPERT_NAME_LENGTH}
        autoComplete="off"
        list={`${id}-companies`}
        onChange={onChange}
      />
    </label>
    <datalist id={`${id}-companies`}>
      {[...companies.values()].map((each) => (
        <option key={each.id} value={each.name} />
      ))}
    </datalist>
  </>
)

const companyProblem = (isPerson: boolean, company: string) =>
  isPerson && company.trim() === '' ? COMPANY_REQUIRED : isPerson ? expertNameProblem(company) : null

interface Made {
  type: ExpertType
  name: string
  company: { id?: number; name: string } | null
}

function draftOf({ type, name, company }: Made): NamedDraft {
  const split = type === 'individual' ? personName(name) : { first_name: null, last_name: null }
  return {
    expert: {
      new_expert: { name, type, ...split },
      ...(company && (company.id ? { existing_company: company.id } : { new_company: { name: company.name } })),
      areas_of_expertise: [],
    },
    name,
    company: company && { name: company.name },
    ballot: null,
    has_vote: false,
  }
}
