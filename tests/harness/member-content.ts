import type { TestServer } from './test-server.ts'

interface AllowedReaders {
  helen: number
  marcus: number
  thread: number
  reply: number
}

/** A row in each table that members fill by what they do, with every field set. */
export async function createMemberContent(
  testServer: TestServer,
  { helen, marcus, thread, reply }: AllowedReaders,
): Promise<void> {
  await testServer.sql(
    `insert into email_changes (user_id, kind, email, confirmed_by, expires_at)
     values ($1, 'secondary', 'other@example.test', 'other@example.test', now() + interval '1 day')`,
    [helen],
  )
  await testServer.sql(
    `insert into vendor_connections (vendor_deal_id, user_id) select id, $1 from vendor_deals on conflict do nothing`,
    [helen],
  )
  await testServer.sql(`insert into sponsor_connections (sponsor_id, user_id) select id, $1 from series_sponsors`, [
    helen,
  ])
  // The second series is completed, the first one begun.
  await testServer.sql(
    `insert into watch_progress (user_id, video_id, position, completed_at)
     select $1, v.video_id, 9, now() from series_videos v where v.series_id = 2 on conflict (user_id, video_id) do update set completed_at = now()`,
    [helen],
  )
  await testServer.sql(`insert into searches (user_id, search_section, query) values ($1, 'threads', 'indemnity')`, [
    helen,
  ])
  await testServer.sql(
    'insert into personalization_choices (user_id, item_id) select $1, id from personalization_items on conflict do nothing',
    [helen],
  )
  await testServer.sql('insert into muted_threads (user_id, thread_id) values ($1, $2) on conflict do nothing', [
    helen,
    thread,
  ])
  await testServer.sql('insert into notification_preferences (user_id, quiet_from, quiet_until) values ($1, 22, 6)', [
    helen,
  ])
  // Every optional field of her conversations.
  await testServer.sql(
    `update inbox_messages set edited_at = now(), thread_id = $2 where group_id in (select group_id from inbox_members where user_id = $1)`,
    [helen, thread],
  )
  await testServer.sql(
    `insert into inbox_mentions (message_id, user_id)
     select id, $1 from inbox_messages where group_id in (select group_id from inbox_members where user_id = $1) on conflict do nothing`,
    [helen],
  )
  await testServer.sql(
    `insert into inbox_attachments (message_id, name, file_type, size, storage_key, preview_key, width, height)
     select id, 'board.png', 'image/png', 12, repeat('0', 64), repeat('0', 64), 4, 3 from inbox_messages`,
  )
  await testServer.sql(
    `with filed as (
       insert into reports (type, content_id, reason, additional_details, reporter_id, state, resolved_at, resolved_by)
       select 'inbox_message', min(id), 'conduct', 'Rude.', $1, 'kept', now(), $2 from inbox_messages where sender_id <> $1 returning id)
     insert into reported_messages (report_id, place, sender_id, msg_body, pub_date, edited_at, attachments)
     select id, 0, $2, '<p>Rude.</p>', now(), now(), array['board.png'] from filed`,
    [helen, marcus],
  )
  await testServer.sql(
    `update inbox_groups g set welcome_message_id = (select max(m.id) from inbox_messages m where m.group_id = g.id)
     where g.group_type <> 'one_to_one'`,
  )
  await testServer.sql(
    `insert into inbox_invitations (group_id, invitee_id, inviter_id, invitation_expiring_date)
     select g.id, u.id, $1, now() + interval '1 day' from inbox_groups g cross join users u
     where g.group_type <> 'one_to_one' and u.id = (select max(id) from users where current_state = 'full access') and not exists (
       select from inbox_members m where m.group_id = g.id and m.user_id = u.id) on conflict do nothing`,
    [helen],
  )
  await testServer.sql('update inbox_members set is_admin = true where user_id = $1', [helen])
  await testServer.sql(
    `update inbox_members set date_left = now() where user_id = $1 and group_id = (
       select min(m.group_id) from inbox_members m join inbox_groups g on g.id = m.group_id and g.group_type <> 'one_to_one' where m.user_id = $1)`,
    [marcus],
  )
  await testServer.sql('delete from feature_tour_views')
  await testServer.sql('delete from feature_alert_views')
  await testServer.sql(
    `insert into expert_merges (from_id, into_id, actor_id, reason, undone_at)
     select min(id), max(id), $1, 'The same firm.', now() from experts`,
    [marcus],
  )
  await testServer.sql(
    `insert into search_items (entity_type, entity_id, message_id, thread_id, words, length, pub_date)
     select 'file', id, message_id, $2, to_tsvector('words', 'boardpaper'), 1, now() from message_attachments where message_id = $1`,
    [reply, thread],
  )
  await testServer.sql(
    `insert into file_texts (attachment_id, outcome, content) select id, 'read', 'A boardpaper.' from message_attachments where message_id = $1`,
    [reply],
  )
  await testServer.sql('update vendor_deals set updated_at = now(), updated_by = $1', [marcus])
  await testServer.sql(
    `insert into user_badges (user_id, badge_id, awarded_by, withdrawn_at)
     select $1, id, $2, now() from badges on conflict (user_id, badge_id) do nothing`,
    [helen, marcus],
  )
  await testServer.sql(
    `insert into community_titles (user_id, label, rank, expiration_date, offered_by, withdrawn_at)
     values ($1, 'Mentor', 3, now() + interval '1 day', $2, now())`,
    [helen, marcus],
  )
  await testServer.sql(
    // Written by a member without other content, so that nothing else matches.
    `with heard as (select channels from thread_feed where thread_id = $2),
      expert as (
        insert into experts (type, name, normalised_name, search_name, channels)
        select 'individual', 'Only Here', 'only here', 'only here', channels from heard returning id)
     insert into expert_recommendations (expert_id, author_id, message, cleaned_message, affiliation, channels)
     select e.id, $1, '<p>Good.</p>', 'Good.', 'A client', h.channels from expert e cross join heard h`,
    [marcus, thread],
  )
}

export const ROOTS_OF_STAFF_THINGS = [
  'waiting_posts',
  'anonymous_delay',
  'staff_feature_flags',
  'search_synonyms',
  'answer_templates',
  'member_exports',
  'limit_hits',
  'staff_roles',
  'approvals',
  'viewer',
  'staff_members(search: "oyelaran")',
]
/** What staff see of members and settings: a reached limit, an event, flags, suspensions; and a waiting post. */
export async function staffThings(
  testServer: TestServer,
  { helen, marcus, thread, reply }: AllowedReaders,
): Promise<void> {
  await testServer.sql(
    `insert into network_prices (peer_network_id, price, price_international, valid_from)
     select id, 1, 1, current_date + 1 from peer_networks`,
  )
  await testServer.sql(
    `insert into waiting_posts (id, user_id, asked, publish_at, earliest_at, latest_at, ended_at, thread_id, message_id, refusal)
     values (1, $1, '{"topic": "T", "body": "B", "isPrivate": false}', now(), now(), now(), now(), $2, $3, 'Why')`,
    [helen, thread, reply],
  )
  await testServer.sql(
    `insert into staff_grants (user_id, role, network_id, granted_by, until)
     select $1, 'moderator', min(id), $1, now() + interval '1 day' from peer_networks`,
    [helen],
  )
  await testServer.sql(
    `insert into approvals (operation, variables, reason, asked_by, state, decided_by, decided_at, done_at, failure)
     values ('EndStaffRole', '{"id": 1}', 'Why', $1, 'failed', $2, now(), now(), 'Why not')`,
    [helen, marcus],
  )
  await testServer.sql(`insert into limit_hits (user_id, kind) values ($1, 'reply')`, [marcus])
  await testServer.sql(
    `insert into security_events (kind, user_id, ip_address, device) values ('sign_in.failed', $1, '127.0.0.1', 'Firefox')`,
    [marcus],
  )
  await testServer.sql(
    `insert into feature_flags (key, peer_network_id, user_id, enabled)
     select 'map', min(id), null::bigint, true from peer_networks union all select 'map', null, $1::bigint, true`,
    [helen],
  )
  await testServer.sql(
    `insert into search_synonyms (word, synonym, word_lexeme, synonym_lexeme) values ('NDA', 'secrecy', 'nda', 'secreci')`,
  )
  await testServer.sql(`insert into answer_templates (name, text) values ('Off topic', 'This is not about our work.')`)
  await testServer.sql(
    `insert into member_exports (asked_by, peer_network_id, account_state, expires_at)
     select u.id, (select min(id) from peer_networks), 'full_access', now() + interval '1 day' from users u where u.is_staff`,
  )
  await testServer.sql(
    `insert into suspensions (user_id, reason, until, suspended_by, ended_at, ended_by)
     values ($1, 'Why', now() + interval '1 day', $2, now(), $2), ($1, 'Why', now() + interval '1 day', $2, null, null)`,
    [marcus, helen],
  )
  await testServer.sql(
    `update users set secondary_email = 'second@members.test', trial_end_date = now() + interval '1 day',
       full_access_exp_date = now() + interval '1 year' where id = $1`,
    [marcus],
  )
  await testServer.sql(
    `insert into email_changes (user_id, kind, email, confirmed_by, expires_at)
     values ($1, 'primary', 'next@members.test', 'x@members.test', now() + interval '1 day')`,
    [marcus],
  )
  await testServer.sql(`insert into deletion_requests (user_id, due_at) values ($1, now() + interval '1 day')`, [
    marcus,
  ])
  await testServer.sql('insert into member_merges (from_id, into_id, merged_by) values ($1, $2, $2)', [marcus, helen])
  await testServer.sql(
    `with viewed as (insert into impersonations (staff_id, user_id, reason, until, ended_at, notified_at)
       values ($2, $1, 'A page that does not open', now(), now(), now()) returning id)
     insert into impersonation_reads (impersonation_id, operation, item_id) select id, 'thread', 1 from viewed`,
    [marcus, helen],
  )
  await testServer.sql(`insert into staff_notes (user_id, author_id, body) values ($1, $2, 'A note')`, [marcus, helen])
  await testServer.sql(
    `insert into invitations (inviter_id, user_id, email, first_name, last_name, peer_network_id, state, used_at)
     select i.inviter, i.invitee, i.email, 'In', 'Vited', (select min(id) from peer_networks), 'accepted', now()
     from (values ($1::bigint, null::bigint, 'sent@members.test'), ($2, $1, 'received@members.test')) i (inviter, invitee, email)`,
    [marcus, helen],
  )
}
