/**
 * For each id that a mutation takes: the kind of thing that the id names, and the call with that id. `own` contains
 * things that the caller owns, so that the tested id is the only thing wrong. The test fails for a mutation without a
 * row and for an id without one.
 */
import { libraryRows } from './hidden-library-rows.ts'
import { networkIdRows } from './hidden-network-rows.ts'
import { body, keyed, open, plain, reason, row, type IdRow, type Own, type Variables } from './hidden-row.ts'

export type { IdRow, Own }

const post = (own: Own, kind: 'CreateThread' | 'CreatePoll' | 'ReplyToThread', more: Variables): Variables =>
  keyed(
    kind === 'CreateThread'
      ? { topic: 'Matrix', body, ...more }
      : kind === 'CreatePoll'
        ? { title: 'Matrix', options: ['One', 'Two'], ...more }
        : { thread_id: own.thread, body, ...more },
  )
const newExpertDraft = { name: 'From the matrix', type: 'individual', first_name: 'From', last_name: 'Matrix' }

const posting = (kind: 'CreateThread' | 'CreatePoll' | 'ReplyToThread'): Record<string, IdRow> => ({
  mentions: row('member', (id, own) =>
    post(own, kind, { mentions: [id], body: `<p>To <span data-mention-id="${id}">@Somebody</span></p>` }),
  ),
  'experts.existing_expert': row('expert', (id, own) => post(own, kind, { experts: [{ existing_expert: id }] })),
  'experts.existing_company': row('company', (id, own) =>
    post(own, kind, { experts: [{ new_expert: newExpertDraft, existing_company: id }] }),
  ),
  ...open('experts.areas_of_expertise'),
})
const tagging = open('geographies', 'areas_of_expertise')
const networks = (kind: 'CreateThread' | 'CreatePoll'): Record<string, IdRow> => ({
  peer_network_ids: row('network', (id, own) => post(own, kind, { peer_network_ids: [id] })),
})
const ofThread = { thread_id: plain('thread', 'thread_id') }
const ofGroup = (more: Variables = {}) => ({ group_id: plain('group', 'group_id', more) })

const discussions: Record<string, Record<string, IdRow | IdRow[]>> = {
  GetAnonymityMeter: {
    peer_network_ids: row('network', (id) => ({ text: body, peer_network_ids: [id] })),
  },
  CreateThread: { ...posting('CreateThread'), ...networks('CreateThread'), ...tagging },
  CreatePoll: { ...posting('CreatePoll'), ...networks('CreatePoll'), ...tagging },
  ReplyToThread: {
    ...posting('ReplyToThread'),
    thread_id: row('thread', (thread_id) => keyed({ thread_id, body })),
    message_replied_id: row('message', (id, own) => post(own, 'ReplyToThread', { message_replied_id: id })),
    'votes.id': row('expert', (id, own) =>
      post(own, 'ReplyToThread', { experts: [{ new_expert: newExpertDraft }], votes: [{ id, vote: true, name: 'x' }] }),
    ),
  },
  PostAnonymously: {
    mentions: row('member', (id) =>
      keyed({ topic: 'Matrix', body: `<p>To <span data-mention-id="${id}">@Somebody</span></p>`, mentions: [id] }),
    ),
    'experts.existing_expert': row('expert', (id) =>
      keyed({ topic: 'Matrix', body, experts: [{ existing_expert: id }] }),
    ),
    'experts.existing_company': row('company', (id) =>
      keyed({ topic: 'Matrix', body, experts: [{ new_expert: newExpertDraft, existing_company: id }] }),
    ),
    ...open('experts.areas_of_expertise'),
    ...tagging,
    peer_network_ids: row('network', (id) => keyed({ topic: 'Matrix', body, peer_network_ids: [id] })),
    thread_id: row('thread', (thread_id) => keyed({ thread_id, body })),
    message_replied_id: row('message', (id, own) => keyed({ thread_id: own.thread, body, message_replied_id: id })),
  },
  WithdrawWaitingPost: { id: plain('message', 'id') },
  EditMessage: {
    message_id: row('message', (message_id) => keyed({ message_id, body })),
    mentions: row('member', (id, own) => keyed({ message_id: own.opening, body, mentions: [id] })),
  },
  EditThread: {
    thread_id: row('thread', (thread_id) => keyed({ thread_id, topic: 'Matrix', body })),
    mentions: row('member', (id, own) => keyed({ thread_id: own.thread, topic: 'Matrix', body, mentions: [id] })),
  },
  RemoveMessage: { message_id: plain('message', 'message_id') },
  RemoveThread: ofThread,
  TrackThreadView: ofThread,
  FollowThread: ofThread,
  UnfollowThread: ofThread,
  HideThread: ofThread,
  UnhideThread: ofThread,
  MuteThread: ofThread,
  UnmuteThread: ofThread,
  CloseThread: { thread_id: plain('thread', 'thread_id', { reason }) },
  ReopenThread: { thread_id: plain('thread', 'thread_id', { reason }) },
  VotePoll: {
    poll_id: plain('poll', 'poll_id', { option_id: 1 }),
    option_id: row('poll', (id) => ({ poll_id: id, option_id: id })),
  },
  ViewPollResults: { poll_id: plain('poll', 'poll_id') },
  AlterBookmarks: {
    'bookmarks.id': row('thread', (id) => ({ bookmarks: [{ kind: 'THREAD', id, is_removed: false }] })),
    collection_id: row('bookmarkCollection', (id) => ({ bookmarks: [], collection_id: id })),
  },
  LikeEntity: {
    'likes.entity_id': (['message', 'thread', 'expert'] as const).map((kind) =>
      row(kind, (entity_id) => ({ likes: [{ entity_type: kind, entity_id, sentiment: true }] })),
    ),
  },
  ReportContent: {
    content_id: (
      [
        ['message', 'message'],
        ['thread', 'thread'],
        ['member', 'member'],
        ['inboxMessage', 'inbox_message'],
      ] as const
    ).map(([kind, type]) =>
      row(kind, (content_id) => keyed({ type, content_id, reason: 'other', additional_details: reason })),
    ),
  },
  RevealAnonymousAuthor: { message_id: plain('message', 'message_id', { reason }) },
  ClaimModerationItem: {
    item_id: (['message', 'thread'] as const).map((item_type) => plain(item_type, 'item_id', { item_type })),
  },
  ModerateItems: {
    thread_ids: row('thread', (id) => keyed({ act: 'approve', thread_ids: [id] })),
    message_ids: row('message', (id) => keyed({ act: 'approve', message_ids: [id] })),
    'read.item_id': row('message', (id) =>
      keyed({ act: 'approve', message_ids: [id], read: [{ item_type: 'message', item_id: id }] }),
    ),
  },
  ResolveReport: { id: plain('report', 'id', { resolution: 'kept', reason }) },
  AppealRejection: { message_id: plain('message', 'message_id', { text: reason }) },
  DecideAppeal: { id: plain('report', 'id', { overturn: true, reason }) },
  AssignWork: { item_id: plain('report', 'item_id', { kind: 'report' }), ...open('user_id') },
}

const inbox: Record<string, Record<string, IdRow | IdRow[]>> = {
  CreateGroup: {
    members: row('member', (id) =>
      keyed({ group_type: 'small_group_chat', name: 'Matrix', members: [id], first_message: body }),
    ),
  },
  SendMessage: {
    group_id: row('group', (group_id) => keyed({ group_id, msg_body: body })),
    mentions: row('member', (id, own) => keyed({ group_id: own.group, msg_body: body, mentions: [id] })),
    thread_id: row('thread', (thread_id, own) => keyed({ group_id: own.group, msg_body: body, thread_id })),
    replied_to_id: row('inboxMessage', (id, own) => keyed({ group_id: own.group, msg_body: body, replied_to_id: id })),
  },
  UpdateMessage: {
    message_id: plain('inboxMessage', 'message_id', { msg_body: body }),
    mentions: row('inboxMessage', (message_id) => ({ message_id, msg_body: body, mentions: [message_id] })),
  },
  SetLastViewMessage: ofGroup({ message_index: 1 }),
  HandleGroupInvitation: ofGroup({ invitation_status: 'approved' }),
  LeaveGroup: ofGroup(),
  UpdateGroupName: ofGroup({ name: 'Matrix' }),
  UpdateGroupWelcome: {
    ...ofGroup({ welcome_text: 'Matrix' }),
    welcome_message_id: row('inboxMessage', (id, own) => ({
      group_id: own.group,
      welcome_text: 'Matrix',
      welcome_message_id: id,
    })),
  },
  ArchiveGroup: ofGroup({ archived: true }),
  InviteMembersToGroup: {
    group_id: row('group', (group_id, own) => keyed({ group_id, members: [own.id] })),
    members: row('member', (id, own) => keyed({ group_id: own.group, members: [id] })),
  },
  updateInboxGroupMemberSettings: ofGroup({ muted: true }),
  ShowPresence: ofGroup(),
}

const assistant: Record<string, Record<string, IdRow | IdRow[]>> = {
  SendAIMessage: {
    user: row('member', (user) => keyed({ user, message: 'Matrix' })),
    conversation_id: row('assistantConversation', (conversation_id, own) =>
      keyed({ user: own.id, conversation_id, message: 'Matrix' }),
    ),
    ...open('model'),
  },
  StopAIMessage: { message: plain('answer', 'message') },
  SendAIFeedback: { message: plain('answer', 'message', { is_positive: true }) },
  RegenerateMessage: { message: row('answer', (message) => keyed({ message })), ...open('model') },
  DeleteConversation: { conversation_id: plain('assistantConversation', 'conversation_id') },
  RenameConversation: { conversation_id: plain('assistantConversation', 'conversation_id', { name: 'Matrix' }) },
  RenameUserPromptTemplate: { id: plain('prompt', 'id', { name: 'Matrix' }) },
  UpdateUserPromptTemplate: { id: plain('prompt', 'id', { content: 'Matrix' }) },
  DeleteUserPromptTemplate: { id: plain('prompt', 'id') },
  SaveLibraryPrompt: { id: plain('prompt', 'id', { name: 'Matrix', content: 'Matrix' }) },
  RemoveLibraryPrompt: { id: plain('prompt', 'id') },
  SaveAIModel: open('id'),
}

const lists = ['industries', 'business_models']
const profileLists = [
  'employment_status',
  'chapter',
  'live_event_chapters',
  'interests',
  'industries',
  'areas_of_expertise',
  'legal.law_school',
  'legal.recent_law_firm',
  'legal.law_firms',
  'legal.areas_of_responsibility',
  'legal.additional_areas',
]
const people: Record<string, Record<string, IdRow | IdRow[]>> = {
  BlockMember: { user_id: plain('member', 'user_id') },
  UnblockMember: { user_id: plain('member', 'user_id') },
  FollowUser: { user_id: plain('member', 'user_id') },
  UnfollowUser: { user_id: plain('member', 'user_id') },
  TrackMemberView: { user_id: plain('member', 'user_id') },
  PassConnections: { user_ids: row('member', (id) => ({ user_ids: [id] })) },
  RemoveDirectorySearch: { id: plain('directorySearch', 'id') },
  UpdateCompanyProfile: open(...['type_id', ...lists].map((name) => `company_fields.${name}`)),
  UpdateCompany: {
    id: plain('memberCompany', 'id', { num_of_lawyers: 3 }),
    ...open('type_id', ...lists),
  },
  UpdateUserCompanyDetails: open('type_id', ...lists),
  // GetCompanies finds every company by name, so that colleagues can choose the same company.
  UpdateUserCompany: open('company_id'),
  UpdatePersonalProfile: open(...[...profileLists, 'industry_groups'].map((name) => `personal_fields.${name}`)),
  UpdateFinanceInformation: open('areas_of_expertise', 'industries', 'industry_groups'),
  UpdateGeneralInformation: open(...profileLists),
  CancelEmailChange: { id: plain('emailChange', 'id') },
  ToggleNotificationRead: { id: plain('notification', 'id') },
}

const deal = {
  short_text: 'Matrix',
  platform_description: '',
  vendor_emails: [],
  show_in_thread_details: false,
  show_in_vendor_page: false,
}
const recommendation = { message: 'Good work.', areas_of_expertise: [1] }
const experts: Record<string, Record<string, IdRow | IdRow[]>> = {
  RecommendExpert: {
    'expert.existing_expert': row('expert', (id) => keyed({ expert: { existing_expert: id }, ...recommendation })),
    'company.existing_company': row('company', (id) =>
      keyed({ expert: { new_expert: newExpertDraft }, company: { existing_company: id }, ...recommendation }),
    ),
    ...open('areas_of_expertise'),
  },
  TriggerVendorConnection: { vendor_deal_id: plain('deal', 'vendor_deal_id', { consent: true }) },
  SaveVendorDeal: {
    id: row('deal', (id) => keyed({ id, deal })),
    expert_id: row('expert', (expert_id) => keyed({ expert_id, deal })),
  },
  MergeExperts: {
    from_id: row('expert', (from_id) => keyed({ from_id, into_id: 1, reason })),
    into_id: row('expert', (into_id) => keyed({ from_id: 1, into_id, reason })),
  },
  UndoExpertMerge: { id: plain('merge', 'id') },
}

const badge = { type_of_badge: 'staff', tier: 1, description: 'Matrix', index: 999 }
const person = { email: 'from@matrix.test', first_name: 'From', last_name: 'Matrix' }
const desk: Record<string, Record<string, IdRow | IdRow[]>> = {
  AcceptCommunityTitles: { community_title_ids: row('title', (id) => ({ community_title_ids: [id] })) },
  IgnoreCommunityTitles: { community_title_ids: row('title', (id) => ({ community_title_ids: [id] })) },
  UpdateBadgeNotification: { badge_id: plain('badge', 'badge_id', { public: true }) },
  SaveBadge: { id: plain('badge', 'id', { badge }) },
  SuspendMember: { id: plain('account', 'id', { reason }) },
  ExportMembers: { peer_network_id: plain('network', 'peer_network_id') },
  SuspendMembers: { ids: row('account', (id) => ({ ids: [id], reason })) },
  EndMemberships: {
    ids: row('account', (id, own) => ({ peer_network_id: own.network, ids: [id] })),
    ...open('peer_network_id'),
  },
  RestoreMember: { id: plain('account', 'id') },
  EndMemberSessions: { id: plain('account', 'id') },
  EndMemberSession: { id: plain('account', 'id', { session_id: 1 }), ...open('session_id') },
  AddStaffNote: { id: plain('account', 'id', { body: 'From the matrix' }) },
  RemoveStaffNote: { id: plain('account', 'id', { note_id: 1 }), ...open('note_id') },
  SetMemberNetworks: {
    id: row('account', (id, own) => ({ id, network_ids: [own.network], primary_network_id: own.network })),
    ...open('network_ids', 'primary_network_id'),
  },
  SetMemberDates: { id: plain('account', 'id') },
  ChangeMemberEmail: { id: plain('account', 'id', { email: 'from@matrix.test' }) },
  EraseMember: { id: plain('account', 'id') },
  CancelMemberErasure: { id: plain('account', 'id') },
  ExportMemberData: { id: plain('account', 'id') },
  MergeMembers: { id: plain('account', 'id', { other_id: 1 }), other_id: plain('account', 'other_id', { id: 1 }) },
  StartImpersonation: { id: plain('account', 'id', { reason }) },
  AskToAnswer: {
    thread_id: plain('thread', 'thread_id', { user_id: 1, message: 'From the matrix' }),
    user_id: plain('account', 'user_id', { thread_id: 1, message: 'From the matrix' }),
  },
  RetryJob: { id: plain('network', 'id') },
  RemoveJob: { id: plain('network', 'id') },
  SendMailAgain: { id: plain('network', 'id') },
  ResumeMemberMail: { user_id: plain('account', 'user_id') },
  ReleaseHeldMail: { id: plain('network', 'id') },
  RejectHeldMail: { id: plain('network', 'id') },
  PostHeldMail: { id: plain('network', 'id', { text: 'From the matrix' }) },
  AddCutLines: { id: plain('network', 'id') },
  UpdateMailChoice: { peer_network_id: plain('network', 'peer_network_id', { choice: 'all' }) },
  SaveMailList: {
    peer_network_id: plain('network', 'peer_network_id', {
      local_part: 'matrix',
      default_preference: 'all',
      waits_for_review: true,
      has_words: true,
    }),
  },
  GrantStaffRole: {
    peer_network_id: plain('network', 'peer_network_id', { email: 'nobody@matrix.test', role: 'owner' }),
  },
  DecideApproval: { id: plain('guide', 'id', { approve: false }) },
  CancelApproval: { id: plain('guide', 'id') },
  EndStaffRole: { id: plain('guide', 'id') },
  SaveFeatureFlag: { peer_network_id: plain('network', 'peer_network_id', { key: 'map', enabled: true }) },
  RemoveFeatureFlag: { id: plain('guide', 'id') },
  SaveAnswerTemplate: { id: plain('guide', 'id', { name: 'Off topic', text: 'This is not about our work.' }) },
  RemoveAnswerTemplate: { id: plain('guide', 'id') },
  RemoveSearchSynonym: { id: plain('guide', 'id') },
  AwardBadge: {
    badge_id: row('badge', (badge_id, own) => ({ badge_id, user_id: own.id })),
    user_id: plain('member', 'user_id', { badge_id: 1 }),
  },
  WithdrawBadge: {
    badge_id: row('badge', (badge_id, own) => ({ badge_id, user_id: own.id })),
    user_id: plain('member', 'user_id', { badge_id: 1 }),
  },
  OfferCommunityTitle: { user_id: plain('member', 'user_id', { label: 'Matrix', rank: 5 }) },
  WithdrawCommunityTitle: { id: plain('title', 'id') },
  SaveGuide: { id: plain('guide', 'id', { kind: 'tour', fields: {} }) },
  SwitchGuide: { id: plain('guide', 'id', { kind: 'tour', enabled: false }) },
  ArrangeGuides: { ids: row('guide', (id) => ({ kind: 'topic', ids: [id] })) },
  TriggerSyncWithBilling: { user_id: plain('member', 'user_id') },
  SaveTeam: {
    id: row('team', (id, { network }) => ({ id, name: 'Matrix', peer_network_id: network, seats: 2 })),
    peer_network_id: plain('network', 'peer_network_id', { name: 'Matrix', seats: 2 }),
  },
  AddTeamMember: { team_id: plain('team', 'team_id', { email: person.email }) },
  RemoveTeamMember: {
    team_id: row('team', (team_id, own) => ({ team_id, user_id: own.id })),
    user_id: plain('member', 'user_id', { team_id: 1 }),
  },
  SetTeamBillingAdmin: {
    team_id: row('team', (team_id, own) => ({ team_id, user_id: own.id })),
    user_id: plain('member', 'user_id', { team_id: 1 }),
  },
  InviteToTeam: { team_id: plain('team', 'team_id', person) },
}

export const ID_ROWS: Record<string, Record<string, IdRow | IdRow[]>> = {
  ...discussions,
  ...inbox,
  ...assistant,
  ...people,
  ...experts,
  ...desk,
  ...networkIdRows,
  ...libraryRows,
}
