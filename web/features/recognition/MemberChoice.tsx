import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { profilesSearchFilter } from '#api/operations.ts'
import styles from '#web/features/recognition/Recognition.module.css'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'

const WAIT_MS = 150
const FOUND = 6

export interface ChosenMember {
  id: number
  name: string
}

interface Props {
  chosen: ChosenMember | null
  problem?: string | undefined
  onChange: (member: ChosenMember | null) => void
}

/** Selects one member by name. */
export function MemberChoice({ chosen, problem, onChange }: Props) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({
    ...operationQuery(profilesSearchFilter, { search: asked, limit: FOUND }),
    enabled: chosen === null && asked !== '',
  })
  if (chosen !== null)
    return (
      <p>
        <b>{chosen.name}</b>{' '}
        <Button look="bare" onClick={() => onChange(null)}>
          Change
        </Button>
      </p>
    )
  const found = asked === '' ? [] : (data?.profiles_search_filter.items ?? [])
  return (
    <div>
      <Field
        label="Member"
        type="search"
        autoComplete="off"
        value={text}
        problem={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.found}>
        {found.map(({ id, name, company }) => (
          <button key={id} type="button" onClick={() => onChange({ id, name })}>
            {name} {company && <span className={styles.quiet}>{company.name}</span>}
          </button>
        ))}
        {asked !== '' && data && found.length === 0 && <p className={styles.quiet}>No members match that name.</p>}
      </div>
    </div>
  )
}
