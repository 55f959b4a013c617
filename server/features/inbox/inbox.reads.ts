import { discussions } from '#server/features/discussions/index.ts'
import { people } from '#server/features/people/index.ts'
import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { empty, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import {
  GROUPS_LIMIT,
  INBOX_SEARCH_LIMIT,
  MENTIONS_PER_MESSAGE,
  MESSAGES_AT_MOST,
  PINNED_LIMIT,
  PREVIEW_MEMBERS,
  SUGGESTED_MEMBERS,
} from '#shared/inbox.ts'
import { FILES_PER_POST } from '#shared/uploads.ts'
import { inbox, reachedInbox } from './inbox.access.ts'

/** Two hundred current members, and some former ones. */
const MEMBERS = 250
const INVITEES = 200
const NAMES = 3

const personOf = (id: Sql) => one((row) => sql`select u.* from ${people.people} u where u.id = ${row}.${id}`)
const groupById = (id: Sql) => sql`select g.* from ${inbox.groups} g where g.id = ${id}`

/** Filters for the list of groups; archived groups and pending invitations are listed separately. */
const STANDING: Record<string, Sql> = {
  current: sql`g.is_member and not g.archived`,
  archived: sql`g.is_member and g.archived`,
  unread: sql`g.is_member and not g.archived and g.latest_index > g.last_seen_message_index`,
  favorite: sql`g.is_member and not g.archived and g.favorite`,
  invited: sql`not g.is_member`,
}
const lastMessage = (g: Sql) =>
  sql`select m.* from ${inbox.chat_messages} m where m.group_id = ${g}.id and m.message_index_in_group = ${g}.latest_index`

const found = (m: Sql, search: Sql) =>
  sql`to_tsvector('english', ${m}.cleaned_body) @@ websearch_to_tsquery('english', ${search})`

const WELCOME: Record<string, (m: Sql) => Sql> = {
  with: (m) => sql`(${m}.message_type = 'pinned' or ${m}.id = g.welcome_message_id)`,
  without: (m) => sql`(${m}.message_type = 'pinned' and ${m}.id is distinct from g.welcome_message_id)`,
  only: (m) => sql`${m}.id = g.welcome_message_id`,
}

export const inboxReads = define({
  User: { can_chat: value((u) => sql`exists (select from ${inbox.chattable} c where c.id = ${u}.id)`) },
  Query: {
    last_messages_in_groups: many((_, { args, choice, given }) => ({
      rows: sql`
        select g.*, m.pub_date as last_pub_date from ${inbox.groups} g
        left join ${inbox.chat_messages} m on m.group_id = g.id and m.message_index_in_group = g.latest_index
        where ${args['user_id']!} = ${viewer.id} and ${STANDING[choice(args['where']!) ?? 'current']!}
        ${given(args['group_id_condition']!) ? sql`and g.id = ${args['group_id_condition']!}` : empty}`,
      order: sql`g.favorite desc, coalesce(m.pub_date, g.created_at) desc, g.id desc`,
      cap: GROUPS_LIMIT,
      isSteady: true,
    })),
    inbox_group: one((_, { args }) => groupById(sql`${args['id']!}`)),
    one_to_one: one(
      (_, { args }) => sql`
        select g.* from ${inbox.groups} g
        where g.pair = array[least(${args['user_id']!}, ${viewer.id}), greatest(${args['user_id']!}, ${viewer.id})]`,
    ),
    inbox_invitation: one(
      (_, { args, given }) => sql`
        select i.* from ${inbox.waiting_invitations} i
        where ${args['user_id']!} = ${viewer.id} and ${args['invitee_id']!} = ${viewer.id}
          ${given(args['group_id']!) ? sql`and i.group_id = ${args['group_id']!}` : empty}
        order by i.created_at desc, i.id desc limit 1`,
    ),
    search_inbox_messages: many((_, { args }) => ({
      rows: sql`select m.* from ${inbox.chat_messages} m where ${found(sql`m`, sql`${args['search']!}`)}`,
      order: sql`m.pub_date desc, m.id desc`,
      limit: args['limit'],
      cap: INBOX_SEARCH_LIMIT,
    })),
    inbox_group_messages: many((_, { args, given }) => ({
      rows: sql`select m.* from ${inbox.chat_messages} m where m.group_id = ${args['group_id']!}
        ${given(args['last_message']!) ? sql`and m.message_index_in_group < ${args['last_message']!}` : empty}`,
      order: sql`m.message_index_in_group desc`,
      limit: args['limit'],
      cap: MESSAGES_AT_MOST,
    })),
    inbox_group_pinned_messages: many((_, { args, choice }) => ({
      rows: sql`select m.* from ${inbox.groups} g join ${inbox.chat_messages} m on m.group_id = g.id
        where g.id = ${args['group_id']!} and ${WELCOME[choice(args['welcome_message_id_condition']!) ?? 'with']!(sql`m`)}`,
      order: sql`m.pinned_at desc nulls last, m.id desc`,
      cap: PINNED_LIMIT,
    })),
    inbox_message: one((_, { args }) => sql`select m.* from ${inbox.chat_messages} m where m.id = ${args['id']!}`),
    inbox_index_at: one(
      (_, { args }) => sql`
        select m.* from ${inbox.chat_messages} m where m.group_id = ${args['group_id']!} and m.pub_date >= ${args['date']!}
        order by m.pub_date, m.message_index_in_group limit 1`,
    ),
    inbox_unread: one(() => sql`select u.* from ${reachedInbox.own_unread} u`),
    chat_suggestions: many((_, { args, given }) => ({
      rows: sql`select u.* from ${inbox.chattable} c join ${people.people} u on u.id = c.id where true
        ${given(args['id']!) ? sql`and c.id = ${args['id']!}` : empty}
        ${given(args['search']!) ? sql`and c.name_words @@ name_query(${args['search']!})` : empty}
        ${
          given(args['group_id']!)
            ? sql`and not exists (select from ${inbox.group_members} m where m.group_id = ${args['group_id']!} and m.user_id = c.id and m.date_left is null)
              and not exists (select from ${inbox.invitees} i where i.group_id = ${args['group_id']!} and i.invitee_id = c.id)`
            : empty
        }`,
      order: sql`u.last_name, u.first_name, u.id`,
      limit: args['limit'],
      cap: SUGGESTED_MEMBERS,
    })),
    inbox_notification_settings: one(() => sql`select s.* from ${reachedInbox.own_inbox_settings} s`),
  },
  InboxGroup: {
    default_group_name: value(
      (g) => sql`
        select case when count(*) = 0 then 'You' when ${g}.group_type = 'one_to_one' then min(p.name)
          else string_agg(p.first_name, ', ' order by p.place) filter (where p.place <= ${NAMES})
            || case when count(*) > ${NAMES} then ' and ' || (count(*) - ${NAMES}) || ' others' else '' end end
        from (select x.name, x.first_name, row_number() over (order by x.date_joined, x.user_id) as place
          from ${reachedInbox.present} x where x.group_id = ${g}.id and x.user_id <> ${viewer.id}) p`,
    ),
    unread_count: value(
      (g) =>
        sql`case when ${g}.is_member then greatest(${g}.latest_index - ${g}.last_seen_message_index, 0) else 0 end`,
    ),
    num_of_members: value(
      (g) => sql`select count(*)::integer from ${reachedInbox.present} p where p.group_id = ${g}.id and p.is_counted`,
    ),
    num_of_invitees: value(
      (g) => sql`select count(*)::integer from ${reachedInbox.num_waiting} p where p.group_id = ${g}.id`,
    ),
    can_send: value(
      (g) => sql`${g}.is_member and not ${g}.is_closed and (${g}.group_type <> 'one_to_one'
        or exists (select from ${inbox.answerable} a where a.id = any(${g}.pair)))`,
    ),
    last_message: one(lastMessage),
    members: many((g, { args }) => ({
      rows: sql`select m.* from ${inbox.group_members} m where m.group_id = ${g}.id`,
      order: sql`m.date_left is not null, m.is_admin desc, m.date_joined, m.user_id`,
      limit: args['limit'],
      cap: MEMBERS,
    })),
    invitees: many((g) => ({
      rows: sql`select i.* from ${inbox.invitees} i where i.group_id = ${g}.id`,
      order: sql`i.created_at, i.id`,
      cap: INVITEES,
    })),
    invitation: one((g) => sql`select i.* from ${inbox.waiting_invitations} i where i.group_id = ${g}.id`),
  },
  InboxMember: { user: personOf(sql`user_id`) },
  InboxInvitee: {
    group: one((i) => groupById(sql`${i}.group_id`)),
    invitee: personOf(sql`invitee_id`),
    inviter: personOf(sql`inviter_id`),
    // Only members with full access are included, and only the invitee can see them.
    preview_members: many((i) => ({
      rows: sql`select u.*, p.is_admin, p.date_joined from ${reachedInbox.present} p join ${people.people} u on u.id = p.user_id
        where p.group_id = ${i}.group_id and p.is_counted and ${i}.invitee_id = ${viewer.id} and ${i}.invitation_status = 'waiting'`,
      order: sql`p.is_admin desc, p.date_joined, u.id`,
      cap: PREVIEW_MEMBERS,
    })),
  },
  InboxMessage: {
    sender: personOf(sql`sender_id`),
    thread_link: one((m) => sql`select t.* from ${discussions.threads} t where t.thread_id = ${m}.thread_id`),
    replied_to: one((m) => sql`select r.* from ${inbox.chat_messages} r where r.id = ${m}.replied_to_id`),
    mentions: many((m) => ({
      rows: sql`select u.* from ${reachedInbox.chat_mentions} x join ${people.people} u on u.id = x.user_id where x.message_id = ${m}.id`,
      order: sql`u.id`,
      cap: MENTIONS_PER_MESSAGE,
    })),
    attachments: many((m) => ({
      rows: sql`select x.* from ${reachedInbox.chat_attachments} x where x.message_id = ${m}.id`,
      order: sql`x.id`,
      cap: FILES_PER_POST,
    })),
  },
})

const ownMembership = one(
  (_, { result }) => sql`select m.* from ${inbox.own_memberships} m where m.group_id = ${result}`,
)
const currentGroup = one((_, { result }) => groupById(sql`${result}`))
const theMessage = one((_, { result }) => sql`select m.* from ${inbox.chat_messages} m where m.id = ${result}`)

/** Results of the inbox mutations. */
export const inboxAnswers = define({
  Mutation: {
    createGroup: currentGroup,
    sendMessage: theMessage,
    updateMessage: theMessage,
    setLastViewMessage: ownMembership,
    handleGroupInvitation: one(
      (_, { result }) => sql`select i.* from ${inbox.own_invitations} i where i.group_id = ${result}`,
    ),
    leaveGroup: ownMembership,
    updateGroupName: currentGroup,
    updateGroupWelcome: currentGroup,
    archiveGroup: currentGroup,
    inviteMembersToGroup: currentGroup,
    updateInboxGroupMemberSettings: ownMembership,
    updateInboxNotificationSettings: one(() => sql`select s.* from ${reachedInbox.own_inbox_settings} s`),
    showPresence: currentGroup,
  },
})
