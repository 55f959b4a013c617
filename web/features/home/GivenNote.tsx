import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GivenInQuarter } from '#api/operations.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { Button } from '#web/kit/Button.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'
import { Link } from '#web/platform/router/Link.tsx'
import { readString, writeString } from '#web/platform/storage/json-storage.ts'
import { STORAGE_KEYS } from '#web/platform/storage/storage-keys.ts'
import styles from './Home.module.css'

const givenQuery = operationQuery(GivenInQuarter, {}, { staleTime: 3_600_000 })

/** Once a quarter, until it is hidden. Renders nothing for a member who gave nothing, or if the query fails. */
export function GivenNote() {
  const given = useQuery(givenQuery).data?.given_in_quarter
  const [hidden, setHidden] = useState(() => readString(STORAGE_KEYS.hiddenQuarter))
  if (!given || given.num_of_answers + given.num_of_thanks === 0 || hidden === given.starts_at) return null
  const hide = () => {
    writeString(STORAGE_KEYS.hiddenQuarter, given.starts_at)
    setHidden(given.starts_at)
  }
  return (
    <section className={styles.panel} aria-labelledby="given-title">
      <h2 id="given-title" className={`t-section ${styles.title}`}>
        What you gave
      </h2>
      <p className={styles.standing}>
        {monthOf(given.starts_at, 0)} to {monthOf(given.ends_at, -1)}:{' '}
        {counted(given.num_of_answers, 'reply', 'replies')} to other members’ questions.{' '}
        {counted(given.num_of_thanks, 'member')} agreed with you.
      </p>
      <p className={styles.standing}>
        <Link to={ROUTES.profileActivity} className={styles.link}>
          Your activity
        </Link>{' '}
        <Button look="bare" onClick={hide}>
          Hide
        </Button>
      </p>
    </section>
  )
}

/** The month of a quarter's boundary; `days` moves the end into its last month. */
const monthOf = (boundary: string, days: number) =>
  new Date(Date.parse(boundary) + days * 86_400_000).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })
