import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { personLine } from '#shared/people.ts'
import { suggestionsQuery, type Person } from '#web/features/inbox/inbox.queries.ts'
import styles from '#web/features/inbox/groups/MemberPicker.module.css'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { Field } from '#web/kit/forms/Field.tsx'

interface Props {
  label: string
  /** Members of this group and invited members are not offered. */
  groupId?: number
  chosen: readonly Person[]
  problem?: string | undefined
  onChange: (chosen: Person[]) => void
}

/** Searches members the viewer may message, and shows the chosen ones. */
export function MemberPicker({ label, groupId, chosen, problem, onChange }: Props) {
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search.trim())
  const asked = { search: words, ...(groupId !== undefined && { group_id: groupId }) }
  const { data } = useQuery({ ...suggestionsQuery(asked), enabled: words !== '' })
  const found = (data?.chat_suggestions ?? []).filter(({ id }) => !chosen.some((each) => each.id === id)).slice(0, 6)
  return (
    <div className={styles.picker}>
      <ChosenMembers chosen={chosen} onChange={onChange} />
      <Field
        label={label}
        value={search}
        autoComplete="off"
        placeholder="Name or company"
        problem={problem}
        onChange={({ target }) => setSearch(target.value)}
      />
      {words !== '' && data && found.length === 0 && (
        <p role="status" className={styles.none}>
          No members you can message match that name.
        </p>
      )}
      {found.length > 0 && (
        <ul aria-label="Matching members" className={styles.found}>
          {found.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                aria-label={`Add ${person.name}`}
                onClick={() => {
                  onChange([...chosen, person])
                  setSearch('')
                }}
              >
                <Avatar person={person} size={28} />
                <span>
                  <b>{person.name}</b> {personLine(person)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const ChosenMembers = ({ chosen, onChange }: Pick<Props, 'chosen' | 'onChange'>) =>
  chosen.length > 0 && (
    <ul aria-label="Selected members" className={styles.chosen}>
      {chosen.map((person) => (
        <li key={person.id}>
          <span>{person.name}</span>
          <button
            type="button"
            aria-label={`Remove ${person.name}`}
            onClick={() => onChange(chosen.filter(({ id }) => id !== person.id))}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  )
