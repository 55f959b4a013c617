/** The API contract: it is valid, its names are plain and snake_case, and each table-like name of the specification in the glossary. */
import { readFileSync } from 'node:fs'
import { isObjectType } from 'graphql'
import { expect, test } from 'vitest'
import * as discussions from '#shared/discussions.ts'
import * as networks from '#shared/networks.ts'
import * as routes from '#shared/routes.ts'
import { reads } from '#server/app.ts'
import { contractTexts, loadContract, makeContract } from '#server/platform/graph/contract.ts'
import { checkReads } from '#server/platform/graph/engine.ts'

const { schema, operations } = loadContract()
const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && !type.name.startsWith('__'))

const TABLE_LIKE = [
  'listserv_thread',
  'listserv_message',
  'listserv_expert',
  'listserv_expertcompany',
  'listserv_thread_peer_networks',
  'listserv_message_mentioned_users',
  'entity_likeentities',
  'users_user',
  'community_peernetwork',
  'recent_feed_item',
]

test('the operations fit the schema, and the reads answer each of them', () => {
  expect(() => makeContract(...contractTexts())).not.toThrow()
  expect(() => checkReads(loadContract(), reads)).not.toThrow()
})

test('types and fields have plain names, and the glossary translates the others (DECISION-response-names)', () => {
  const names = types.flatMap((type) => [type.name, ...(isObjectType(type) ? Object.keys(type.getFields()) : [])])
  expect(names.filter((name) => TABLE_LIKE.includes(name.toLowerCase()))).toEqual([])
  const glossary = readFileSync('docs/glossary.md', 'utf8')
  for (const name of TABLE_LIKE) expect(glossary).toContain(`| \`${name}\` `)
})

/** Operations that the specification names, in its own upper and lower case. */
const NAMED = `
  threads thread SearchFilterFeed GetRelatedThreads GetTrendingThread userReplies userLikes FollowThreadsById
  ActivePolls PollById LikeEntity ExpertsSearch ExpertsThreadSearch GetLastCompanyMentions GetThreadVendorDeals
  GetRecommendationsByUser RecommendExpert profilesSearchFilter profile PrivateProfile ProfileMetadataByPk
  GetUserProfileSimilarities GetAllUserFollowData getMemberConnectionsUnitUsers GetNewMemberOnboardingUsers
  getUserInteractions getInteractionsCount UpdateCompanyProfile UpdatePersonalProfile UpdateCompany
  UpdateUserCompanyDetails UpdateUserCompany SearchPeerDocuments PeerDocumentsByUser PeerDocumentRequests
  GeographiesWithDocuments ExpertisesWithDocuments ExpertisesByPeerDocumentTotalTagCount RequestPeerDocument
  RequestEvents Series SeriesByPk AllLearningHubSearch SeriesSearch SeriesDocumentSearch SeriesVideoSearch
  AlterBookmarks LastMessagesInGroups GetInvitation SearchInboxMessages InboxGroupMessages InboxGroupPinnedMessages
  SetLastViewMessage UpdateMessage SendMessage CreateGroup HandleGroupInvitation LeaveGroup UpdateGroupName
  InviteMembersToGroup updateInboxGroupMemberSettings UpdateInboxNotificationSettings UnreadNotificationCount
  UnseenNotificationCount LastNotificationId NotificationById Notifications MembershipRenewalNotification
  SendAIMessage SendAIFeedback DeleteConversation RenameConversation RegenerateMessage DeleteUserPromptTemplate
  QuerySuggestions GetFeatureAlerts GetFeatureFlag Geographies industries IndustryGroup interests LawSchool
  LawFirms Prices`

test('has each operation that the specification names, under exactly that name (RULE-operation-names-exact)', () => {
  const named = NAMED.trim().split(/\s+/)
  expect(named).toHaveLength(84)
  expect(named.filter((name) => !operations.has(name))).toEqual([])
})

test('data fields are snake_case from column to screen', () => {
  const fields = types
    .filter(({ name }) => name !== 'Query' && name !== 'Mutation')
    .flatMap((type) => (isObjectType(type) ? Object.keys(type.getFields()) : []))
  expect(fields.filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))).toEqual([])
})

test('the glossary names fields that exist', () => {
  const [, screens = ''] = readFileSync('docs/glossary.md', 'utf8').split('\n## Code names and screen labels')
  const named = [...screens.matchAll(/^\| `([a-z]+(?:_[a-z]+)+)`/gm)].map(([, name]) => name!)
  const fields = new Set(types.flatMap((type) => (isObjectType(type) ? Object.keys(type.getFields()) : [])))
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => !fields.has(name))).toEqual([])
})

test('documents name operations that exist', () => {
  const page = readFileSync('ARCHITECTURE.md', 'utf8')
  for (const name of ['TrackThreadView', 'ReplyToThread', 'thread', 'threads']) {
    expect(page).toContain(name)
    expect(operations.has(name)).toBe(true)
  }
})

test('numbers without a stated purpose are no constants of ours (DECISION-unexplained-constants)', () => {
  const constants = [discussions, networks, routes].flatMap((module) => Object.values(module))
  expect(constants.filter((value) => value === 7_500 || value === 180)).toEqual([])
})
