/** Statements of what is a member's own: the copy they can ask for, and their leaving. */
const own = (columns: string, table: string, order: string, owner = 'user_id') =>
  `select ${columns} from ${table} x where x.${owner} = $1 order by ${order}`

/**
 * What the copy holds, section by section. Each says whose it is by the member's id, and names its columns, so that
 * what is added to a table later (a secret, another's name) is not given away before somebody has decided so.
 */
export const EXPORTED: Readonly<Record<string, string>> = {
  profile: own(
    `x.id, x.first_name, x.last_name, x.email, x.secondary_email, x.title, x.company_name, x.bio, x.linkedin, x.twitter_url,
      x.status, x.city, x.state, x.country, x.lat, x.long, x.gender_identity, x.year_started_profession, x.num_of_direct_reports,
      x.current_state, x.date_joined, x.last_online_at, x.time_zone, x.listserv_email_preference, x.shows_presence,
      x.trial_end_date, x.full_access_exp_date, x.nominator_name, x.terms_of_service_accepted, x.privacy_policy_accepted,
      x.membership_agreement_accepted`,
    'users',
    'x.id',
    'id',
  ),
  networks: `select n.display_name as network, m.is_primary, m.joined_at
    from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id where m.user_id = $1 order by m.joined_at`,
  preferences: own('x.feed_density, x.keyboard_shortcuts', 'member_preferences', 'x.user_id'),
  threads: own(
    'x.id, x.thread_type, x.topic, x.cleaned_html as body, x.pub_date, x.closed_at, x.removed_at',
    'threads',
    'x.pub_date, x.id',
    'author_id',
  ),
  messages: `select m.id, m.thread_id, t.topic, m.message_replied_id, m.is_original_message, m.is_private,
      m.sender_id <> $1 as is_anonymous, m.body, m.source, m.pub_date, m.edited_at, m.removed_at
    from messages m join threads t on t.id = m.thread_id
    where m.sender_id = $1 or exists (select from anonymous_messages a where a.message_id = m.id and a.user_id = $1)
    order by m.pub_date, m.id`,
  message_versions: `select v.message_id, v.version, v.topic, v.body, v.created_at from message_versions v
    where v.edited_by = $1 order by v.message_id, v.version`,
  files: `select f.id, f.message_id, f.name, f.file_type, f.size from message_attachments f join messages m on m.id = f.message_id
    where m.sender_id = $1 or exists (select from anonymous_messages a where a.message_id = m.id and a.user_id = $1) order by f.id`,
  uploads: own('x.name, x.file_type, x.size, x.created_at', 'uploads', 'x.created_at'),
  waiting_posts: own(
    'x.asked, x.written_at, x.earliest_at, x.latest_at, x.ended_at, x.refusal',
    'waiting_posts',
    'x.written_at, x.id',
  ),
  drafts: own('x.key, x.content, x.updated_at', 'drafts', 'x.updated_at, x.id'),
  likes: own('x.entity_type, x.entity_id, x.sentiment, x.created_at', 'likes', 'x.created_at, x.id'),
  votes: `select v.poll_id, p.title as poll, o.title as option, v.text, v.voted_at
    from poll_votes v join polls p on p.id = v.poll_id join poll_options o on o.id = v.option_id where v.user_id = $1
    order by v.voted_at`,
  follows: own('x.thread_id, x.followed_at, x.unfollowed_at', 'thread_follows', 'x.followed_at'),
  hidden_threads: own('x.thread_id, x.hidden_at', 'hidden_threads', 'x.hidden_at'),
  viewed_threads: own('x.thread_id, x.viewed_at', 'viewer_threads', 'x.viewed_at'),
  recommendations: `select r.id, e.name as expert, r.message, r.affiliation, r.pub_date, r.removed_at
    from expert_recommendations r join experts e on e.id = r.expert_id where r.author_id = $1 order by r.pub_date, r.id`,
  badges: `select b.description as badge, e.public, e.date_earned, e.withdrawn_at from user_badges e
    join badges b on b.id = e.badge_id where e.user_id = $1 order by e.date_earned, e.badge_id`,
  titles: own(
    'x.label, x.rank, x.expiration_date, x.status, x.offered_at, x.answered_at, x.withdrawn_at',
    'community_titles',
    'x.id',
  ),
  reports: own(
    'x.id, x.type, x.content_id, x.reason, x.additional_details, x.state, x.created_at',
    'reports',
    'x.id',
    'reporter_id',
  ),
  blocked_members: `select u.name, b.created_at from member_blocks b join users u on u.id = b.blocked_user_id
    where b.user_id = $1 order by b.created_at`,
  invitations: own(
    'x.email, x.first_name, x.last_name, x.note, x.state, x.created_at, x.used_at',
    'invitations',
    'x.created_at, x.id',
    'inviter_id',
  ),
  profile_lists: own(
    `x.previous_practice, x.year_started_inhouse,
      array(select i.name from interests i where i.id = any(x.interest_ids) order by 1) as interests,
      array(select i.name from industries i where i.id = any(x.industry_ids) order by 1) as industries,
      array(select a.name from areas_of_expertise a where a.id = any(x.area_of_expertise_ids) order by 1) as areas_of_expertise,
      (select l.name from law_schools l where l.id = x.law_school_id) as law_school`,
    'profiles',
    'x.user_id',
  ),
  bar_qualifications: own('x.state, x.bar_number, x.year_passed, x.upload_date', 'bar_qualifications', 'x.id'),
  surveys: own('x.answers, x.source, x.placement, x.created_at, x.cancelled_at', 'user_surveys', 'x.created_at, x.id'),
  followed_members: `select u.name, f.created_at from user_follows f join users u on u.id = f.followed_user_id
    where f.user_id = $1 order by f.created_at`,
  viewed_members: own('x.viewed_user_id, x.viewed_at', 'profile_views', 'x.viewed_at'),
  kept_searches: own('x.name, x.filters, x.has_alert, x.created_at', 'directory_searches', 'x.id'),
  searches: own('x.search_section, x.query, x.searched_at', 'searches', 'x.searched_at, x.id'),
  conversations: `select g.id, g.group_type, g.name, m.is_admin, m.date_joined, m.date_left, m.muted, m.favorite, m.archived_at
    from inbox_members m join inbox_groups g on g.id = m.group_id where m.user_id = $1 order by g.id`,
  conversation_messages: own(
    'x.id, x.group_id, x.msg_body as body, x.pub_date, x.edited_at, x.thread_id',
    'inbox_messages',
    'x.pub_date, x.id',
    'sender_id',
  ),
  conversation_files: `select f.id, f.message_id, f.name, f.file_type, f.size from inbox_attachments f
    join inbox_messages m on m.id = f.message_id where m.sender_id = $1 order by f.id`,
  conversation_settings: own('x.messages, x.mentions, x.invitations, x.email, x.push', 'inbox_settings', 'x.user_id'),
  notifications: own(
    'x.notification_type, x.thread_id, x.created_at, x.read_at, x.seen',
    'notifications',
    'x.created_at, x.id',
  ),
  notification_preferences: own(
    'x.kinds, x.timing, x.quiet_from, x.quiet_until, x.push_content',
    'notification_preferences',
    'x.user_id',
  ),
  muted_threads: own('x.thread_id, x.muted_at', 'muted_threads', 'x.muted_at'),
  vendor_connections: own('x.vendor_deal_id, x.message, x.consented_at, x.mailed_at', 'vendor_connections', 'x.id'),
  topics: `select i.key, c.chosen_at from personalization_choices c join personalization_items i on i.id = c.item_id
    where c.user_id = $1 order by c.chosen_at`,
  accepted_documents: `select d.kind, d.version, a.accepted_at from legal_acceptances a join legal_documents d on d.id = a.legal_document_id
    where a.user_id = $1 order by a.accepted_at, d.kind`,
  payments: `select i.number, i.amount, i.state, i.period_start, i.period_end, i.issued_at, i.paid_at
    from invoices i join subscriptions s on s.id = i.subscription_id join team_memberships m on m.team_id = s.team_id
    where m.user_id = $1 and m.is_billing_admin order by i.issued_at, i.id`,
  sessions: own('x.created_at, x.updated_at, x.expires_at, x.ip_address, x.user_agent', 'sessions', 'x.created_at'),
  known_devices: own('x.first_seen_at, x.last_seen_at', 'known_devices', 'x.first_seen_at'),
  passkeys: own('x.name, x.created_at, x.last_used_at', 'passkeys', 'x.id'),
  email_changes: own('x.kind, x.email, x.created_at, x.done_at, x.undone_at', 'email_changes', 'x.id'),
  activity: own('x.occurred_at, x.key, x.data', 'analytics_events', 'x.occurred_at'),
}

export const insertExport = {
  name: 'insert-data-export',
  text: `insert into data_exports (user_id) select $1 where not exists (
      select from data_exports where user_id = $1 and ready_at is null and requested_at > now() - interval '1 hour')
    returning id`,
}
export const selectOwnData = {
  name: 'select-own-data',
  text: `select
      (select json_build_object('requested_at', e.requested_at, 'ready_at', e.ready_at, 'expires_at', e.expires_at)
        from data_exports e where e.user_id = $1 and (e.expires_at > now() or e.ready_at is null)
        order by e.id desc limit 1) as export,
      (select json_build_object('requested_at', d.requested_at, 'due_at', d.due_at)
        from deletion_requests d where d.user_id = $1 and d.taken_back_at is null and d.done_at is null) as deletion`,
}
export const selectWaitingExport = {
  name: 'select-waiting-export',
  text: 'select user_id from data_exports where id = $1 and ready_at is null',
}
export const finishExport = {
  name: 'finish-data-export',
  text: `update data_exports set ready_at = now(), expires_at = now() + make_interval(hours => $5),
      token_hash = $2, storage_key = $3, size = $4
    where id = $1 and ready_at is null`,
}
export const selectExport = {
  name: 'select-data-export',
  text: `select storage_key, size, ready_at from data_exports
    where token_hash = $1 and user_id = $2 and expires_at > now() and storage_key is not null`,
}
export const deleteOldExports = {
  name: 'delete-old-exports',
  text: `delete from data_exports where expires_at < now() or (ready_at is null and requested_at < now() - interval '7 days')
    returning storage_key`,
}

export const insertDeletion = {
  name: 'insert-deletion-request',
  text: `insert into deletion_requests (user_id, due_at) values ($1, now() + make_interval(days => $2))
    on conflict do nothing returning due_at`,
}
export const cancelDeletionRequest = {
  name: 'take-back-deletion',
  text: `update deletion_requests set taken_back_at = now()
    where user_id = $1 and taken_back_at is null and done_at is null`,
}
export const selectStaff = {
  name: 'select-staff-to-tell',
  text: 'select id from users where is_staff and not suspended order by id limit 20',
}
export const selectDueDeletions = {
  name: 'select-due-deletions',
  text: `select id, user_id from deletion_requests where due_at <= now() and taken_back_at is null and done_at is null
    order by due_at limit 100`,
}
/** Locks the request, so that it cannot be both cancelled and executed. */
export const lockDeletion = {
  name: 'lock-deletion',
  text: `update deletion_requests set done_at = now() where id = $1 and taken_back_at is null and done_at is null and due_at <= now()
    returning user_id`,
}
/** Files that belong only to the member, to be removed after the rows are deleted. */
export const selectOwnFiles = {
  name: 'select-own-files',
  text: `select storage_key from uploads where user_id = $1 and used_at is null
    union all select preview_key from uploads where user_id = $1 and used_at is null
    union all select picture_key from profile_pictures where user_id = $1
    union all select thumbnail_key from profile_pictures where user_id = $1
    union all select storage_key from data_exports where user_id = $1`,
}
/** Mentions contain the member's name in other members' posts; replaces it with the name their own posts show. */
export const renameMentions = {
  name: 'rename-mentions',
  text: `update messages m set
      body = regexp_replace(m.body, '(<span data-mention-id="' || $1::text || '">)[^<]*(</span>)', '\\1@' || $2::text || '\\2', 'g'),
      parsed_body = regexp_replace(m.parsed_body, '(<span data-mention-id="' || $1::text || '">)[^<]*(</span>)', '\\1@' || $2::text || '\\2', 'g'),
      cleaned_body = replace(m.cleaned_body, '@' || u.name, '@' || $2::text)
    from message_mentioned_users n, users u
    where n.user_id = ($1::text)::bigint and n.message_id = m.id and u.id = n.user_id`,
}
/** The same in messages that were copied for staff with a report. */
export const renameShownMentions = {
  name: 'rename-shown-mentions',
  text: `update reported_messages s set
      msg_body = regexp_replace(s.msg_body, '(<span data-mention-id="' || $1::text || '">)[^<]*(</span>)', '\\1@' || $2::text || '\\2', 'g')
    where s.msg_body like '%<span data-mention-id="' || $1::text || '">%'`,
}
/** Stored mail to and from the member: outgoing emails, archived originals, invitations to their address. */
export const deleteEmails = {
  name: 'delete-letters',
  text: `with person as (select email::text as email, secondary_email::text as second from users where id = $1),
    letters as (delete from outgoing_mails o using person p where o."to" in (p.email, p.second)),
    invitations as (delete from invitations i using person p where i.email::text = p.email or i.user_id = $1)
    delete from message_originals o using messages m where m.id = o.message_id and m.sender_id = $1`,
}
/**
 * Applies the foreign keys to `users`: deletes rows that cascade, and sets other references to null. Skips the tables
 * in $2.
 */
export const deleteMemberRows = { name: 'forget-member-rows', text: 'select forget_member_rows($1, $2)' }
export const anonymizeUser = {
  name: 'forget-person',
  text: `update users set first_name = $2, last_name = $3, email = 'former-' || id || '@deleted.invalid', email_verified = false,
      secondary_email = null, title = null, company_id = null, bio = null, linkedin = null, twitter_url = null,
      profile_pic_url = null, profile_thumbnail_url = null, last_online_at = null, status = null, city = null, state = null,
      country = null, lat = null, long = null, gender_identity = null, year_started_profession = null,
      num_of_direct_reports = null, current_state = 'not joined', is_staff = false, registered = false,
      on_boarding_complete = false, invite_code = null, nominator_name = null, card_status = null, trial_end_date = null,
      full_access_exp_date = null, time_zone = 'UTC', updated_at = now()
    where id = $1`,
}
