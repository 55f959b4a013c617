/** Queries for staff who manage teams. */
import type { QueryClient } from '@tanstack/react-query'
import {
  GetStaffActs,
  GetStaffNetworks,
  GetStaffTeam,
  GetStaffTeams,
  type StaffTeamWholeFragment,
} from '#api/operations.ts'
import { counted } from '#shared/kit/text.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type Team = StaffTeamWholeFragment
export const TEAMS_PAGE = 50
export const teamsQuery = (search: string, offset: number) =>
  operationQuery(GetStaffTeams, { search, offset, limit: TEAMS_PAGE }, { staleTime: 0 })
export const teamQuery = (id: number) => operationQuery(GetStaffTeam, { id }, { staleTime: 0 })
export const networksQuery = operationQuery(GetStaffNetworks, {})

/** Keys of the queries that show teams. */
export const TEAM_KEYS = [GetStaffTeam, GetStaffTeams, GetStaffActs].map(({ name }) => [name])
export const refreshTeams = (client: QueryClient) =>
  Promise.all(TEAM_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })))

const STATES = {
  active: 'Paid',
  past_due: 'Past due',
  cancelled: 'Ends at term',
  expired: 'Ended',
} as const
export const stateWords = (state: Team['state']) => (state ? STATES[state] : 'Not paid yet')
export const seatWords = ({
  seats,
  num_of_members,
  num_of_invited,
}: Pick<Team, 'seats' | 'num_of_members' | 'num_of_invited'>) =>
  `${num_of_members} of ${counted(seats, 'seat')} taken${num_of_invited > 0 ? `, ${num_of_invited} invited` : ''}`
