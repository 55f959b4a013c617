/** Reads that may cost more on a larger set, each with the reason. `operation variable`: only if it is given. */

const WORDS = 'searches words: what matches grows; search has a budget of its own (decision 0075)'
const NAMES = 'finds names by words: grows with the members, firms or teams whose names match'
const CHECKED = 'counts up to a hundred notifications, each checked again for its reader (decision 0080)'
const OWN = 'lists what the viewer has, which grows with what there is to have, up to its cap'

export const BY_NATURE: Record<string, string> = {
  'threads search': WORDS,
  'SearchFilterFeed search': WORDS,
  FindThreads: WORDS,
  PreviewThreads: WORDS,
  SuggestThreads: WORDS,
  SearchInboxMessages: WORDS,
  SearchCorrections: WORDS,
  GetRelatedThreads: WORDS,
  MentionSuggestions: NAMES,
  ChatSuggestions: NAMES,
  GetExpertsAlike: NAMES,
  'GetStaffMembers search': NAMES,
  'profilesSearchFilter search': NAMES,
  'GetDirectoryFacets search': NAMES,
  'profilesSearchFilter is_online': 'lists who is online: grows with the members online',
  'GetDirectoryFacets is_online': 'counts who is online: grows with the members online',
  'profilesSearchFilter followers': OWN,
  'GetDirectoryFacets followers': OWN,
  LastMessagesInGroups: OWN,
  GetAnswerableRequests: 'weighs the newest three hundred open requests',
  UnreadFollowed: 'looks at every discussion that the viewer has taken part in',
  FollowThreadsById: OWN,
  GetStaffMailLists: 'counts how each member of each network gets its emails, for staff',
  GetManagedNetworks: 'counts the members of each network, for staff',
  'threads order_by': 'ranks every thread of the feed by activity or relevance (decision 0123)',
  'SearchFilterFeed order_by': 'ranks every thread of the feed by activity or relevance (decision 0123)',
  GetReferenceUses: 'counts the uses of an entry of a list, for staff',
  GetReferenceEntries: 'counts the uses of each entry of a list, for staff',
  GetFigures: 'finds questions that nobody has answered, for staff',
  'GetStaffMembers state': 'counts every account in a state, for staff',
  GetWork: 'lists and counts everything that waits for staff',
  GivenInQuarter: 'counts what the viewer wrote and was thanked for in a quarter',
  GetSystemState: 'adds up the size of every stored file, for staff',
  GetStaffAssistant: 'counts what members asked in six months, for staff',
  NotificationById: 'names everybody whose act is in one notification',
  Notifications: CHECKED,
  UnreadNotificationCount: CHECKED,
}

const COUNTED = 'counts exactly what this reader may read of one member or firm'
const FILTERED = 'a filtered feed looks at the narrow row of every match, because it is counted exactly (decision 0041)'
const EXPERTS = 'ranks all experts for this reader'

const LIBRARY = 'weighs every page, cue or item that has a word of the search'

/** To be mended: the list only becomes shorter. */
export const TO_MEND: Record<string, string> = {
  SearchPeerDocuments: LIBRARY,
  SearchFilterEventDocuments: LIBRARY,
  SearchFilterEventVideos: LIBRARY,
  SearchFilterAllEvents: LIBRARY,
  Series: LIBRARY,
  AllLearningHubSearch: LIBRARY,
  SeriesSearch: LIBRARY,
  getUserInteractions: COUNTED,
  getInteractionsCount: COUNTED,
  ExpertisesByPeerDocumentTotalTagCount: 'counts the documents of every area that this reader may see',
  userReplies: COUNTED,
  GetCompanyMentions: COUNTED,
  GetExpertProfile: COUNTED,
  GetReceivedRecommendations: COUNTED,
  SearchFilterExperts: EXPERTS,
  SearchFilterExpertsPreview: EXPERTS,
  SearchFilterCompanyTypes: EXPERTS,
  ExpertsSearch: EXPERTS,
  ExpertsThreadSearch: EXPERTS,
  'threads areasOfExpertise': FILTERED,
  'threads geographies': FILTERED,
  'threads postedByUserId': FILTERED,
  'SearchFilterFeed areasOfExpertise': FILTERED,
  'SearchFilterFeed geographies': FILTERED,
  'SearchFilterFeed followed': FILTERED,
  'SearchFilterFeed ownThreads': FILTERED,
  'SearchFilterFeed unanswered': FILTERED,
  GetExpertDuplicates: 'compares the names of experts that share one of their rarest trigrams',
  getMemberConnectionsUnitUsers: 'measures the distance to every member, and compares every company',
  MembersToKnow: 'compares every member of the viewer’s networks with the viewer',
  Missed: 'weighs the newest two hundred threads of each network',
  GetTrendingThread: 'weighs all messages of the last days',
  ActivePolls: 'starts at all polls instead of the active ones',
  HomePolls: 'starts at all polls instead of the active ones',
  GetModerationQueue: 'counts and orders the whole queue',
  'GetSecurityEvents kind': 'filters by kind without the index, because the kind may be absent',
}

export function exceptionOf(operation: string, variables: Readonly<Record<string, unknown>>): string | undefined {
  const names = [operation, ...Object.keys(variables).map((variable) => `${operation} ${variable}`)]
  const name = names.find((each) => each in BY_NATURE || each in TO_MEND)
  return name && (BY_NATURE[name] ?? `to be mended: ${TO_MEND[name]}`)
}
