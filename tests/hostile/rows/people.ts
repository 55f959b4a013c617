/** Profiles, companies, following, presence, the directory and the lists that members choose from. */
import type { Role, Row } from '../row.ts'

interface Kit {
  hasSession: (role: Role) => boolean
  signedIn: (variables?: Record<string, unknown>) => Row
}

const UNKNOWN = 9_007_199_254_740_991

// tests/api checks which members a viewer finds. Here: unknown members are not found; members write only their rows.
export const peopleRows = ({ hasSession, signedIn }: Kit): Record<string, Row> => {
  const refused = (variables: Record<string, unknown>, code: string): Row => ({
    about: 'nothing',
    variables: () => variables,
    outcome: (role) => (hasSession(role) ? `code ${code}` : 'unauthenticated'),
  })
  return {
    industries: signedIn(),
    IndustryGroup: signedIn({ peerNetworkIDs: [1, 2, 3, 4] }),
    interests: signedIn(),
    LawSchool: signedIn(),
    LawFirms: signedIn(),
    Prices: signedIn(),
    GetChapters: signedIn(),
    GetBusinessModels: signedIn(),
    GetCompanyTypes: signedIn(),
    GetEmploymentStatuses: signedIn(),
    GetAreasOfResponsibility: signedIn(),
    GetAdditionalAreas: signedIn(),
    GetLocations: signedIn(),
    profile: signedIn({ id: UNKNOWN }),
    PrivateProfile: signedIn({ user_id: UNKNOWN }),
    ProfileMetadataByPk: signedIn({ id: UNKNOWN }),
    GetUserProfileSimilarities: signedIn({ user_id: UNKNOWN }),
    GetNewMemberOnboardingUsers: signedIn(),
    UpdatePersonalProfile: signedIn({ personal_fields: { status: 'From the matrix' } }),
    UpdateBasicInformation: signedIn({ title: 'From the matrix' }),
    UpdateFinanceInformation: signedIn({ num_of_direct_reports: 3 }),
    UpdateGeneralInformation: signedIn({ interests: [] }),
    UpdateBio: signedIn({ bio: 'From the matrix.' }),
    UpdateStatus: signedIn({ status: 'From the matrix' }),
    UpdateBarQualifications: signedIn({ bar_qualifications: [] }),
    GetCompanies: signedIn({ search: 'a' }),
    GetCompanyMembers: signedIn({ company_id: UNKNOWN }),
    UpdateCompanyProfile: signedIn({ company_fields: { num_of_lawyers: 3 } }),
    UpdateCompany: refused({ id: UNKNOWN, num_of_lawyers: 3 }, 'people.company_not_found'),
    UpdateUserCompanyDetails: signedIn({ name: 'From the matrix' }),
    UpdateUserCompany: signedIn({ name: 'From the matrix' }),
    GetAllUserFollowData: signedIn({ user_id: 1, viewing_user_id: UNKNOWN }),
    FollowUser: refused({ user_id: UNKNOWN }, 'people.not_found'),
    UnfollowUser: signedIn({ user_id: UNKNOWN }),
    TrackMemberView: refused({ user_id: UNKNOWN }, 'people.not_found'),
    UpdateUserSurvey: signedIn({ answers: {}, source: 'other' }),
    CancelUserSurvey: signedIn(),
    UpdateLastOnline: signedIn(),
    profilesSearchFilter: signedIn({ search: 'a' }),
    GetDirectoryFacets: signedIn({ search: 'a' }),
    GetMemberPlaces: signedIn(),
    getMemberConnectionsUnitUsers: signedIn({ reset: true }),
    PassConnections: signedIn({ user_ids: [UNKNOWN] }),
    ResetConnections: signedIn(),
    GetDirectorySearches: signedIn(),
    SaveDirectorySearch: signedIn({ name: 'From the matrix', filters: { search: 'a' } }),
    RemoveDirectorySearch: signedIn({ id: UNKNOWN }),
  }
}
