/** Parts of a member's page and of the viewer's own profile. */
import type { ReactNode } from 'react'
import { dayOf } from '#shared/kit/dates.ts'
import { personLine } from '#shared/people.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import type { OwnProfile, Profile } from '#web/features/people/people.queries.ts'
import styles from '#web/features/people/profile/Profile.module.css'
import { Badge } from '#web/kit/Badge.tsx'

type Person = Profile | OwnProfile

interface HeadProps {
  person: Person
  line?: ReactNode
  acts?: ReactNode
}

export function ProfileHead({ person, line, acts }: HeadProps) {
  const place = [person.city, person.country].filter(Boolean).join(', ')
  return (
    <header className={styles.head}>
      <Avatar person={person} size={96} />
      <div className={styles.headText}>
        <div className={styles.name}>
          <h1 className="t-profile-name" tabIndex={-1}>
            {person.name}
          </h1>
          {person.pronouns && <span className={styles.pronouns}>{person.pronouns}</span>}
        </div>
        {person.community_title && <p className={`t-honour ${styles.honour}`}>{person.community_title.label}</p>}
        <p className={styles.line}>{personLine(person)}</p>
        {place && <p className={styles.quiet}>{place}</p>}
        {person.status && <p className={`t-honour ${styles.status}`}>{person.status}</p>}
        {person.is_online && <p className={styles.online}>Online now</p>}
        {line}
        {acts && <div className={styles.acts}>{acts}</div>}
      </div>
    </header>
  )
}

/** A section with its heading over a double rule, and an edit button. */
export function Part({ title, act, children }: { title: string; act?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h2 className="t-section">{title}</h2>
        {act}
      </div>
      {children}
    </section>
  )
}

export type Fact = readonly [label: string, value: ReactNode]
const isSaid = (value: ReactNode): boolean => value !== null && value !== undefined && value !== '' && value !== false

/** Label above, value in serif; empty values leave no gap. */
export function Facts({ facts, empty }: { facts: readonly Fact[]; empty?: string }) {
  const said = facts.filter(([, value]) => isSaid(value))
  if (said.length === 0) return empty ? <p className={styles.quiet}>{empty}</p> : null
  return (
    <dl className={styles.facts}>
      {said.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export const namesOf = (list: readonly { name: string }[]): string => list.map(({ name }) => name).join(', ')

export const careerFacts = (person: Person, professionLabel: string): Fact[] => [
  [professionLabel, person.year_started_profession],
  ['Works as', person.employment_status?.name],
  ['Direct reports', person.num_of_direct_reports],
  ['Chapter', person.chapter?.name],
  ['Attends events in', namesOf(person.live_event_chapters)],
]

export const topicFacts = (person: Person): Fact[] => [
  ['Areas of expertise', namesOf(person.areas_of_expertise)],
  ['Industries', namesOf(person.industries)],
  ['Industry groups', namesOf(person.industry_groups)],
  ['Interests', namesOf(person.interests)],
]

export const companyFacts = ({ company }: Person): Fact[] =>
  company === null
    ? []
    : [
        ['Company', company.name],
        ['Type', company.type?.name],
        ['Funding', company.stage],
        ['Employees', company.num_of_employees],
        ['Lawyers', company.num_of_lawyers],
        ['Finance staff', company.num_of_financial_employees],
        ['Industries', namesOf(company.industries)],
        ['Business models', namesOf(company.business_models)],
      ]

export const legalFacts = ({ legal }: Person): Fact[] =>
  legal === null
    ? []
    : [
        ['Law school', legal.law_school?.name],
        ['Previous practice', legal.previous_practice],
        ['Most recent firm', legal.recent_law_firm?.name],
        ['Law firms', namesOf(legal.law_firms)],
        ['In-house since', legal.year_started_inhouse],
        ['Responsibilities', namesOf(legal.areas_of_responsibility)],
        ['Additional areas', namesOf(legal.additional_areas)],
      ]

export function BarList({ person, timeZone }: { person: Person; timeZone: string }) {
  if (person.bar_qualifications.length === 0) return <p className={styles.quiet}>No bar admissions listed.</p>
  return (
    <ul className={styles.bars}>
      {person.bar_qualifications.map((bar) => (
        <li key={bar.id}>
          <span className={styles.barState}>{bar.state}</span>{' '}
          <span className={styles.quiet}>
            {[
              bar.year_passed && `admitted ${bar.year_passed}`,
              bar.bar_number && `number ${bar.bar_number} (visible only to you and staff)`,
              `added ${dayOf(bar.upload_date, timeZone)}`,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
    </ul>
  )
}

const LINKS = [
  ['linkedin', 'LinkedIn'],
  ['twitter_url', 'X'],
] as const

export function Links({ person }: { person: Person }) {
  const links = LINKS.filter(([field]) => person[field])
  if (links.length === 0) return null
  return (
    <p className={styles.links}>
      {links.map(([field, label]) => (
        <a key={field} href={person[field]!}>
          {label}
        </a>
      ))}
    </p>
  )
}

/** Badges that the member has earned and made public. */
export function Badges({ person }: { person: Person }) {
  const shown = person.badges.filter((earned) => earned.public)
  if (shown.length === 0) return null
  return (
    <ul className={styles.badges} aria-label="Badges">
      {shown.map(({ badge }) => (
        <li key={badge.id}>
          <Badge picture={badge.image_url} words={badge.description} />
        </li>
      ))}
    </ul>
  )
}

/** The bio as it was written, paragraph by paragraph. */
export function Bio({ text }: { text: string }) {
  return (
    <div className={`t-reply ${styles.bio}`}>
      {text.split('\n\n').map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </div>
  )
}
