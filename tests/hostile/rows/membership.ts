/** Who may pay, change and cancel what: members only their own; staff may also sync the record of any member. */
import type { Kit, Outcome, Role, Row } from '../row.ts'

export const membershipRows = ({ signedIn }: Pick<Kit, 'signedIn'>): Record<string, Row> => {
  const own = (variables: Record<string, unknown>, outcome: (role: Role) => Outcome): Row => {
    const row = signedIn(variables)
    return {
      ...row,
      outcome: (role, of) => {
        const usual = row.outcome(role, of)
        return usual === 'data' ? outcome(role) : usual
      },
    }
  }
  /** Members on trial have no membership yet; staff never pay. */
  const hasMembership = (role: Role) => !['trial', 'staff', 'expired'].includes(role)
  const forStaff = (variables: Record<string, unknown>, outcome: Outcome = 'code staff.not_found') =>
    own(variables, (role) => (role === 'staff' ? outcome : 'code staff.not_found'))
  const NOWHERE = 9_007_199_254_740_991
  const person = { email: 'from@matrix.test', first_name: 'From', last_name: 'Matrix' }
  return {
    GetStaffTeams: signedIn(),
    GetStaffNetworks: signedIn(),
    GetStaffTeam: signedIn({ id: NOWHERE }),
    SaveTeam: forStaff({ name: '', peer_network_id: 1, seats: 1 }, 'code membership.team_name'),
    AddTeamMember: forStaff({ team_id: NOWHERE, email: person.email }),
    RemoveTeamMember: forStaff({ team_id: NOWHERE, user_id: NOWHERE }),
    SetTeamBillingAdmin: forStaff({ team_id: NOWHERE, user_id: NOWHERE }),
    InviteToTeam: forStaff({ team_id: NOWHERE, ...person }),
    GetMembership: signedIn(),
    GetMembershipPrice: signedIn(),
    StartCheckout: own({ return_path: '/profile/membership' }, (role) => {
      if (role === 'staff') return 'code membership.nothing_to_pay'
      return hasMembership(role) ? 'code membership.already_paid' : 'data'
    }),
    SaveBillingDetails: own({ company: 'Matrix', address: '1 Street', country: 'US' }, (role) =>
      role === 'staff' ? 'code membership.nothing_to_pay' : 'data',
    ),
    GenerateBillingPortalSessionUrl: signedIn({ redirect_url: '/profile/membership' }),
    SyncUserBillingData: signedIn(),
    TriggerSyncWithBilling: own({ user_id: 9_007_199_254_740_991 }, () => 'code people.not_found'),
    ResumeMembership: own({}, (role) => (hasMembership(role) ? 'data' : 'code membership.none')),
    CancelMembership: own({ reason: 'other' }, (role) => (hasMembership(role) ? 'data' : 'code membership.none')),
  }
}
