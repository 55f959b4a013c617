/** Who may do what in onboarding, with guides and on the home page. Members only their own. */
import type { Kit, Outcome, Role, Row } from '../row.ts'

const NOWHERE = 9_007_199_254_740_991

export const onboardingRows = ({ signedIn }: Pick<Kit, 'signedIn'>): Record<string, Row> => {
  const own = (variables: Record<string, unknown>, outcome: (role: Role) => Outcome): Row => {
    const row = signedIn(variables)
    return { ...row, outcome: (role, of) => (row.outcome(role, of) === 'data' ? outcome(role) : row.outcome(role, of)) }
  }
  const forStaff = (variables: Record<string, unknown>, outcome: Outcome) =>
    own(variables, (role) => (role === 'staff' ? outcome : 'code staff.not_found'))
  return {
    Onboarding: signedIn(),
    GetLegalDocument: { ...signedIn({ kind: 'terms_of_use' }), outcome: () => 'data' },
    // All roles have finished onboarding; tests/api covers members who have not.
    UpdateOnboardingStep: own({ step: 'done' }, () => 'code onboarding.finished'),
    SaveOnboardingProfile: signedIn({ title: 'From the matrix', company: 'From the matrix' }),
    AcceptMembershipAgreement: signedIn(),
    GetOnboardingChecklistItems: signedIn(),
    GetOnboardingWelcomeVideo: signedIn(),
    GetWelcomePageLabels: signedIn(),
    GetPersonalizationItems: signedIn({ peerNetworkId: 1 }),
    GetUserPersonalizationItems: signedIn(),
    GetFeatureTour: signedIn({ key: 'home' }),
    GetUnviewedFeatureTours: signedIn(),
    GetFeatureAlerts: signedIn(),
    CompleteOnboardingChecklistItem: signedIn({ key: 'complete_profile' }),
    CompleteOnboardingChecklist: signedIn(),
    CloseOnboardingChecklist: signedIn(),
    SavePersonalizationChoices: signedIn({ keys: ['career'] }),
    ViewedFeatureTour: signedIn({ key: 'home' }),
    ViewedFeatureAlert: signedIn({ key: 'two-step-sign-in' }),
    GetStaffGuides: signedIn({ kind: 'tour' }),
    GetStaffLegalTexts: signedIn(),
    GetCommunitySettings: signedIn(),
    GetStaffFeatureFlags: signedIn(),
    SaveFeatureFlag: forStaff({ key: 'nonsense', enabled: false }, 'code staff.not_found'),
    RemoveFeatureFlag: forStaff({ id: NOWHERE }, 'data'),
    GetSearchSynonyms: signedIn(),
    GetGenericContent: signedIn({ section: 'faq' }),
    GetStaffGenericContents: signedIn({ section: 'faq' }),
    PublishGenericContent: forStaff({ section: 'faq', html: '', note: '' }, 'code generic_content.html'),
    GetFigures: signedIn(),
    AddSearchSynonym: forStaff({ word: 'the', synonym: 'matrix' }, 'code search.synonym_word'),
    RemoveSearchSynonym: forStaff({ id: NOWHERE }, 'data'),
    GetLimitHits: signedIn(),
    GetApprovals: signedIn(),
    RequestApproval: forStaff({ operation: 'Nonsense', variables: {}, reason: 'Why' }, 'code approvals.operation'),
    DecideApproval: forStaff({ id: NOWHERE, approve: false }, 'code staff.not_found'),
    CancelApproval: forStaff({ id: NOWHERE }, 'code staff.not_found'),
    GetStaffRoles: signedIn(),
    GrantStaffRole: forStaff({ email: 'nobody@matrix.test', role: 'owner' }, 'code staff_roles.person'),
    EndStaffRole: forStaff({ id: NOWHERE }, 'code staff.not_found'),
    GetStaffMembers: signedIn({ search: 'a' }),
    GetStaffMember: signedIn({ id: NOWHERE }),
    SuspendMember: forStaff({ id: NOWHERE, reason: '' }, 'code staff_members.suspension'),
    SuspendMembers: forStaff({ ids: [NOWHERE], reason: '' }, 'code staff_members.suspension'),
    EndMemberships: forStaff({ peer_network_id: NOWHERE, ids: [NOWHERE] }, 'code staff.not_found'),
    RestoreMember: forStaff({ id: NOWHERE }, 'code staff.not_found'),
    EndMemberSessions: forStaff({ id: NOWHERE }, 'code staff.not_found'),
    EndMemberSession: forStaff({ id: NOWHERE, session_id: NOWHERE }, 'code staff.not_found'),
    GetAccountEvents: signedIn({ user_id: NOWHERE }),
    AddStaffNote: forStaff({ id: NOWHERE, body: '' }, 'code staff_members.note'),
    SetMemberNetworks: forStaff({ id: NOWHERE, network_ids: [], primary_network_id: 1 }, 'code staff_members.networks'),
    SetMemberDates: forStaff({ id: NOWHERE, trial_end_date: '1900-01-01T00:00:00Z' }, 'code staff_members.dates'),
    ChangeMemberEmail: forStaff({ id: NOWHERE, email: '' }, 'code staff.not_found'),
    EraseMember: forStaff({ id: NOWHERE }, 'code staff.not_found'),
    CancelMemberErasure: forStaff({ id: NOWHERE }, 'code staff.not_found'),
    ExportMemberData: forStaff({ id: NOWHERE }, 'code staff.not_found'),
    SetWeeklyFigures: forStaff({ wanted: true }, 'data'),
    GetWork: signedIn(),
    AssignWork: forStaff({ kind: 'report', item_id: NOWHERE }, 'code staff.not_found'),
    GetAppeals: signedIn(),
    AppealRejection: own({ message_id: NOWHERE, text: 'Why' }, () => 'code moderation.appeal'),
    DecideAppeal: own({ id: NOWHERE, overturn: true, reason: '' }, (role) =>
      role === 'staff' ? 'code moderation.reason' : 'code moderation.not_found',
    ),
    StartImpersonation: forStaff({ id: NOWHERE, reason: '' }, 'code impersonation.reason'),
    EndImpersonation: signedIn(),
    RemoveStaffNote: forStaff({ id: NOWHERE, note_id: NOWHERE }, 'code staff.not_found'),
    SaveCommunitySetting: forStaff({ key: 'nonsense', value: 1 }, 'code staff.not_found'),
    // Staff get as far as the validation error; for others these operations do not exist.
    SaveGuide: forStaff({ kind: 'topic', fields: {} }, 'code onboarding.guide'),
    SwitchGuide: forStaff({ kind: 'topic', id: NOWHERE, enabled: false }, 'code staff.not_found'),
    ArrangeGuides: forStaff({ kind: 'topic', ids: [NOWHERE] }, 'code onboarding.guides_changed'),
    PublishLegalText: forStaff(
      { kind: 'terms_of_use', based_on: 1, title: '', sections: [], asks_again: false, change_note: '' },
      'code onboarding.legal_text',
    ),
    Missed: signedIn(),
    GivenInQuarter: signedIn(),
    QuestionsToAnswer: signedIn(),
    MembersToKnow: signedIn(),
    HomePolls: signedIn(),
    NewInLibrary: signedIn(),
  }
}
