import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GetStaffActChoices, type GetStaffActsQueryVariables } from '#api/operations.ts'
import { startOfDay } from '#shared/kit/start-of-day.ts'
import { actLabel } from '#shared/staff-log.ts'
import styles from '#web/features/moderation/StaffPage.module.css'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'

/** As they are entered; empty for all. */
export interface Filters {
  actor: string
  act: string
  item: string
  from: string
  to: string
}
export const NO_FILTERS: Filters = { actor: '', act: '', item: '', from: '', to: '' }

/** The day after, in UTC, which has no days of 23 or 25 hours. */
function nextDay(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

type Asked = Pick<GetStaffActsQueryVariables, 'actor_id' | 'act' | 'item_id' | 'since' | 'until'>

/** The filters as the server takes them: days begin in the time zone of the reader, and the last one is included. */
export function filtersOf({ actor, act, item, from, to }: Filters, timeZone: string) {
  const problems: Partial<Record<keyof Filters, string>> = {}
  const id = item.trim()
  if (id && !/^[1-9]\d{0,14}$/.test(id)) problems.item = 'Enter the number of an item or a member.'
  if (from && to && from > to) problems.to = 'Choose a day that isn’t before the first one.'
  const asked: Asked = {
    ...(actor && { actor_id: Number(actor) }),
    ...(act && { act }),
    ...(id && { item_id: Number(id) }),
    ...(from && { since: startOfDay(from, timeZone).toISOString() }),
    ...(to && { until: startOfDay(nextDay(to), timeZone).toISOString() }),
  }
  return { asked, problems }
}

interface Props {
  filters: Filters
  problems: Partial<Record<keyof Filters, string>>
  onChange: (part: Partial<Filters>) => void
  /** At the end of the row. */
  children?: ReactNode
}

export function StaffActFilters({ filters, problems, onChange, children }: Props) {
  const { data } = useQuery(operationQuery(GetStaffActChoices, {}, { staleTime: 60_000 }))
  const { actors = [], acts = [] } = data?.staff_act_choices ?? {}
  const control = (name: keyof Filters) => ({
    value: filters[name],
    problem: problems[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  })
  return (
    <div className={styles.filters} role="search" aria-label="Filters">
      <SelectField label="By" {...control('actor')}>
        <option value="">Anyone</option>
        {actors.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Action" {...control('act')}>
        <option value="">Any action</option>
        {acts.map(({ act }) => (
          <option key={act} value={act}>
            {actLabel(act)}
          </option>
        ))}
      </SelectField>
      <Field label="Item or member ID" inputMode="numeric" {...control('item')} />
      <Field label="From" type="date" {...control('from')} />
      <Field label="To" type="date" {...control('to')} />
      {children}
    </div>
  )
}
