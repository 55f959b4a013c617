/** Plausible variables of every query: what the busiest members, threads, firms and conversations of the set have. */
import type pg from 'pg'
import type { Viewer } from '#server/platform/graph/sql.ts'
import type { Samples } from '../tests/harness/operation-shapes.ts'

const ID = {
  thread: `select thread_id as id from feed_entries where channel = any($1::integer[]) order by pub_date desc limit 1`,
  message: `select max(m.id) as id from messages m join feed_entries e on e.thread_id = m.thread_id and e.channel = any($1::integer[]) where m.visible and not m.is_private`,
  liked: `select entity_id as id from likes where entity_type = 'message' group by 1 order by count(*) desc, 1 limit 1`,
  liker: `select user_id as id from likes group by 1 order by count(*) desc, 1 limit 1`,
  writer: `select sender_id as id from messages group by 1 order by count(*) desc, 1 limit 1`,
  followed: `select followed_user_id as id from user_follows group by 1 order by count(*) desc, 1 limit 1`,
  recommender: `select author_id as id from expert_recommendations group by 1 order by count(*) desc, 1 limit 1`,
  member: `select p.user_id as id from profiles p where p.is_listed and p.network_ids && (select array_agg(c / 4)::bigint[] from unnest($1::integer[]) c) order by 1 limit 1`,
  expert: `select id from experts order by mention_count desc, id limit 1`,
  firm: `select company_id as id from experts order by mention_count desc, id limit 1`,
  company: `select company_id as id from users where company_id is not null group by 1 order by count(*) desc, 1 limit 1`,
  poll: `select p.id from polls p join feed_entries e on e.thread_id = p.thread_id and e.channel = any($1::integer[]) order by e.pub_date desc limit 1`,
  event: `select id from events where peer_network_id = 1 order by id desc limit 1`,
  series: `select id from series where peer_network_id = 1 order by id limit 1`,
  part: `select min(v.id) as id from series_videos v join series s on s.id = v.series_id where s.peer_network_id = 1`,
  recording: `select min(v.id) as id from event_videos v join events e on e.id = v.event_id where e.peer_network_id = 1`,
  document: `select min(document_id) as id from peer_document_networks where peer_network_id = 1`,
  team: `select max(id) as id from teams`,
} as const
const OWN_ID = {
  group: `select g.id from inbox_groups g join inbox_members m on m.group_id = g.id and m.date_left is null where m.user_id = $1 order by g.latest_index desc, g.id limit 1`,
  chat: `select max(c.id) as id from inbox_messages c join inbox_members m on m.group_id = c.group_id and m.date_left is null where m.user_id = $1`,
  notification: `select max(id) as id from notifications where user_id = $1 and not hidden`,
} as const
type Name = keyof typeof ID | keyof typeof OWN_ID

/** What `$id` and `$user_id` mean in an operation; elsewhere they are a thread and the viewer. */
const IDS: Record<string, Name> = {
  GetExpertProfile: 'expert',
  InboxGroup: 'group',
  InboxMessage: 'chat',
  NotificationById: 'notification',
  PollById: 'poll',
  profile: 'member',
  ProfileMetadataByPk: 'member',
  ChatSuggestions: 'member',
  GetStaffMember: 'member',
  GetStaffTeam: 'team',
  GetEventById: 'event',
  GetEventVideoById: 'recording',
  SeriesByPk: 'series',
  GetSeriesVideoById: 'part',
  GetPeerDocument: 'document',
  GetPeerDocumentVersion: 'document',
}
const USERS: Record<string, Name> = {
  GetAllUserFollowData: 'followed',
  GetRecommendationsByUser: 'recommender',
  GetLastCompanyMentions: 'writer',
  GetUserProfileSimilarities: 'member',
  FindOneToOne: 'member',
  userLikes: 'liker',
  userReplies: 'writer',
  getUserInteractions: 'writer',
  getInteractionsCount: 'writer',
  GetBadges: 'writer',
  PrivateProfile: 'writer',
  GetSecurityEvents: 'writer',
}
const WORDS: Record<string, string> = {
  ChatSuggestions: 'lin',
  GetCompanies: 'company 1',
  GetStaffMembers: 'lindqvist',
  GetStaffTeams: 'team 17',
  MentionSuggestions: 'an',
  SearchFilterExperts: 'corvin',
  SearchFilterExpertsPreview: 'corvin',
  SearchFilterCompanyTypes: 'law',
  GetDirectoryFacets: 'ada novak',
  profilesSearchFilter: 'ada novak',
  SearchInboxMessages: 'indemnity regulator',
}
const LISTS = ['law_schools', 'chapters', 'company_types:business_types', 'industries'].map((each) => each.split(':'))

export type SamplesOf = (operation: string) => Samples

export async function samplesFor(client: pg.ClientBase, viewer: Viewer): Promise<SamplesOf> {
  const ids = {} as Record<Name, number>
  const read = async (name: Name, text: string, value: unknown) => {
    const { rows } = await client.query<{ id: number | null }>(text, text.includes('$1') ? [value] : [])
    ids[name] = rows[0]?.id ?? 1
  }
  for (const [name, text] of Object.entries(ID)) await read(name as Name, text, viewer.channels)
  for (const [name, text] of Object.entries(OWN_ID)) await read(name as Name, text, viewer.id)
  const lists: Samples = {}
  for (const [variable, table = variable] of LISTS as [string, string?][])
    lists[variable] = (await client.query<{ id: number }>(`select id from ${table} order by id limit 2`)).rows.map(
      ({ id }) => id,
    )
  const shared: Samples = {
    ...lists,
    thread_id: ids.thread,
    message_id: ids.message,
    entity_id: ids.liked,
    item_id: ids.message,
    expert_id: ids.expert,
    company_id: ids.firm,
    series_id: ids.series,
    group_id: ids.group,
    invitee_id: viewer.id,
    viewing_user_id: viewer.id,
    postedByUserId: ids.writer,
    peerNetworkIDs: [...viewer.networks].slice(0, 2),
    geographies: [3],
    areasOfExpertise: [3],
    areas_of_expertise: [3],
    city_location: 'Oslo',
    name: 'Region',
    key: 'map',
    // An address of a firm of the set, of which there is one.
    website_host: 'firm-3.example',
    last_message: 1_000,
    filter: { unread: true },
  }
  return (operation) => ({
    ...shared,
    id: ids[IDS[operation] ?? 'thread'],
    user_id: operation in USERS ? ids[USERS[operation]!] : viewer.id,
    userId: ids.writer,
    search: WORDS[operation] ?? 'board',
    search_text: 'corvin',
    query: 'boa',
    topic: 'Board approval of a contract',
    ...(operation === 'GetCompanyMembers' && { company_id: ids.company }),
    ...(operation === 'GetExpertsAlike' && { name: 'Aldane Partners 20' }),
    ...(operation === 'getMemberConnectionsUnitUsers' && { filter: undefined }),
  })
}
