/** The two handwritten statements of the limit. Each selects everything that the operation of the same name selects. */
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

const PERSON = (id: string) => `(
  select row_to_json(p) from (select u.id, u.name, u.first_name, u.title, u.profile_thumbnail_url,
    coalesce(u.shown_online_until > now() and not u.suspended and u.shows_presence, false) as is_online,
    case when u.company_id is not null then (select row_to_json(c) from (select u.company_id as id, u.company_name as name) c) end as company
  from users u where u.id = ${id}) p)`

const CARD = `
  f.thread_id as id, f.topic, f.thread_type, f.excerpt, f.pub_date, f.approved, f.num_of_responses, f.num_of_private_responses,
  f.num_of_recommendations, f.count_of_entries,
  (select coalesce(json_agg(x), '[]') from (select g.id, g.name from geographies g where g.id = any(f.geography_ids) order by g.name, g.id) x) as geographies,
  (select coalesce(json_agg(x), '[]') from (select a.id, a.name from areas_of_expertise a where a.id = any(f.area_of_expertise_ids) order by a.name, a.id) x) as areas_of_expertise,
  (select coalesce(json_agg(x), '[]') from (select n.id, n.slug, n.display_name from peer_networks n where n.id = any(f.peer_network_ids) order by n.id) x) as peer_networks`
const POLL = `case when f.thread_type = 'poll' then (select row_to_json(x) from (
  select p.id, p.title, p.end_date, p.active and coalesce(p.end_date > now(), true) and b.closed_at is null as active,
    case when not (p.active and coalesce(p.end_date > now(), true) and b.closed_at is null) or p.author_id = $3
      or exists (select from poll_votes v where v.poll_id = p.id and v.user_id = $3) then p.num_of_votes end as num_of_votes
  from polls p join threads b on b.id = p.thread_id where p.thread_id = f.thread_id) x) end as poll`

const VIEWED = (reader: string) => `greatest(
      (select v.viewed_at from viewer_threads v where v.user_id = ${reader} and v.thread_id = f.thread_id),
      (select r.read_at from reading_marks r where r.user_id = ${reader} and f.pub_date <= r.read_at)) as viewed_at`
const SAVED = (reader: string) =>
  `exists (select from bookmarks s where s.user_id = ${reader} and s.kind = 'THREAD' and s.item_id = f.thread_id) as is_bookmarked`

const BLOCKED = (author: string, reader: string) =>
  `${author} in (select b.blocked_user_id from member_blocks b where b.user_id = ${reader}) as is_blocked`

const TOP_REPLY = (reader: string) => `(select row_to_json(r) from (
    select m.id from messages m where m.id = any(f.top_reply_ids)
      and m.sender_id not in (select b.blocked_user_id from member_blocks b where b.user_id = ${reader})
    order by array_position(f.top_reply_ids, m.id) limit 1) r) as top_reply_message`

const branches = Array.from(
  { length: 8 },
  (_, index) => `
  (select e.pub_date, e.thread_id from feed_entries e where e.network_id = ($1::bigint[])[${index + 1}] and e.channel = any($2::integer[])
     and e.thread_id <> all(array(select h.thread_id from hidden_threads h where h.user_id = $3))
   order by e.pub_date desc, e.thread_id desc limit 25)`,
).join(' union all ')

export const FEED = `
select row_to_json(d)::text as body from (select (select row_to_json(t) from (select
  (select (coalesce(sum(a.num_of_threads), 0) - (select count(*) from hidden_threads h where h.user_id = $3 and exists (
    select from feed_entries e where e.thread_id = h.thread_id and e.channel = any($2::integer[]))))::integer
   from audiences a where a.channels && $2::integer[]) as count,
  (select coalesce(json_agg(i), '[]') from (
    select (select row_to_json(c) from (select ${CARD}, ${POLL}, ${SAVED('$3')}, ${VIEWED('$3')}, ${BLOCKED('f.author_id', '$3')}) c) as thread,
      ${PERSON('f.author_id')} as author,
      ${TOP_REPLY('$3')},
      (select coalesce(json_agg(r), '[]') from (
        select m.id, left(m.cleaned_body, 240) as excerpt, m.pub_date, m.num_of_likes,
          (select row_to_json(s) from (select u.id, u.name,
            case when u.company_id is not null then (select row_to_json(c) from (select u.company_id as id, u.company_name as name) c) end as company
            from users u where u.id = m.sender_id) s) as sender
        from messages m where m.id = any(f.top_reply_ids)
          and m.sender_id not in (select b.blocked_user_id from member_blocks b where b.user_id = $3)
        order by array_position(f.top_reply_ids, m.id)) r) as top_replies
    from (select distinct on (n.pub_date, n.thread_id) n.pub_date, n.thread_id from (${branches}) n order by n.pub_date desc, n.thread_id desc limit 25) e
    join thread_feed f on f.thread_id = e.thread_id order by e.pub_date desc, e.thread_id desc) i) as items) t) as threads) d`

const OWN_THREAD = `(f.author_id = $2 or (f.author_id = ${ANONYMOUS_USER_ID} and exists (
      select from anonymous_messages a where a.thread_id = f.thread_id and a.user_id = $2 and a.is_opening)))`
const OWN_MESSAGE = `(m.sender_id = $2 or (m.sender_id = ${ANONYMOUS_USER_ID} and exists (
      select from anonymous_messages a where a.message_id = m.id and a.user_id = $2)))`
const SHOWN = `(m.visible or (${OWN_MESSAGE} and m.moderation_processed is not null and m.removed_at is null))
        and (not m.is_private or $2 = any(m.private_reader_ids))`
const FIRM = `case when e.company_id is not null then (select row_to_json(c) from (select k.id, k.name from expert_companies k where k.id = e.company_id) c) end as company`
const PREVIEW = `case when y.preview_key is not null then '/api/attachments/' || y.id || '/preview' end`

export const THREAD = `
select row_to_json(d)::text as body from (select (select row_to_json(t) from (select ${CARD}, ${SAVED('$2')}, null as poll,
    b.cleaned_body, ${TOP_REPLY('$2')}, b.cleaned_html, b.text_is_wrapping, b.closed_at, b.mod_date,
    ${VIEWED('$2')}, f.author_id = ${ANONYMOUS_USER_ID} as is_anonymous, ${OWN_THREAD} as is_own,
    exists (select from drafts d where d.user_id = $2 and d.key like f.thread_id || '.%') as has_drafts,
    (select coalesce(json_agg(x), '[]') from (select e.id, e.name, ${FIRM} from (
        select x.expert_id, count(*) as times from messages m join message_experts x on x.message_id = m.id
        where m.thread_id = f.thread_id and m.visible and not m.is_private group by x.expert_id) n join experts e on e.id = n.expert_id
      order by n.times desc, (select coalesce(sum(k.num_of_messages), 0) from expert_mentions k where k.expert_id = e.id and k.channels && $3::integer[]) desc,
        lower(coalesce(nullif(e.last_name, ''), e.name)), e.id limit 100) x) as experts,
    (select coalesce(json_agg(x), '[]') from (select g.id, g.message_replied_id, g.pub_date, g.order_date, g.is_private, r.by_author as removed_by_author
      from message_removals r join messages g on g.id = r.message_id where g.thread_id = f.thread_id and (not g.is_private or $2 = any(g.private_reader_ids))
        and exists (select from messages m where m.thread_id = g.thread_id and m.message_replied_id = g.id and ${SHOWN})
      order by g.order_date desc, g.id desc) x) as removed_messages,
    (select coalesce(sum(c.num_of_members), 0)::integer from member_counts c where c.networks && (
      select array_agg(distinct a.from_network_id) from network_access a where a.to_network_id = any(f.peer_network_ids) and a.kind = f.thread_type)) as num_of_readers,
    (select row_to_json(x) from (select b.processed, b.approved, b.processed_date) x) as moderation,
    ${PERSON('f.author_id')} as author,
    (select coalesce(json_agg(x), '[]') from (select distinct n.id, n.slug, n.display_name from network_access a join peer_networks n on n.id = a.from_network_id
      where a.to_network_id = any(f.peer_network_ids) and a.kind = f.thread_type order by n.id) x) as accessible_from,
    (select coalesce(json_agg(m), '[]') from (
      select m.id, m.thread_id, m.sender_id, m.parsed_body, m.pub_date, m.edited_at, m.is_private, m.is_original_message, m.message_replied_id,
        m.source, m.num_of_likes, (m.moderation_processed is false and ${OWN_MESSAGE}) as awaiting_review,
        coalesce(m.edited_by <> m.sender_id, false) as edited_by_staff, m.sender_id = ${ANONYMOUS_USER_ID} as is_anonymous, ${OWN_MESSAGE} as is_own,
        ${BLOCKED('m.sender_id', '$2')}, (select l.sentiment from likes l where l.entity_type = 'message' and l.entity_id = m.id and l.user_id = $2) as own_sentiment,
        case when m.moderation_processed and m.moderation_approved is not true and not m.visible and ${OWN_MESSAGE} then (
          select row_to_json(x) from (select coalesce(d.reason, '') as reason, d.at from moderation_decisions d where d.decision = 'rejected'
            and (d.item_type, d.item_id) = (case when m.is_original_message then 'thread' else 'message' end,
              case when m.is_original_message then m.thread_id else m.id end) order by d.id desc limit 1) x) end as rejection,
        (select coalesce(json_agg(x), '[]') from (select e.id, e.name, ${FIRM} from message_experts n join experts e on e.id = n.expert_id
          where n.message_id = m.id order by n.place, e.id) x) as experts_mentioned,
        case when m.moderation_processed is not null then (select row_to_json(x) from (
          select m.moderation_processed as processed, coalesce(m.moderation_approved, false) as approved, m.processed_date) x) end as moderation,
        ${PERSON('m.sender_id')} as sender,
        (select coalesce(json_agg(x), '[]') from (select u.id, u.name from message_mentioned_users n join users u on u.id = n.user_id where n.message_id = m.id order by u.id) x) as mentioned_users,
        (select coalesce(json_agg(x), '[]') from (select u.id, u.name from users u where u.id = any(m.private_reader_ids) order by u.id) x) as private_readers,
        (select coalesce(json_agg(x), '[]') from (select y.id, y.name, y.file_type, y.size, y.inline, '/api/attachments/' || y.id as file,
          ${PREVIEW} as image_url, ${PREVIEW} as thumbnail_url, y.width, y.height from message_attachments y where y.message_id = m.id order by y.id) x) as attachments
      from messages m where m.thread_id = f.thread_id and ${SHOWN}
      order by m.order_date desc, m.id desc limit 1000) m) as messages
  from thread_feed f join threads b on b.id = f.thread_id where f.thread_id = $1
    and (f.author_id = $2 or (f.visible and exists (select from feed_entries e where e.thread_id = f.thread_id and e.channel = any($3::integer[]))))) t) as thread) d`
