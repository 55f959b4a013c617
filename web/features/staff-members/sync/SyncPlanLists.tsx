import type { ReactNode } from 'react'
import type { SyncPlan } from '#shared/member-sync.ts'
import { Section } from '#web/kit/layout/Section.tsx'
import styles from './MemberSync.module.css'

/** Entries of each list that are shown; rejected rows are always shown. */
const LISTED = 100

/** What a file changes, or has changed. */
export function SyncPlanLists({ plan, isDone }: { plan: SyncPlan; isDone: boolean }) {
  const { invited, changed, missing, refused, num_of_unchanged: unchanged } = plan
  return (
    <>
      <p className={styles.sum} role="status">
        {isDone ? 'Done. ' : 'Nothing has been changed yet. '}
        {invited.length} invited, {changed.length} changed, {unchanged} unchanged, {refused.length} rejected,{' '}
        {missing.length} not in the file.
      </p>
      <List title="Rejected" entries={refused.map(({ line, reason }) => [line, `Line ${line}: ${reason}`])} isWhole />
      <List
        title={isDone ? 'Invited' : 'Will be invited'}
        entries={invited.map(({ line, name, email }) => [line, `${name}, ${email}`])}
      />
      <List
        title={isDone ? 'Changed' : 'Will be changed'}
        entries={changed.map(({ id, name, title, company }) => [
          id,
          [name, title !== null && `title: ${title}`, company !== null && `company: ${company}`]
            .filter(Boolean)
            .join(', '),
        ])}
      />
      <List title="Not in the file" entries={missing.map(({ id, name }) => [id, name])} />
    </>
  )
}

interface ListProps {
  title: string
  entries: readonly (readonly [key: number, words: ReactNode])[]
  isWhole?: boolean
}

function List({ title, entries, isWhole = false }: ListProps) {
  if (entries.length === 0) return null
  const shown = isWhole ? entries : entries.slice(0, LISTED)
  return (
    <Section title={title}>
      <ul className={styles.list}>
        {shown.map(([key, words]) => (
          <li key={key}>{words}</li>
        ))}
      </ul>
      {shown.length < entries.length && <p className={styles.text}>And {entries.length - shown.length} more.</p>}
    </Section>
  )
}
