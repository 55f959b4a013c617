import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#shared/kit/dates.ts'
import { personLine } from '#shared/people.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { ACCOUNT_STATES, STAFF_MEMBERS_PAGE } from '#shared/staff-members.ts'
import type { GetStaffMembersQuery } from '#api/operations.ts'
import { counted } from '#shared/kit/text.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { MemberExports } from '#web/features/staff-members/export/MemberExports.tsx'
import { SuspendSeveral } from '#web/features/staff-members/SuspendSeveral.tsx'
import {
  networksQuery,
  staffMembersQuery,
  type MemberSearch,
} from '#web/features/staff-members/staff-members.queries.ts'
import rows from '#web/kit/list/Rows.module.css'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { CheckboxField } from '#web/kit/forms/Choice.tsx'
import { Field, SelectField } from '#web/kit/forms/Field.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

const NOTHING_CHOSEN: MemberSearch = { search: '', state: '', network: '' }

/** Staff find accounts in any state by name, company or email address; without a search, the newest first. */
export function StaffMembersPage() {
  const [asked, setAsked] = useState(NOTHING_CHOSEN)
  const [offset, setOffset] = useState(0)
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const { data, isError, refetch } = useQuery({
    ...staffMembersQuery(asked, offset),
    placeholderData: keepPreviousData,
  })
  const found = data?.staff_members
  const isFiltered = Object.values(asked).some((value) => value.trim() !== '')
  const ask = (part: Partial<MemberSearch>) => {
    setAsked((known) => ({ ...known, ...part }))
    setOffset(0)
  }
  return (
    <StaffPage
      title="Members"
      lede={
        found
          ? `${counted(found.count, 'account')}${isFiltered ? ' found' : ', the newest first'}.`
          : 'Accounts in any state.'
      }
    >
      <Search asked={asked} onChange={ask} />
      <MemberExports asked={asked} />
      {isError && !found && (
        <StatePage title="We couldn’t load members" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!found && !isError && <Skeleton width="most" />}
      {found?.count === 0 && (
        <StatePage title={isFiltered ? 'No accounts match' : 'No accounts yet'}>
          {isFiltered ? 'Try fewer letters, or another state or network.' : 'Invite someone to begin.'}
        </StatePage>
      )}
      {chosen.size > 0 && <SuspendSeveral members={chosen} onDone={() => setChosen(new Map())} />}
      <ul aria-label="Members" className={styles.list}>
        {found?.items.map((member) => (
          <Row
            key={member.id}
            member={member}
            isChosen={chosen.has(member.id)}
            choose={(isChosen) => setChosen((known) => chosenAfter(known, member, isChosen))}
          />
        ))}
      </ul>
      {found && <Pager offset={offset} count={found.count} page={STAFF_MEMBERS_PAGE} onChange={setOffset} />}
    </StaffPage>
  )
}

function Search({ asked, onChange }: { asked: MemberSearch; onChange: (part: Partial<MemberSearch>) => void }) {
  const networks = useQuery(networksQuery).data?.staff_networks ?? []
  return (
    <div className={styles.search} role="search">
      <Field
        label="Find a member by name, company or email address"
        type="search"
        value={asked.search}
        onChange={({ target }) => onChange({ search: target.value })}
      />
      <SelectField label="State" value={asked.state} onChange={({ target }) => onChange({ state: target.value })}>
        <option value="">Any state</option>
        {Object.entries(ACCOUNT_STATES).map(([state, label]) => (
          <option key={state} value={state}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Network" value={asked.network} onChange={({ target }) => onChange({ network: target.value })}>
        <option value="">All networks</option>
        {networks.map(({ id, display_name }) => (
          <option key={id} value={id}>
            {display_name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

type Member = GetStaffMembersQuery['staff_members']['items'][number]

function chosenAfter(known: ReadonlyMap<number, string>, { id, user }: Member, isChosen: boolean) {
  const after = new Map(known)
  if (isChosen) after.set(id, user.name)
  else after.delete(id)
  return after
}

interface RowProps {
  member: Member
  isChosen: boolean
  choose: (isChosen: boolean) => void
}

function Row({ member, isChosen, choose }: RowProps) {
  const { time_zone } = useUser()
  const { id, user, email, account_state, suspension, is_staff, primary_network } = member
  const isSuspended = account_state === 'suspended'
  const canSuspend = !isSuspended && account_state !== 'former' && account_state !== 'not_joined'
  return (
    <li className={rows.row}>
      <CheckboxField
        label={<span className="visually-hidden">Choose {user.name}</span>}
        checked={isChosen}
        disabled={!canSuspend}
        onChange={({ target }) => choose(target.checked)}
      />
      <Avatar person={user} size={36} />
      <div className={rows.grow}>
        <p className={styles.name}>
          <Link to={`${STAFF_ROUTES.members}/${id}`}>{user.name}</Link>
        </p>
        <p className={rows.quiet}>{[personLine(user), email].filter(Boolean).join(', ')}</p>
      </div>
      <div className={styles.state}>
        <p className={isSuspended ? styles.bad : undefined}>
          {is_staff && !isSuspended ? 'Staff' : ACCOUNT_STATES[account_state]}
          {isSuspended && suspension?.until && ` until ${dayOf(suspension.until, time_zone)}`}
        </p>
        <p className={rows.quiet}>{primary_network?.display_name ?? 'No network'}</p>
      </div>
    </li>
  )
}
