import { useCommand } from '#web/platform/forms/use-command.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  getMemberConnectionsUnitUsers,
  PassConnections,
  ResetConnections,
  type GetMemberConnectionsUnitUsersQuery,
} from '#api/operations.ts'
import { CONNECTION_SORT_WORDS, CONNECTION_SORTS, type ConnectionSort } from '#shared/profiles.ts'
import { FollowButton } from '#web/features/people/FollowButton.tsx'
import { sharedLine } from '#web/features/people/profile/InCommon.tsx'
import styles from '#web/features/people/People.module.css'
import { PersonRow } from '#web/features/people/directory/PersonRow.tsx'
import { Button } from '#web/kit/Button.tsx'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'

type Suggested = GetMemberConnectionsUnitUsersQuery['member_connections'][number]

const SAME_CITY_KM = 25
/** The product is written in American English, so distances are in miles. */
const miles = (km: number) => Math.round(km / 1.609344).toLocaleString('en-US')

/** Why a member is suggested, depending on the sort order. */
const REASONS: Record<ConnectionSort, (person: Suggested) => string> = {
  most_relevant: ({ similarities }) => sharedLine(similarities),
  nearest_members: ({ distance_km }) =>
    distance_km === null ? '' : distance_km < SAME_CITY_KM ? 'In your city' : `${miles(distance_km)} miles away`,
  similar_company_size: ({ company }) => (company?.num_of_employees && `${company.num_of_employees} people`) || '',
  similar_funds: ({ company }) => company?.stage ?? '',
  similar_industry: ({ similarities }) => similarities?.industries.map(({ name }) => name).join(' · ') ?? '',
}

/** Suggested members, in an order that the viewer chooses. */
export function Connections() {
  const [filter, setFilter] = useState<ConnectionSort>('most_relevant')
  const { data, isError } = useQuery({
    ...operationQuery(getMemberConnectionsUnitUsers, { filter }),
    placeholderData: keepPreviousData,
  })
  const people = data?.member_connections
  const invalidate = [[getMemberConnectionsUnitUsers.name]]
  const pass = useCommand(PassConnections, { invalidate })
  const reset = useCommand(ResetConnections, { invalidate })
  const isPending = pass.isPending || reset.isPending
  // Optional: render nothing on error.
  if (isError) return null
  return (
    <section className={styles.unit} aria-labelledby="connections-title">
      <div className={styles.unitHead}>
        <h2 id="connections-title" className="t-section">
          Suggested members
        </h2>
        <SelectMenu
          label="Sort by"
          value={filter}
          options={CONNECTION_SORTS.map((sort) => ({ value: sort, label: CONNECTION_SORT_WORDS[sort] }))}
          onChange={(sort) => setFilter(sort as ConnectionSort)}
        />
      </div>
      {!people && (
        <div className={styles.panel} aria-busy="true">
          <Skeleton width="most" />
        </div>
      )}
      {people?.length === 0 && (
        <p className={styles.hint}>No more suggestions. Start over, or add more to your profile.</p>
      )}
      <ul className={styles.unitList}>
        {people?.map((person) => (
          <SuggestedRow key={person.id} person={person} reason={REASONS[filter](person)} />
        ))}
      </ul>
      <div className={styles.acts}>
        {people && people.length > 0 && (
          <Button disabled={isPending} onClick={() => void pass.run({ user_ids: people.map(({ id }) => id) })}>
            Show new suggestions
          </Button>
        )}
        <Button look="bare" disabled={isPending} onClick={() => void reset.run({})}>
          Start over
        </Button>
      </div>
    </section>
  )
}

const SuggestedRow = ({ person, reason }: { person: Suggested; reason: string }) => (
  <PersonRow
    person={{ ...person, areas_of_expertise: [] }}
    isOverList
    note={reason && <p className={styles.why}>{reason}</p>}
    act={<FollowButton person={person} isFollowed={person.is_followed} source="member_connections_unit" />}
  />
)
