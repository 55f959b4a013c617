/** Statements that give what a member wrote and saved to another account of the same person. */
import { statement, type Parameters, type Statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql, type Sql } from '#server/platform/graph/sql.ts'

const BOTH = { oldId: 'bigint', newId: 'bigint' } as const
type OfBoth = Statement<typeof BOTH>
const ofBoth = (name: string, build: (parameters: Parameters<typeof BOTH>) => Sql): OfBoth =>
  statement(name, BOTH, build)

export interface Affected {
  threads: number[]
  liked: number[]
  polls: number[]
  experts: number[]
}
/** What shows the member or counts them. Read before the rows move. */
export const selectAffected = ofBoth(
  'select-affected-by-merge',
  (p) => sql`select
    array(select t.id from threads t where t.author_id = ${p.oldId} union select m.thread_id from messages m where m.sender_id = ${p.oldId}) as threads,
    array(select l.entity_id from likes l where l.user_id = ${p.oldId} and l.entity_type = 'message') as liked,
    array(select distinct v.poll_id from poll_votes v where v.user_id = ${p.oldId}) as polls,
    array(select r.expert_id from expert_recommendations r where r.author_id = ${p.oldId}
      union select l.entity_id from likes l where l.user_id = ${p.oldId} and l.entity_type = 'expert') as experts
    from users u where u.id = ${p.newId}`,
)

/** Tables that relate two members, by two columns: the accounts of one person do not follow or block each other. */
const PAIRS = {
  user_follows: ['user_id', 'followed_user_id'],
  member_blocks: ['user_id', 'blocked_user_id'],
  profile_views: ['user_id', 'viewed_user_id'],
  passed_connections: ['user_id', 'passed_user_id'],
  inbox_invitations: ['invitee_id', 'inviter_id'],
} as const
const deletePairs = Object.entries(PAIRS).map(([table, [from, to]]) =>
  ofBoth(
    `delete-pair-${table}`,
    (p) => sql`delete from ${trustedSql(table)}
      where ${trustedSql(from)} in (${p.oldId}, ${p.newId}) and ${trustedSql(to)} in (${p.oldId}, ${p.newId})`,
  ),
)

const mentionOf = (id: Parameters<typeof BOTH>['oldId']) => sql`'<span data-mention-id="' || ${id}::text || '">'`
/** A mention leads to the account by its id. The name stays as it was written. */
const repointed = (column: string, p: Parameters<typeof BOTH>) =>
  sql`replace(${trustedSql(column)}, ${mentionOf(p.oldId)}, ${mentionOf(p.newId)})`

/** In this order, before the rows move. */
export const BEFORE_MOVING: readonly OfBoth[] = [
  ...deletePairs,
  ofBoth(
    'leave-primary-network',
    (p) => sql`update peer_network_memberships set is_primary = false where user_id = ${p.oldId} and is_primary
      and exists (select from peer_network_memberships m where m.user_id = ${p.newId} and m.is_primary)`,
  ),
  ofBoth(
    'repoint-mentions',
    (p) => sql`update messages m set body = ${repointed('m.body', p)}, parsed_body = ${repointed('m.parsed_body', p)}
      from message_mentioned_users n where n.user_id = ${p.oldId} and n.message_id = m.id`,
  ),
  ofBoth(
    'repoint-inbox-mentions',
    (p) => sql`update inbox_messages m set msg_body = ${repointed('m.msg_body', p)}
      from inbox_mentions n where n.user_id = ${p.oldId} and n.message_id = m.id`,
  ),
  ofBoth(
    'join-bookmark-collections',
    (p) => sql`update bookmarks b set collection_id = mine.id
      from bookmark_collections theirs join bookmark_collections mine
        on mine.user_id = ${p.newId} and lower(mine.title) = lower(theirs.title)
      where b.user_id = ${p.oldId} and theirs.user_id = ${p.oldId} and b.collection_id = theirs.id`,
  ),
  // Both wrote to the same member: the conversation of the old account stays beside the other.
  ofBoth(
    'repoint-conversations',
    (p) => sql`update inbox_groups g set pair = c.pair
      from inbox_groups o cross join lateral (select array_agg(x.id order by x.id) as pair
          from (select distinct case when k.id = ${p.oldId} then ${p.newId} else k.id end as id from unnest(o.pair) k(id)) x) c
      where o.id = g.id and ${p.oldId} = any(o.pair) and cardinality(c.pair) = 2
        and not exists (select from inbox_groups t where t.pair = c.pair)`,
  ),
  ofBoth(
    'repoint-private-readers',
    (p) => sql`update messages m set private_reader_ids = array(
        select distinct case when r.id = ${p.oldId} then ${p.newId} else r.id end from unnest(m.private_reader_ids) r(id) order by 1)
      where m.is_private and ${p.oldId} = any(m.private_reader_ids)`,
  ),
]

/** Rows in every column that refers to users. What the other account has already is deleted. */
export const moveRows = statement(
  'move-member-rows',
  { ...BOTH, tables: 'text[]' },
  (p) => sql`select move_member_rows(${p.oldId}, ${p.newId}, ${p.tables})`,
)

/** Held posts without a name are found by their author only. */
export const refreshHeldPosts = statement(
  'refresh-held-posts-of-merged',
  { newId: 'bigint' },
  (p) => sql`select keep_restricted_message(a.message_id) from anonymous_messages a
    join restricted_messages r on r.message_id = a.message_id where a.user_id = ${p.newId}`,
)

/** Counters and cards that show the author. */
export const REFRESHED = {
  threads: statement('refresh-threads-of-merged', { ids: 'bigint[]' }, (p) => sql`select refresh_threads(${p.ids})`),
  threadCards: statement(
    'refresh-cards-of-merged',
    { ids: 'bigint[]' },
    (p) => sql`select refresh_thread_cards(${p.ids})`,
  ),
  liked: statement('recount-likes-of-merged', { ids: 'bigint[]' }, (p) => sql`select recount_likes(${p.ids})`),
  polls: statement(
    'recount-polls-of-merged',
    { ids: 'bigint[]' },
    (p) => sql`select count_poll_votes(x.id) from unnest(${p.ids}) x(id) order by x.id`,
  ),
  experts: statement('refresh-experts-of-merged', { ids: 'bigint[]' }, (p) => sql`select refresh_experts(${p.ids})`),
  profiles: statement('refresh-profiles-of-merged', { ids: 'bigint[]' }, (p) => sql`select refresh_profiles(${p.ids})`),
}

/** Written by the import: see `placeholderAddress`. */
const IMPORTED = sql`'%@imported.invalid'`

/** Mail from the old address is known as the member's. The placeholder of an imported one gets no mail. */
export const addSecondaryAddress = statement(
  'add-address-of-merged',
  { newId: 'bigint', email: 'citext' },
  (p) =>
    sql`update users set secondary_email = coalesce(secondary_email, ${p.email}), updated_at = now()
      where id = ${p.newId} and ${p.email} not like ${IMPORTED}`,
)
export const insertMerge = statement(
  'insert-member-merge',
  { ...BOTH, actorId: 'bigint', email: 'citext' },
  (p) => sql`with earlier as (update member_merges set into_id = ${p.newId} where into_id = ${p.oldId})
    insert into member_merges (from_id, into_id, merged_by, imported_as)
    values (${p.oldId}, ${p.newId}, ${p.actorId}, case when ${p.email} like ${IMPORTED} then ${p.email} end)`,
)
/** What must be ended or canceled first, in the order in which it is said. */
export const selectMergeObstacles = statement(
  'select-merge-obstacles',
  { oldId: 'bigint' },
  (p) => sql`select
      exists (select from team_memberships t join subscriptions s on s.team_id = t.team_id
        where t.user_id = ${p.oldId} and t.is_billing_admin and s.state in ('active', 'past_due')) as pays,
      exists (select from checkouts c where c.user_id = ${p.oldId} and c.state = 'open' and c.expires_at > now()) as is_paying,
      exists (select from deletion_requests d where d.user_id = ${p.oldId} and d.taken_back_at is null and d.done_at is null) as is_leaving
    from users u where u.id = ${p.oldId}`,
)
