import { useState } from 'react'
import { THREAD_TYPES, type ThreadType } from '#shared/discussions.ts'
import { ROUTES } from '#shared/routes.ts'
import { askedFor, withOperator, type Operator } from '#shared/search.ts'
import type { SearchAddress } from '#web/features/search/search-address.ts'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import styles from '#web/features/search/SearchFilters.module.css'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'
import { useUser } from '#web/platform/session/session.ts'

const KINDS: Record<ThreadType, string> = {
  discussion: 'Discussions',
  document_request: 'Documents',
  poll: 'Polls',
  recommendation_request: 'Recommendations',
}
const TIMES = [
  { months: 1, label: 'Past month' },
  { months: 12, label: 'Past year' },
  { months: 36, label: 'Past 3 years' },
] as const

function dayBefore(now: number, months: number): string {
  const day = new Date(now)
  day.setUTCMonth(day.getUTCMonth() - months, 1)
  return day.toISOString().slice(0, 10)
}

/** Filters that write the matching operators into the search text. */
export function SearchFilters({ address }: { address: SearchAddress }) {
  const navigate = useNavigate()
  const { peer_network_memberships: memberships } = useUser()
  const [now] = useState(Date.now)
  const { q = '' } = address
  const asked = askedFor(q)
  const set = (operator: Operator) => (value: string) =>
    void navigate({ to: ROUTES.search, search: { ...address, q: withOperator(q, operator, value || undefined) } })
  const times = TIMES.map(({ months, label }) => ({ value: dayBefore(now, months), label }))
  return (
    <div className={styles.filters} role="group" aria-label="Filters">
      <Choice
        label="Type"
        any="Any type"
        value={asked.type}
        onChange={set('type')}
        options={THREAD_TYPES.map((value) => ({ value, label: KINDS[value] }))}
      />
      <Choice
        label="Network"
        any="All networks"
        value={asked.in}
        onChange={set('in')}
        options={memberships.map(({ peer_network: { slug, display_name } }) => ({ value: slug, label: display_name }))}
      />
      <Choice
        label="Time"
        any="Any time"
        value={asked.after}
        onChange={set('after')}
        options={times}
        other={(day) => `Since ${day}`}
      />
    </div>
  )
}

interface ChoiceProps {
  label: string
  any: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  /** Label of a value that was typed by hand and is not an option. */
  other?: (value: string) => string
}

function Choice({ label, any, value = '', options, onChange, other = (each) => each }: ChoiceProps) {
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <SelectMenu
      label={label}
      hidesLabel
      className={value === '' ? undefined : styles.chosen}
      none={any}
      value={value}
      options={isKnown ? options : [{ value, label: other(value) }, ...options]}
      onChange={onChange}
    />
  )
}
