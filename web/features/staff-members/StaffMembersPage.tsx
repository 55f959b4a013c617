import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#shared/kit/dates.ts'
import { ROUTES } from '#shared/routes.ts'
import { STAFF_MEMBERS_PAGE } from '#shared/staff-members.ts'
import { Avatar } from '#web/features/people/Avatar.tsx'
import { accountWords, staffMembersQuery } from '#web/features/staff-members/staff-members.queries.ts'
import { Link } from '#web/platform/router/Link.tsx'
import styles from '#web/features/staff-members/StaffMembers.module.css'
import { Field } from '#web/kit/forms/Field.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { useUser } from '#web/platform/session/session.ts'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'

const several = (count: number) => (count === 1 ? '1 account' : `${count.toLocaleString('en-US')} accounts`)

/** Staff find accounts by name or email address; without a search, lists suspended accounts. */
export function StaffMembersPage() {
  const { time_zone } = useUser()
  const [search, setSearch] = useState('')
  const [offset, setOffset] = useState(0)
  const query = staffMembersQuery(search, offset)
  const { data, isError, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const found = data?.staff_members
  const isSearch = search.trim() !== ''
  return (
    <StaffPage
      title="Members"
      lede={found ? `${several(found.count)} ${isSearch ? 'found' : 'suspended'}.` : 'Accounts and suspensions.'}
    >
      <div className={styles.search} role="search">
        <Field
          label="Find a member by name or email address"
          type="search"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setOffset(0)
          }}
        />
      </div>
      {isError && !found && (
        <StatePage title="We couldn’t load members" again={refetch}>
          Nothing was changed.
        </StatePage>
      )}
      {!found && !isError && <Skeleton width="most" />}
      {found?.count === 0 && (
        <StatePage title={isSearch ? 'No members match that name or address' : 'No suspended accounts'}>
          {isSearch ? 'Try fewer letters.' : 'Search for a member to open their account.'}
        </StatePage>
      )}
      <ul aria-label="Members" className={styles.list}>
        {found?.items.map((member) => (
          <li key={member.id} className={styles.row}>
            <Avatar person={member.user} size={36} />
            <div className={styles.grow}>
              <p className={styles.name}>
                <Link to={`${ROUTES.staffMembers}/${member.id}`}>{member.user.name}</Link>
              </p>
              <p className={styles.quiet}>{member.email}</p>
            </div>
            {member.suspended ? (
              <span className={styles.bad}>
                Suspended{member.suspension?.until && ` until ${dayOf(member.suspension.until, time_zone)}`}
              </span>
            ) : (
              <span className={styles.quiet}>{accountWords(member)}</span>
            )}
          </li>
        ))}
      </ul>
      {found && <Pager offset={offset} count={found.count} page={STAFF_MEMBERS_PAGE} onChange={setOffset} />}
    </StaffPage>
  )
}
