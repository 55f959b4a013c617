import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { GetStaffMembers } from '#api/operations.ts'
import { Field } from '#web/kit/forms/Field.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import type { SpeakerRow } from './edited-series.ts'
import styles from '#web/features/learning/Learning.module.css'

const SUGGESTED = 8
const FEWEST_LETTERS = 2

interface Props {
  speaker: SpeakerRow
  onChange: (part: Partial<SpeakerRow>) => void
}

/** A member by their email address, or somebody from outside by name. */
export function SpeakerFields({ speaker, onChange }: Props) {
  const list = useId()
  const { user_id, name, title } = speaker
  const search = name.trim()
  const { data } = useQuery(
    operationQuery(
      GetStaffMembers,
      { search, limit: SUGGESTED, offset: 0 },
      { enabled: user_id === null && search.length >= FEWEST_LETTERS },
    ),
  )
  const members = data?.staff_members.items ?? []
  const choose = (typed: string) => {
    const member = members.find(({ email }) => email === typed.trim())
    onChange(member ? { user_id: member.id, name: member.user.name } : { user_id: null, name: typed })
  }
  return (
    <>
      <Field
        label="Name, or email address of a member"
        list={list}
        autoComplete="off"
        value={name}
        onChange={({ target }) => choose(target.value)}
      />
      <datalist id={list}>
        {members.map(({ id, email, user }) => (
          <option key={id} value={email}>
            {user.name}
          </option>
        ))}
      </datalist>
      {user_id === null ? (
        <Field
          label="Title and company"
          autoComplete="off"
          value={title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      ) : (
        <p className={styles.facts}>A member, shown with their current title and company.</p>
      )}
    </>
  )
}
