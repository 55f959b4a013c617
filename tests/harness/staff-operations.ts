/** Operations of staff, and the permission that each needs. A test compares it with the contract. */
import type { Permission } from '#shared/staff-roles.ts'

const NOWHERE = 9_007_199_254_740_991
interface Probe {
  permission: Permission
  /** Variables to which a holder of the permission is answered otherwise than somebody without. */
  variables?: Record<string, unknown>
  /** Parts of the answer need other permissions as well, and are left out without them. */
  isInPart?: boolean
}
const all = (permission: Permission, operations: Record<string, Record<string, unknown> | undefined>) =>
  Object.fromEntries(
    Object.entries(operations).map(([name, variables]) => [name, { permission, ...(variables && { variables }) }]),
  )

/** Without variables: those of the authorization matrix. */
export const STAFF_OPERATIONS: Record<string, Probe> = {
  ...all('content', {
    SaveLibraryPrompt: undefined,
    RemoveLibraryPrompt: undefined,
    SaveEvent: undefined,
    SaveEventCategory: undefined,
    AddEventVideo: undefined,
    AddCleCredit: undefined,
    SaveCleAccreditation: undefined,
    ConfirmCleAttendance: undefined,
    RevokeCleCredit: undefined,
    SaveVendorDeal: undefined,
    AddVideo: undefined,
    SaveSeries: undefined,
    ApprovePeerDocument: undefined,
    RefusePeerDocument: undefined,
    AskForDocumentChanges: undefined,
    EditPeerDocument: undefined,
    ModerateDocumentRequest: undefined,
    SaveBadge: undefined,
    AwardBadge: undefined,
    OfferCommunityTitle: undefined,
    AddSearchSynonym: undefined,
    RemoveSearchSynonym: undefined,
    SaveGuide: undefined,
    ArrangeGuides: undefined,
    PublishLegalText: undefined,
    PublishGenericContent: undefined,
    GetStaffGenericContents: { section: 'faq' },
    GetContentNetworks: {},
    GetStaffDocuments: {},
    GetStaffSeries: {},
    GetStaffGuides: { kind: 'tour' },
    GetStaffLegalTexts: {},
    GetSearchSynonyms: {},
    GetBadgeList: {},
    SaveReferenceEntry: undefined,
    MergeReferenceEntries: undefined,
    RetireReferenceEntry: { list: 'chapters', id: 1, is_retired: false },
    TakeReadyLists: undefined,
    GetReferenceLists: {},
    GetReferenceEntries: { list: 'chapters' },
    GetReferenceUses: { list: 'chapters', id: 1 },
  }),
  ...all('finance', { SaveTeam: undefined, GetStaffTeams: {} }),
  GetFigures: { permission: 'figures', variables: {}, isInPart: true },
  ...all('networks', {
    SaveMailList: undefined,
    GetStaffMailLists: {},
    SaveNetwork: undefined,
    SaveDiscipline: undefined,
    SaveNetworkPrice: undefined,
    SetNetworkAccess: undefined,
    GetNetworkAccess: {},
    GetNetworkAccessEffects: { from_network_id: 1, to_network_id: 2 },
    GetManagedNetworks: {},
    GetManagedDisciplines: {},
  }),
  ...all('system', {
    RemoveFeatureFlag: undefined,
    SaveFeatureFlag: { key: 'map', enabled: true, email: 'nobody@matrix.test' },
    SaveCommunitySetting: { key: 'anonymous_delay_minutes', value: 'soon' },
    GetCommunitySettings: {},
    GetStaffFeatureFlags: {},
    GetSecurityEvents: {},
    SendMailAgain: undefined,
    RetryJob: undefined,
    RemoveJob: undefined,
    ResumeMemberMail: undefined,
    ReleaseHeldMail: undefined,
    RejectHeldMail: undefined,
    GetSystemState: {},
    GetStaffMailDeliveries: {},
  }),
  // Viewing as a member needs the permissions for accounts and for posts, which owners alone hold together.
  ...all('roles', {
    GrantStaffRole: undefined,
    GetStaffRoles: {},
    StartImpersonation: undefined,
    GetSetupSteps: {},
    SaveSetupStep: undefined,
  }),
  ...all('members', {
    SuspendMember: { id: 1, reason: '' },
    ExportMembers: {},
    SuspendMembers: { ids: [1], reason: '' },
    EndMemberships: { peer_network_id: 1, ids: [] },
    GetStaffMembers: { search: 'a' },
    AddStaffNote: undefined,
    SetMemberNetworks: undefined,
    SetMemberDates: undefined,
  }),
  // Answers with the viewer’s own choice.
  SetWeeklyFigures: { permission: 'figures', variables: { wanted: true }, isInPart: true },
  ...all('figures', { AskToAnswer: undefined }),
  // Every role has something that may wait for it.
  GetWork: { permission: 'figures', variables: {}, isInPart: true },
  // Every role has figures: who needs a second person may ask for one.
  ...all('figures', { RequestApproval: undefined }),
  ...all('moderation', {
    ModerateItems: undefined,
    ResolveReport: { id: NOWHERE, resolution: 'kept', reason: '' },
    CloseThread: { thread_id: NOWHERE, reason: '' },
    RevealDocumentSubmitter: undefined,
    GetModerationQueue: {},
    GetReports: {},
    GetAnswerTemplates: {},
    SaveAnswerTemplate: undefined,
    RemoveAnswerTemplate: undefined,
    DecideAppeal: { id: NOWHERE, overturn: true, reason: '' },
    AssignWork: { kind: 'report', item_id: 1, user_id: NOWHERE },
  }),
}
