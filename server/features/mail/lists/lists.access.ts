/**
 * Mailing lists, for the members of their networks, and how the viewer gets them. Staff read what others chose as
 * numbers only.
 */
import { checkedRelations, sql, viewer, mayIn, type Sql } from '#server/platform/graph/sql.ts'
import { isReadingMember } from '#server/platform/session/account-states.ts'
import { preferenceIn } from './preference.sql.ts'

/** What a member can post after looking at it on the web: signed in, it is surely from them. */
const CONFIRMABLE = sql`'{unverified,empty,file,sensitive}'::text[]`

const ofList = (l: Sql) => mayIn('networks', sql`array[${l}.peer_network_id]`)

export const mailLists = checkedRelations({
  /** The lists of networks whose discussions the viewer may read as a member, with what applies to the viewer. */
  viewer_mail_lists: sql`
    select l.*, c.preference as choice, ${preferenceIn(sql`u`, sql`l`)} as preference
    from mail_lists l cross join users u left join mail_choices c on c.user_id = u.id and c.peer_network_id = l.peer_network_id
    where u.id = ${viewer.id} and exists (
      select from peer_network_memberships m join network_access a on a.from_network_id = m.peer_network_id
      where m.user_id = u.id and a.to_network_id = l.peer_network_id and a.kind = 'discussion')`,
  mail_settings: sql`
    select u.id as user_id, coalesce(h.without_words, false) as without_words, h.paused_at, h.pause_reason
    from users u left join mail_members h on h.user_id = u.id where u.id = ${viewer.id}`,
  /** Emails by the viewer or to the viewer's reply addresses. What somebody else wrote to such an address is not shown. */
  own_sent_mails: sql`
    select i.id, i.subject, i.received_at, i.state, i.reason, i.explanation, i.audience is not distinct from 'private' as is_private,
      i.thread_id, i.message_id,
      case when i.reason = 'other_sender' then '' else i.posted_text end as posted_text,
      case when i.reason = 'other_sender' then '' else i.cut_text end as cut_text,
      case when i.reason is distinct from 'other_sender' and i.raw is not null then '/api/mail/sent/' || i.id end as whole_mail_url,
      i.state = 'held' and i.reason = any(${CONFIRMABLE}) and i.raw is not null as can_be_posted,
      exists (select from messages m where m.id = i.message_id and m.moderation_processed is false) as awaiting_review
    from inbound_mails i where i.user_id = ${viewer.id} and i.received_at > now() - interval '90 days'`,
  staff_mail_lists: sql`select l.* from mail_lists l where ${ofList(sql`l`)}`,
  /** What members said of emails of the last 90 days. */
  mail_feedback: sql`
    select f.user_id, f.message_id, f.is_useful, x.mail_list_id from mail_feedback f
    join messages m on m.id = f.message_id join thread_mail_lists x on x.thread_id = m.thread_id
    where f.given_at > now() - interval '90 days'
      and exists (select from mail_lists l where l.id = x.mail_list_id and ${ofList(sql`l`)})`,
  list_members: sql`
    select distinct l.id as mail_list_id, u.id as user_id, ${preferenceIn(sql`u`, sql`l`)} as preference
    from mail_lists l join network_access a on a.to_network_id = l.peer_network_id and a.kind = 'discussion'
    join peer_network_memberships m on m.peer_network_id = a.from_network_id
    join users u on u.id = m.user_id and ${isReadingMember(sql`u`)} where ${ofList(sql`l`)}`,
})
