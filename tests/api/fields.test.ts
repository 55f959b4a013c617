/** Every field of the contract, whether a screen asks for it by now or not: one great operation for each root. */
import { parse, printSchema, type GraphQLNamedType, type GraphQLOutputType } from 'graphql'
import { getNamedType, isEnumType, isListType, isNonNullType, isObjectType } from 'graphql'
import { beforeAll, expect, it } from 'vitest'
import { InviteToTeam, PublishLegalText, SaveTeam } from '#api/operations.ts'
import { reads } from '#server/app.ts'
import { makeContract } from '#server/platform/graph/contract.ts'
import { makeEngine } from '#server/platform/graph/engine.ts'
import { cast, castId } from '../cast.ts'
import { openHouse } from '../harness/house.ts'
import { smallThings } from '../harness/small-things.ts'
import { networkIds, putMessage, putThread } from '../harness/threads.ts'

const house = await openHouse()
const { schema } = house.application.engine.contract
const ROOTS = (threadId: number, messageId: number, viewerId: number, replierId: number) => [
  'viewer',
  'threads(limit: 2)',
  `thread(id: ${threadId})`,
  'geographies(limit: 1000)',
  'areas_of_expertise(limit: 1)',
  'feature_flag(key: "polls")',
  'discipline(type: legal)',
  'mention_suggestions(search: "m")',
  `message_versions(message_id: ${messageId})`,
  'drafts',
  'searchFilterFeed(limit: 2)',
  `getRelatedThreads(thread_id: ${threadId})`,
  'getTrendingThread',
  `userReplies(user_id: ${replierId}, limit: 1)`,
  `getUserInteractions(user_id: ${replierId}, limit: 5)`,
  `getInteractionsCount(user_id: ${replierId})`,
  'userLikes(limit: 50)',
  `getLikes(entity_type: thread, entity_id: ${threadId})`,
  `followThreadsById(user_id: ${viewerId})`,
  'experts_search(search_text: "lopez")',
  `experts_thread_search(thread_id: ${threadId}, limit: 2)`,
  `recommendation_summary(thread_id: ${threadId})`,
  `thread_vendor_deals(thread_id: ${threadId})`,
  `user_recommendations(user_id: ${viewerId})`,
  'blocked_members',
  'membership_price',
  `profile(id: ${replierId})`,
  'private_profile',
  `profile_metadata(id: ${replierId})`,
  `profile_similarities(user_id: ${replierId})`,
  'new_members',
  'companies(limit: 3)',
  'company_members(company_id: 1, limit: 2)',
  `user_follow_data(user_id: ${replierId}, viewing_user_id: ${viewerId})`,
  'profiles_search_filter(limit: 2)',
  'directory_facets',
  'member_places',
  'member_connections',
  'directory_searches',
  'industries',
  'industry_groups',
  'interests',
  'law_schools',
  'law_firms',
  'prices',
  'chapters',
  'business_models',
  'business_types',
  'employment_statuses',
  'areas_of_responsibility',
  'additional_areas',
  'locations(limit: 1)',
  'experts(limit: 5)',
  'expert_profile(id: 1)',
  'company_mentions(company_id: 1)',
  `last_company_mentions(company_id: 1, peerNetworkIDs: [1])`,
  'answerable_requests(limit: 2)',
  'missed',
  'members_to_know',
  'onboarding_checklist_items',
  'welcome_page_labels',
  'personalization_items(peerNetworkId: 1)',
  'user_personalization_items',
  'unviewed_feature_tours',
  'feature_alerts',
  'legal_document(kind: terms_of_use)',
  `last_messages_in_groups(user_id: ${viewerId})`,
  `last_messages_in_groups(where: invited, user_id: ${viewerId})`,
  `inbox_invitation(invitee_id: ${viewerId}, user_id: ${viewerId})`,
  'search_inbox_messages(search: "number", limit: 5)',
  'inbox_unread',
  'inbox_notification_settings',
  'notifications(limit: 30)',
  'notification_preferences',
  'muted_threads',
  'badges',
  'community_titles',
  'found_threads(search: "boardpaper")',
  'search_corrections(search: "indemnty")',
  `query_suggestions(userId: ${viewerId})`,
]
/** What only staff are shown. */
const STAFF_ROOTS = [
  'moderation_queue',
  'moderation_audit',
  'reports(state: kept)',
  'expert_duplicates(limit: 5)',
  'expert_merges(limit: 5)',
  'kept_deals(limit: 5)',
  'badge_list',
  'badge_awards(limit: 25)',
  'title_offers(limit: 25)',
  'staff_guides(kind: tour)',
  'staff_legal_texts',
  'staff_acts(limit: 25)',
  'staff_teams(limit: 25)',
]
/** Nothing writes the summary yet; members of a team are met on the way to it, and what is refused only by a mutation. */
const NEVER_SET = new Set(['RecentThread.summary', 'Team.members', 'EmailChange.errors'])
const KINDS: Record<string, (value: unknown) => boolean> = {
  Id: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  Int: Number.isSafeInteger,
  Float: (value) => typeof value === 'number',
  Boolean: (value) => typeof value === 'boolean',
  DateTime: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  Json: (value) => value !== undefined,
}

/** All leaves of a type and of the types it leads to; a type within itself ends there. */
function selection(type: GraphQLNamedType, above: readonly string[] = []): string {
  if (!isObjectType(type)) return ''
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const target = getNamedType(field.type)
    return above.includes(target.name) ? [] : [field.name + selection(target, [...above, type.name])]
  })
  return ` { ${fields.join(' ')} }`
}

/** What was met with a value, as "Type.field"; wrong values are thrown. */
function meet(value: unknown, type: GraphQLOutputType, name: string, met: Set<string>): void {
  if (isNonNullType(type)) {
    expect(value, name).not.toBeNull()
    return meet(value, type.ofType, name, met)
  }
  if (value === null) return
  if (isListType(type)) return (value as unknown[]).forEach((item) => meet(item, type.ofType, name, met))
  met.add(name)
  if (isObjectType(type)) {
    for (const [key, item] of Object.entries(value as object))
      meet(item, type.getFields()[key]!.type, `${type.name}.${key}`, met)
    return
  }
  if (isEnumType(type))
    expect(
      type.getValues().map((word) => word.name),
      name,
    ).toContain(value)
  else
    expect(
      (KINDS[type.name] ?? ((text) => typeof text === 'string'))(value),
      `${name} is ${JSON.stringify(value)}`,
    ).toBe(true)
}

const met = new Set<string>()
beforeAll(async () => {
  const { legal } = await networkIds(house)
  const [helen, marcus] = await Promise.all(
    [cast.member, cast.peer].map((email) => castId(house.database.write, email)),
  )
  const { id } = await putThread(house, {
    author: helen!,
    networks: [legal],
    thread_type: 'poll',
    geographies: [2],
    areas: [1],
    closed: true,
  })
  const reviewed = { processed: true, approved: true, processed_date: new Date().toISOString() }
  const reply = await putMessage(house, { thread: id, sender: marcus!, likes: 1, ...reviewed })
  await putThread(house, { author: marcus!, networks: [legal], areas: [1] })
  await putMessage(house, { thread: id, sender: helen!, parent: reply, readers: [helen!, marcus!] })
  await house.sql(
    `with made as (
       insert into polls (thread_id, author_id, title, end_date) values ($1, $2, 'Which one?', now() + interval '1 day') returning id),
     chosen as (
       insert into poll_options (poll_id, title, is_other, position) select id, 'Other', true, 1 from made returning id, poll_id)
     select id, poll_id from chosen`,
    [id, helen],
  )
  await house.sql(
    `insert into poll_votes (poll_id, user_id, option_id, text)
     select o.poll_id, $2, o.id, 'Neither' from poll_options o join polls p on p.id = o.poll_id where p.thread_id = $1`,
    [id, helen],
  )
  await house.sql('insert into message_mentioned_users values ($1, $2)', [reply, helen])
  await house.sql(`insert into likes (user_id, entity_type, entity_id, sentiment) values ($1, 'message', $2, true)`, [
    helen,
    reply,
  ])
  await house.sql(
    `insert into message_attachments (message_id, name, file_type, size, storage_key, preview_key, width, height)
     values ($1, 'board.png', 'image/png', 12, repeat('0', 64), repeat('0', 64), 4, 3)`,
    [reply],
  )
  // A person and a software of the demo, with all that may be known of them.
  await house.sql(
    `insert into message_experts select $1, id, row_number() over (order by id) from experts where name in ('Maria Lopez', 'Clausewright')`,
    [reply],
  )
  await house.sql(
    `insert into likes (user_id, entity_type, entity_id, sentiment) select $1, 'expert', id, true from experts where name in ('Maria Lopez', 'Clausewright') on conflict do nothing`,
    [helen],
  )
  await house.sql(`update expert_companies set logo_url = '/logo.png'`)
  await house.sql(`update vendor_deals set logos = '{/logo.png}'`)
  await house.sql(`update expert_recommendations set affiliation = 'A former client.'`)
  await house.sql('select refresh_threads(array[$1::bigint])', [id])
  await house.sql('update messages set edited_at = now() where id = $1', [reply])
  await house.sql(
    `insert into message_versions (message_id, version, topic, body, edited_by) values ($1, 1, 'Topic', '<p>x</p>', $2)`,
    [reply, helen],
  )
  const gone = await putMessage(house, { thread: id, sender: marcus!, parent: reply, removed: true })
  await putMessage(house, { thread: id, sender: marcus!, parent: gone })
  await house.sql('insert into message_removals (message_id, thread_id, by_author) values ($1, $2, true)', [gone, id])
  await house.sql(`insert into drafts (user_id, key, content) values ($1, 'new', '{}')`, [helen])
  await house.sql(
    `insert into likes (user_id, entity_type, entity_id, sentiment) select $1, 'message', id, true from messages where thread_id = $2 and is_original_message`,
    [marcus, id],
  )
  await house.sql(`insert into member_blocks (user_id, blocked_user_id) select $1, id from users where email = $2`, [
    helen,
    cast.trial,
  ])
  await reviewsOf({ id, reply, helen: helen!, marcus: marcus! })
  await house.sql('insert into viewer_threads (user_id, thread_id) values ($1, $2)', [helen, id])
  await house.sql(
    `update subscriptions set state = 'past_due', past_due_since = now(), cancelled_at = now(), cancel_reason = 'Why'
     where team_id in (select team_id from team_memberships where user_id = $1)`,
    [helen],
  )
  await house.sql(`update users set current_onboarding_step = 'welcome' where id = any($1)`, [[helen, marcus]])
  await fillColumns('users', 'id = $1', [helen])
  await fillColumns('users', 'id = $1', [marcus])
  await fillColumns('peer_networks', 'true', [])
  await smallThings(house, { helen: helen!, marcus: marcus!, thread: id, reply })
  await fillProfiles(helen!, marcus!)
  await actsOfStaff(legal)

  const roots = [...ROOTS(id, reply, helen!, marcus!), ...STAFF_ROOTS].map(
    (root) => root + selection(getNamedType(schema.getQueryType()!.getFields()[root.split('(')[0]!]!.type)),
  )
  const documents = roots.map((root, index) => `query root${index} { ${root} }`).join('\n')
  const engine = makeEngine({
    contract: makeContract(parse(printSchema(schema)), parse(documents)),
    reads: { ...reads, Mutation: {} },
    hot: house.database.hot,
    search: house.database.search,
  })
  const [viewer] = await house.sql<{ networks: number[]; channels: number[] }>(
    `select array_agg(distinct a.to_network_id) as networks, array_agg(distinct channel(a.to_network_id, a.kind)) as channels
     from peer_network_memberships m join network_access a on a.from_network_id = m.peer_network_id
     where m.user_id = $1 and a.kind in ('discussion', 'document_request', 'poll', 'recommendation_request')`,
    [helen],
  )
  for (const name of roots.keys()) {
    const is_staff = name >= roots.length - STAFF_ROOTS.length
    const body = await engine.run(`root${name}`, { viewer: { id: helen!, is_staff, ...viewer! }, variables: {} })
    meet(JSON.parse(body), schema.getQueryType()!, 'Query', met)
  }
})

/** A post that waits and is being read, one that was rejected, and the decision. */
async function reviewsOf({ id, reply, helen, marcus }: { id: number; reply: number; helen: number; marcus: number }) {
  const waits = { thread: id, sender: marcus, parent: reply, processed: false, approved: false }
  const waiting = await putMessage(house, waits)
  await house.sql(`update messages set edited_at = now() where id = $1`, [waiting])
  await house.sql(`update moderation_queue set claimed_by = $2, claimed_at = now() where item_id = $1`, [
    waiting,
    helen,
  ])
  const rejected = await putMessage(house, { thread: id, sender: helen, processed: true, approved: false })
  await house.sql(
    `insert into moderation_decisions (act_id, item_type, item_id, thread_id, decision, reason, actor_id)
     values (1, 'message', $1, $2, 'rejected', 'Why', $3)`,
    [rejected, id, marcus],
  )
  await house.sql(
    `insert into reports (type, content_id, thread_id, reason, additional_details, reporter_id, state, resolved_at, resolved_by)
     values ('thread', $1, $1, 'other', 'Why', $2, 'kept', now(), $3)`,
    [id, helen, marcus],
  )
}

/** All that two members who follow each other may say of themselves. */
async function fillProfiles(helen: number, marcus: number): Promise<void> {
  await house.sql('update peer_networks set show_direct_reports = true, show_areas_of_expertise = true')
  await house.sql(
    `update profiles set employment_status_id = 1, chapter_id = 1, live_event_chapter_ids = '{1}', interest_ids = '{1}', industry_ids = '{1}',
       industry_group_ids = '{1}', area_of_expertise_ids = '{1}', previous_practice = 'Disputes', law_school_id = 1, recent_law_firm_id = 1,
       year_started_inhouse = 2010, law_firm_ids = '{1}', area_of_responsibility_ids = '{1}', additional_area_ids = '{1}'
     where user_id = any($1)`,
    [[helen, marcus]],
  )
  await house.sql(`update companies set stage = 'Seed', type_id = 1, num_of_lawyers = 1, num_of_financial_employees = 1,
    num_of_employees = '1-10', industry_ids = '{1}', business_model_ids = '{1}'`)
  await house.sql('delete from bar_qualifications')
  await house.sql(
    `insert into bar_qualifications (user_id, state, bar_number, year_passed) select x, 'Illinois', '1', 2000 from unnest($1::bigint[]) x`,
    [[helen, marcus]],
  )
  await house.sql(
    'insert into user_follows (user_id, followed_user_id) values ($1, $2), ($2, $1) on conflict do nothing',
    [helen, marcus],
  )
  await house.sql(`insert into directory_searches (user_id, name, filters) values ($1, 'Kept', '{}')`, [helen])
  // Whom she may know by what they share is not crowded out by who answered her.
  await house.sql(`update profiles set interest_ids = '{1}'`)
  await house.sql(`update thread_feed set pub_date = pub_date - interval '2 years' where author_id = $1`, [helen])
  await house.sql('select refresh_profiles(array(select id from users))')
}

/** A team with an invitation, and a text that everybody is asked to accept anew. */
async function actsOfStaff(legal: number): Promise<void> {
  const staff = await house.member(cast.staff)
  const { id } = (await staff.ask(SaveTeam, { name: 'Ostrander Steel', peer_network_id: legal, seats: 3 })).saveTeam
  await staff.ask(InviteToTeam, { team_id: id, email: 'ada@ostrander.test', first_name: 'Ada', last_name: 'Quist' })
  await staff.ask(PublishLegalText, {
    kind: 'terms_of_use',
    based_on: 1,
    title: 'Terms of use',
    sections: [{ title: 'All of it', paragraphs: ['Be kind.'] }],
    asks_again: true,
    change_note: 'Shorter.',
  })
}

/** Puts something into every column that may be empty, so that a field that reads another column is found. */
async function fillColumns(table: string, where: string, values: unknown[]): Promise<void> {
  const columns = await house.sql<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'YES' and is_generated = 'NEVER' and column_name not like '%\\_id'`,
    [table],
  )
  const filled: Record<string, string> = {
    integer: '7',
    bigint: '7',
    'double precision': '7.5',
    'timestamp with time zone': 'now()',
  }
  for (const { name, type } of columns)
    await house.sql(
      `update ${table} set ${name} = coalesce(${name}, ${filled[type] ?? `'${name} ' || id`}) where ${where}`,
      values,
    )
}

const ROOT_TYPES = ['Query', 'Mutation']
/** Only mutations answer with them. */
const ANSWERS_ONLY = [
  'ThreadView',
  'DroppedDraft',
  'RemovedThread',
  'EntityLike',
  'HiddenThread',
  'ReadingMark',
  'ModerationOutcome',
  'Report',
  'AnonymityMeter',
  'AnonymityFact',
  'RevealedAuthor',
  'Checkout',
  'BillingPortalSession',
  'BillingSync',
  'UserFollow',
  'MemberView',
  'UserSurvey',
  'Presence',
  'PassedConnections',
  'PasswordChange',
  'EmailChangeError',
  'ProfilePicture',
  'LPlusToken',
  'PushDevice',
  'RememberedSearch',
]
const types = Object.values(schema.getTypeMap()).filter(
  (type) => isObjectType(type) && !type.name.startsWith('__') && ![...ROOT_TYPES, ...ANSWERS_ONLY].includes(type.name),
)

it.each(types.map(({ name }) => name))('reads every field of %s, of the kind that the contract says', (name) => {
  const type = schema.getType(name)
  const fields = isObjectType(type) ? Object.keys(type.getFields()).map((field) => `${name}.${field}`) : []
  expect(fields.length).toBeGreaterThan(0)
  const unmet = fields.filter((field) => !met.has(field) && !NEVER_SET.has(field))
  expect(unmet).toEqual([])
})
