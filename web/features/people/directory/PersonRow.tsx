import type { ReactNode } from 'react'
import { personLine } from '#shared/people.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { PersonLink } from '#web/features/people/PersonLink.tsx'
import styles from '#web/features/people/People.module.css'

interface Props {
  person: {
    id: number
    name: string
    title: string | null
    profile_thumbnail_url: string | null
    is_online: boolean
    company?: { name: string } | null
    community_title?: { label: string } | null
    city?: string | null
    areas_of_expertise?: { id: number; name: string }[]
  }
  /** Shown below the facts. */
  note?: ReactNode
  act?: ReactNode
  isFound?: boolean
  /** Their page opens over the list. */
  isOverList?: boolean
}

const AREAS_SHOWN = 3

/** A member in a list: name, place, expertise, and one quiet button. */
export function PersonRow({ person, note, act, isFound = false, isOverList = false }: Props) {
  const { city, areas_of_expertise: areas = [] } = person
  const facts = [
    city,
    areas
      .slice(0, AREAS_SHOWN)
      .map(({ name }) => name)
      .join(', '),
  ].filter(Boolean)
  return (
    <li className={styles.row}>
      <Avatar person={person} />
      <div className={styles.rowText}>
        <p>
          <PersonLink person={person} className={styles.rowName} isFound={isFound} isOverList={isOverList} />
          {person.is_online && <span className={styles.online}>Online</span>}
        </p>
        {person.community_title && <p className={`t-honour ${styles.rowHonour}`}>{person.community_title.label}</p>}
        <p className={styles.rowLine}>{personLine({ title: person.title, company: person.company ?? null })}</p>
        {facts.length > 0 && <p className={styles.rowFacts}>{facts.join(' · ')}</p>}
        {note}
      </div>
      {act}
    </li>
  )
}
