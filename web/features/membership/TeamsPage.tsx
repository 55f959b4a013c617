import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GetStaffTeamsQuery } from '#api/operations.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { counted } from '#shared/kit/text.ts'
import { TeamForm } from '#web/features/membership/TeamForm.tsx'
import { seatWords, stateWords, TEAMS_PAGE, teamsQuery } from '#web/features/membership/teams.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { Field } from '#web/kit/forms/Field.tsx'
import { Pager } from '#web/kit/list/Pager.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { StatePage } from '#web/kit/layout/StatePage.tsx'
import { Link } from '#web/platform/router/Link.tsx'
import { useNavigate } from '#web/platform/router/RouterProvider.tsx'
import { StaffPage } from '#web/platform/shell/StaffPage.tsx'
import styles from './Membership.module.css'

/** Staff find or create teams. A member who pays individually is a team of one. */
export function TeamsPage() {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [offset, setOffset] = useState(0)
  const [isMaking, setMaking] = useState(false)
  const { data, isError, refetch } = useQuery({ ...teamsQuery(search, offset), placeholderData: keepPreviousData })
  const found = data?.staff_teams
  return (
    <StaffPage
      title="Teams"
      lede={found ? `${counted(found.count, 'team')}, with multi-seat teams first.` : 'Teams and who pays for them.'}
    >
      {isMaking ? (
        <TeamForm
          onDone={(id) => void navigate({ to: `${STAFF_ROUTES.teams}/${id}` })}
          onClose={() => setMaking(false)}
        />
      ) : (
        <p className={styles.acts}>
          <Button look="filled" onClick={() => setMaking(true)}>
            Create team
          </Button>
        </p>
      )}
      <div className={styles.form} role="search">
        <Field
          label="Search teams by company"
          type="search"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value)
            setOffset(0)
          }}
        />
      </div>
      {found ? (
        <TeamList found={found} offset={offset} onOffset={setOffset} />
      ) : isError ? (
        <StatePage title="We couldn’t load teams" again={refetch}>
          Nothing was changed.
        </StatePage>
      ) : (
        <Skeleton width="most" />
      )}
    </StaffPage>
  )
}

interface TeamListProps {
  found: GetStaffTeamsQuery['staff_teams']
  offset: number
  onOffset: (offset: number) => void
}

const TeamList = ({ found, offset, onOffset }: TeamListProps) => (
  <>
    {found.count === 0 && <StatePage title="No teams match">Try a shorter name, or create the team.</StatePage>}
    <ul aria-label="Teams">
      {found.items.map((team) => (
        <li key={team.id} className={styles.row}>
          <div className={styles.grow}>
            <p className={styles.name}>
              <Link to={`${STAFF_ROUTES.teams}/${team.id}`}>{team.name}</Link>
            </p>
            <p className={styles.quiet}>
              {team.peer_network.display_name}. {seatWords(team)}
            </p>
          </div>
          <span className={styles.quiet}>{stateWords(team.state)}</span>
        </li>
      ))}
    </ul>
    <Pager offset={offset} count={found.count} page={TEAMS_PAGE} onChange={onOffset} />
  </>
)
