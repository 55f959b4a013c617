/**
 * The access rules of the inbox; defined only here. A group is readable for its current members, and visible to an
 * invitee while the invitation is pending. Only current members can read its messages: staff have no additional access.
 * Users whose membership has ended can read nothing here.
 */
import { isCountedMember } from '#server/platform/session/account-states.ts'
import { uncheckedRelations, checkedRelations, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { nameWords } from '#server/features/people/index.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

const takesPart = sql`${viewer.channels} <> '{}'`
const isMemberOf = (group: Sql) => sql`(${takesPart} and exists (
  select from inbox_members own where own.group_id = ${group} and own.user_id = ${viewer.id} and own.date_left is null))`
const waits = sql`i.invitation_status = 'waiting' and i.invitation_expiring_date > now()`

// Starts from the viewer's own rows, so the number of other groups does not matter. `is_closed` means that an admin
// archived the group for everyone; `archived` is also true if the viewer archived it for themselves.
const group = sql`
  select g.id, g.group_type, g.name, g.archived as is_closed, g.archived or mine.archived_at is not null as archived,
    g.latest_index, g.members_limit, g.welcome_message_id, g.welcome_text, g.pair, g.created_at,
    mine.is_member, mine.is_admin, mine.muted, mine.favorite, mine.last_seen_message_index
  from (
    select m.group_id, true as is_member, m.is_admin, m.muted, m.favorite, m.last_seen_message_index, m.archived_at
    from inbox_members m where m.user_id = ${viewer.id} and m.date_left is null
    union all
    select i.group_id, false, false, false, false, 0, null from inbox_invitations i
    where i.invitee_id = ${viewer.id} and ${waits} and not exists (
      select from inbox_members m where m.group_id = i.group_id and m.user_id = i.invitee_id and m.date_left is null)) mine
  join inbox_groups g on g.id = mine.group_id
  where ${takesPart}`

const message = sql`
  select m.*, m.sender_id = ${viewer.id} as is_own,
    exists (select from member_blocks b where b.user_id = ${viewer.id} and b.blocked_user_id = m.sender_id) as is_blocked
  from inbox_messages m`

const isParted = sql`exists (select from member_blocks b where (b.user_id = ${viewer.id} and b.blocked_user_id = u.id)
  or (b.user_id = u.id and b.blocked_user_id = ${viewer.id}))`
/** A network of one member allows chats with a network of the other. */
const mayBegin = (from: Sql, to: Sql) => sql`exists (
  select from peer_network_memberships a
  join network_access n on n.from_network_id = a.peer_network_id and n.kind = 'chat'
  join peer_network_memberships b on b.peer_network_id = n.to_network_id
  where a.user_id = ${from} and b.user_id = ${to})`
const isThere = sql`u.id not in (${viewer.id}, ${ANONYMOUS_USER_ID}) and takes_part(u) and not ${isParted} and ${takesPart}`

const person = sql`select u.id, u.name, ${nameWords(sql`u`)} as name_words from users u`
const memberOf = sql`select x.message_id, x.user_id from inbox_mentions x`
const file = sql`
  select x.*, '/api/inbox/attachments/' || x.id as file,
    case when x.preview_key is not null then '/api/inbox/attachments/' || x.id || '/picture' end as image_url,
    case when x.preview_key is not null then '/api/inbox/attachments/' || x.id || '/preview' end as thumbnail_url
  from inbox_attachments x`
const ofReadableMessage = sql`exists (select from inbox_messages m where m.id = x.message_id and ${isMemberOf(sql`m.group_id`)})`

export const inbox = checkedRelations({
  groups: group,
  group_members: sql`
    select m.group_id, m.user_id, m.is_admin, m.date_joined, m.date_left, m.last_seen_message_index, m.last_read_date,
      case when m.user_id = ${viewer.id} then m.muted end as muted,
      case when m.user_id = ${viewer.id} then m.favorite end as favorite
    from inbox_members m where ${isMemberOf(sql`m.group_id`)}`,
  /** The viewer's current and former memberships. */
  own_memberships: sql`select m.* from inbox_members m where m.user_id = ${viewer.id}`,
  invitees: sql`select i.* from inbox_invitations i where ${waits} and ${isMemberOf(sql`i.group_id`)}`,
  own_invitations: sql`select i.* from inbox_invitations i where i.invitee_id = ${viewer.id} and ${takesPart}`,
  waiting_invitations: sql`
    select i.* from inbox_invitations i where i.invitee_id = ${viewer.id} and ${waits} and ${takesPart}`,
  chat_messages: sql`${message} where ${isMemberOf(sql`m.group_id`)}`,
  /** Members whom the viewer can start a conversation with, or invite. */
  chattable: sql`${person} where ${isThere} and (${viewer.is_staff} or ${mayBegin(viewerId(), sql`u.id`)})`,
  /** Members whom the viewer can keep writing to: either of the two could start the conversation. */
  answerable: sql`${person} where ${isThere}
    and (${viewer.is_staff} or u.is_staff or ${mayBegin(viewerId(), sql`u.id`)} or ${mayBegin(sql`u.id`, viewerId())})`,
})

function viewerId() {
  return sql`${viewer.id}`
}

/** For groups and messages that are already known to be readable. */
export const reachedInbox = uncheckedRelations({
  /** Names and counts of the members: an invitee can see these too. */
  present: {
    rows: sql`
      select m.group_id, m.user_id, u.name, u.first_name, m.is_admin, m.date_joined,
        ${isCountedMember(sql`u`)} as is_counted
      from inbox_members m join users u on u.id = m.user_id where m.date_left is null`,
    wall: sql`
      select m.group_id, m.user_id, u.name, u.first_name, m.is_admin, m.date_joined,
        ${isCountedMember(sql`u`)} as is_counted
      from inbox_members m join users u on u.id = m.user_id where m.date_left is null
        and m.group_id in (select g.id from (${group}) g)`,
  },
  num_waiting: {
    rows: sql`select i.group_id, i.id from inbox_invitations i where ${waits}`,
    wall: sql`select i.group_id, i.id from inbox_invitations i where ${waits} and i.group_id in (select g.id from (${group}) g)`,
  },
  chat_mentions: { rows: memberOf, wall: sql`${memberOf} where ${ofReadableMessage}` },
  chat_attachments: { rows: file, wall: sql`${file} where ${ofReadableMessage}` },
  /** Always one row, about the viewer: the select itself filters by viewer. */
  own_unread: sql`
    select count(*) filter (where g.is_member)::integer as groups,
      coalesce(sum(g.latest_index - g.last_seen_message_index) filter (where g.is_member), 0)::integer as messages,
      count(*) filter (where not g.is_member)::integer as invitations
    from (${group}) g
    where not g.is_member or (not g.archived and not g.muted and g.latest_index > g.last_seen_message_index)`,
  own_inbox_settings: sql`
    select coalesce(s.messages, true) as messages, coalesce(s.mentions, true) as mentions,
      coalesce(s.invitations, true) as invitations, coalesce(s.email, true) as email, coalesce(s.push, true) as push
    from (select true) x(is_one) left join inbox_settings s on s.user_id = ${viewer.id}`,
})
