/** Statements for the data export and account deletion. */
import { sql, trustedSql } from '#server/platform/graph/sql.ts'
import { ofMember, type OfMember } from '#server/platform/personal-data.ts'
import { statement } from '#server/platform/database/statement.ts'
import { PROFILE_CHOICES, PROFILE_FIELDS, PROFILE_TEXT_COLUMNS, type ChoiceName } from '#shared/profile-fields.ts'

/** The names for the ids of a choice field. */
const namesOf = (name: ChoiceName) => {
  const { kind, list, column } = PROFILE_FIELDS[name]
  return kind === 'one'
    ? `(select c.name from ${list} c where c.id = x.${column}) as ${name}`
    : `array(select c.name from ${list} c where c.id = any(x.${column}) order by 1) as ${name}`
}

/** Export sections that join several tables. The others are derived from the catalog. */
export const JOINED_SECTIONS: Readonly<Record<string, OfMember>> = {
  networks: ofMember(
    'export-networks',
    ({ userId }) => sql`
    select n.display_name as network, m.is_primary, m.joined_at
    from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id where m.user_id = ${userId} order by m.joined_at`,
  ),
  threads: ofMember(
    'export-threads',
    ({ userId }) => sql`
    select x.id, x.thread_type, x.topic, x.cleaned_html as body, x.pub_date, x.closed_at, x.removed_at
    from threads x where x.author_id = ${userId} order by x.pub_date, x.id`,
  ),
  messages: ofMember(
    'export-messages',
    ({ userId }) => sql`
    select m.id, m.thread_id, t.topic, m.message_replied_id, m.is_original_message, m.is_private,
      m.sender_id <> ${userId} as is_anonymous, m.body, m.source, m.pub_date, m.edited_at, m.removed_at
    from messages m join threads t on t.id = m.thread_id
    where m.sender_id = ${userId} or exists (select from anonymous_messages a where a.message_id = m.id and a.user_id = ${userId})
    order by m.pub_date, m.id`,
  ),
  message_versions: ofMember(
    'export-message_versions',
    ({ userId }) => sql`
    select v.message_id, v.version, v.topic, v.body, v.created_at from message_versions v
    where v.edited_by = ${userId} order by v.message_id, v.version`,
  ),
  files: ofMember(
    'export-files',
    ({ userId }) => sql`
    select f.id, f.message_id, f.name, f.file_type, f.size from message_attachments f join messages m on m.id = f.message_id
    where m.sender_id = ${userId} or exists (select from anonymous_messages a where a.message_id = m.id and a.user_id = ${userId}) order by f.id`,
  ),
  votes: ofMember(
    'export-votes',
    ({ userId }) => sql`
    select v.poll_id, p.title as poll, o.title as option, v.text, v.voted_at
    from poll_votes v join polls p on p.id = v.poll_id join poll_options o on o.id = v.option_id where v.user_id = ${userId}
    order by v.voted_at`,
  ),
  recommendations: ofMember(
    'export-recommendations',
    ({ userId }) => sql`
    select r.id, e.name as expert, r.message, r.affiliation, r.pub_date, r.removed_at
    from expert_recommendations r join experts e on e.id = r.expert_id where r.author_id = ${userId} order by r.pub_date, r.id`,
  ),
  badges: ofMember(
    'export-badges',
    ({ userId }) => sql`
    select b.description as badge, e.public, e.date_earned, e.withdrawn_at from user_badges e
    join badges b on b.id = e.badge_id where e.user_id = ${userId} order by e.date_earned, e.badge_id`,
  ),
  blocked_members: ofMember(
    'export-blocked_members',
    ({ userId }) => sql`
    select u.name, b.created_at from member_blocks b join users u on u.id = b.blocked_user_id
    where b.user_id = ${userId} order by b.created_at`,
  ),
  followed_members: ofMember(
    'export-followed_members',
    ({ userId }) => sql`
    select u.name, f.created_at from user_follows f join users u on u.id = f.followed_user_id
    where f.user_id = ${userId} order by f.created_at`,
  ),
  conversations: ofMember(
    'export-conversations',
    ({ userId }) => sql`
    select g.id, g.group_type, g.name, m.is_admin, m.date_joined, m.date_left, m.muted, m.favorite, m.archived_at
    from inbox_members m join inbox_groups g on g.id = m.group_id where m.user_id = ${userId} order by g.id`,
  ),
  conversation_messages: ofMember(
    'export-conversation_messages',
    ({ userId }) => sql`
    select x.id, x.group_id, x.msg_body as body, x.pub_date, x.edited_at, x.thread_id
    from inbox_messages x where x.sender_id = ${userId} order by x.pub_date, x.id`,
  ),
  conversation_files: ofMember(
    'export-conversation_files',
    ({ userId }) => sql`
    select f.id, f.message_id, f.name, f.file_type, f.size from inbox_attachments f
    join inbox_messages m on m.id = f.message_id where m.sender_id = ${userId} order by f.id`,
  ),
  // Answers are words of other members, which the member reads in the product as long as they may.
  assistant_questions: ofMember(
    'export-assistant_questions',
    ({ userId }) => sql`
    select q.id, q.conversation_id, q.content as question, q.created,
      array(select f.name from ai_attachments f where f.ai_message_id = q.id order by f.id) as files
    from ai_messages q join ai_conversations c on c.id = q.conversation_id where c.user_id = ${userId} and q.role = 'user' order by q.id`,
  ),
  assistant_feedback: ofMember(
    'export-assistant_feedback',
    ({ userId }) => sql`
    select m.question_id, f.is_positive, f.details, f.is_shared, f.updated_at
    from ai_feedback f join ai_messages m on m.id = f.ai_message_id join ai_conversations c on c.id = m.conversation_id
    where c.user_id = ${userId} order by m.id`,
  ),
  topics: ofMember(
    'export-topics',
    ({ userId }) => sql`
    select i.key, c.chosen_at from personalization_choices c join personalization_items i on i.id = c.item_id
    where c.user_id = ${userId} order by c.chosen_at`,
  ),
  accepted_documents: ofMember(
    'export-accepted_documents',
    ({ userId }) => sql`
    select d.kind, d.version, a.accepted_at from legal_acceptances a join legal_documents d on d.id = a.legal_document_id
    where a.user_id = ${userId} order by a.accepted_at, d.kind`,
  ),
  payments: ofMember(
    'export-payments',
    ({ userId }) => sql`
    select i.number, i.amount, i.state, i.period_start, i.period_end, i.issued_at, i.paid_at
    from invoices i join subscriptions s on s.id = i.subscription_id join team_memberships m on m.team_id = s.team_id
    where m.user_id = ${userId} and m.is_billing_admin order by i.issued_at, i.id`,
  ),
  profile_lists: ofMember(
    'export-profile_lists',
    ({ userId }) => sql`
    select ${trustedSql([...PROFILE_TEXT_COLUMNS.map((column) => `x.${column}`), ...PROFILE_CHOICES.map(namesOf)].join(', '))}
    from profiles x where x.user_id = ${userId}`,
  ),
}

export const insertExport = statement(
  'insert-data-export',
  { userId: 'bigint' },
  (p) => sql`insert into data_exports (user_id) select ${p.userId} where not exists (
      select from data_exports where user_id = ${p.userId} and ready_at is null and requested_at > now() - interval '1 hour')
    returning id`,
)
export const selectOwnData = statement(
  'select-own-data',
  { userId: 'bigint' },
  (p) => sql`select
      (select json_build_object('requested_at', e.requested_at, 'ready_at', e.ready_at, 'expires_at', e.expires_at)
        from data_exports e where e.user_id = ${p.userId} and (e.expires_at > now() or e.ready_at is null)
        order by e.id desc limit 1) as export,
      (select json_build_object('requested_at', d.requested_at, 'due_at', d.due_at)
        from deletion_requests d where d.user_id = ${p.userId} and d.taken_back_at is null and d.done_at is null) as deletion`,
)
export const selectWaitingExport = statement(
  'select-waiting-export',
  { id: 'bigint' },
  (p) => sql`select user_id from data_exports where id = ${p.id} and ready_at is null`,
)
export const finishExport = statement(
  'finish-data-export',
  { id: 'bigint', tokenHash: 'text', storageKey: 'text', size: 'bigint', hours: 'integer' },
  (p) => sql`update data_exports set ready_at = now(), expires_at = now() + make_interval(hours => ${p.hours}),
      token_hash = ${p.tokenHash}, storage_key = ${p.storageKey}, size = ${p.size}
    where id = ${p.id} and ready_at is null`,
)
export const selectExport = statement(
  'select-data-export',
  { tokenHash: 'text', userId: 'bigint' },
  (p) => sql`select storage_key, size, ready_at from data_exports
    where token_hash = ${p.tokenHash} and user_id = ${p.userId} and expires_at > now() and storage_key is not null`,
)
export const deleteOldExports = statement(
  'delete-old-exports',
  {},
  () => sql`delete from data_exports where expires_at < now() or (ready_at is null and requested_at < now() - interval '7 days')
    returning storage_key`,
)

export const insertDeletion = statement(
  'insert-deletion-request',
  { userId: 'bigint', days: 'integer' },
  (p) => sql`
    insert into deletion_requests (user_id, due_at) values (${p.userId}, now() + make_interval(days => ${p.days}))
    on conflict do nothing returning due_at`,
)
export const cancelDeletionRequest = statement(
  'take-back-deletion',
  { userId: 'bigint' },
  (p) => sql`update deletion_requests set taken_back_at = now()
    where user_id = ${p.userId} and taken_back_at is null and done_at is null`,
)
export const selectStaff = statement(
  'select-staff-to-tell',
  {},
  () => sql`select id from users where is_staff and not suspended order by id limit 20`,
)
export const selectDueDeletions = statement(
  'select-due-deletions',
  {},
  () => sql`select id, user_id from deletion_requests where due_at <= now() and taken_back_at is null and done_at is null
    order by due_at limit 100`,
)
/** Locks the request, so that it cannot be both cancelled and executed. */
export const lockDeletion = statement(
  'lock-deletion',
  { id: 'bigint' },
  (p) => sql`
    update deletion_requests set done_at = now() where id = ${p.id} and taken_back_at is null and done_at is null and due_at <= now()
    returning user_id`,
)
/** Files that belong only to the member, to be removed after the rows are deleted. */
export const selectOwnFiles = statement(
  'select-own-files',
  { userId: 'bigint' },
  (p) => sql`select storage_key from uploads where user_id = ${p.userId} and used_at is null
    union all select preview_key from uploads where user_id = ${p.userId} and used_at is null
    union all select picture_key from profile_pictures where user_id = ${p.userId}
    union all select thumbnail_key from profile_pictures where user_id = ${p.userId}
    union all select file_key from cle_credits where user_id = ${p.userId}
    union all select a.storage_key from ai_attachments a join ai_messages m on m.id = a.ai_message_id
      join ai_conversations c on c.id = m.conversation_id where c.user_id = ${p.userId}
    union all select a.storage_key from ai_attachments a join prompt_templates t on t.id = a.prompt_template_id where t.user_id = ${p.userId}
    union all select storage_key from data_exports where user_id = ${p.userId}`,
)
/** Mentions contain the member's name in other members' posts; replaces it with the name their own posts show. */
export const renameMentions = statement(
  'rename-mentions',
  { userId: 'bigint', name: 'text' },
  (p) => sql`update messages m set
      body = regexp_replace(m.body, '(<span data-mention-id="' || ${p.userId}::text || '">)[^<]*(</span>)', '\\1@' || ${p.name} || '\\2', 'g'),
      parsed_body = regexp_replace(m.parsed_body, '(<span data-mention-id="' || ${p.userId}::text || '">)[^<]*(</span>)', '\\1@' || ${p.name} || '\\2', 'g'),
      cleaned_body = replace(m.cleaned_body, '@' || u.name, '@' || ${p.name})
    from message_mentioned_users n, users u
    where n.user_id = ${p.userId} and n.message_id = m.id and u.id = n.user_id`,
)
/** The same in messages that were copied for staff with a report. */
export const renameShownMentions = statement(
  'rename-shown-mentions',
  { userId: 'bigint', name: 'text' },
  (p) => sql`update reported_messages s set
      msg_body = regexp_replace(s.msg_body, '(<span data-mention-id="' || ${p.userId}::text || '">)[^<]*(</span>)', '\\1@' || ${p.name} || '\\2', 'g')
    where s.msg_body like '%<span data-mention-id="' || ${p.userId}::text || '">%'`,
)
/** Stored mail to and from the member: outgoing emails, archived originals, invitations to their address. */
export const deleteEmails = statement(
  'delete-letters',
  { userId: 'bigint' },
  (p) => sql`
    with person as (select email::text as email, secondary_email::text as second from users where id = ${p.userId}),
    letters as (delete from outgoing_mails o using person p where o."to" in (p.email, p.second)),
    invitations as (delete from invitations i using person p where i.email::text = p.email or i.user_id = ${p.userId})
    delete from message_originals o using messages m where m.id = o.message_id and m.sender_id = ${p.userId}`,
)
/**
 * Applies the foreign keys to `users`: deletes rows that cascade, and sets other references to null. Skips the tables
 * `kept`.
 */
export const deleteMemberRows = statement(
  'forget-member-rows',
  { userId: 'bigint', kept: 'text[]' },
  (p) => sql`select forget_member_rows(${p.userId}, ${p.kept})`,
)
