/**
 * What an answer may be made of, one relation for each kind of source: what the viewer may read as a member, also if
 * they are staff. Answers are found in these relations, and their citations are read through them again each time.
 * A private reply belongs to its readers only, and is asked for by name. `words` is what is searched.
 */
import { discussions, polls } from '#server/features/discussions/index.ts'
import { documents } from '#server/features/documents/index.ts'
import { events } from '#server/features/events/index.ts'
import { experts } from '#server/features/experts/index.ts'
import { inbox, reachedInbox } from '#server/features/inbox/index.ts'
import { learning } from '#server/features/learning/index.ts'
import { profiles } from '#server/features/people/index.ts'
import { checkedRelations, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { eventPath } from '#shared/events.ts'
import { expertPath } from '#shared/experts.ts'
import { inboxPath } from '#shared/inbox.ts'
import { partPath } from '#shared/learning.ts'
import { memberPath } from '#shared/people.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted, isNotBlocked, named, NOWHERE, pathOf } from './columns.ts'

const groupReplies = counted(sql`f.num_of_responses`, 'Group Reply', 'Group Replies')
const mayQuote = sql`m.visible and (not m.is_private or ${viewer.id} = any(m.private_reader_ids)) and ${isNotBlocked(sql`m.sender_id`)}`

const messages = sql`
  select m.id as entity_id, m.thread_id, f.topic as title, m.cleaned_body as text, ${NOWHERE},
    ${named(sql`m.sender_id`)} as author_id, m.pub_date as published_at, m.is_original_message as is_question, m.is_private,
    case when m.is_private then 'Private reply to you' else 'Discussion, ' || ${groupReplies} end as detail,
    case when m.is_original_message then ${pathOf(threadPath(0), [sql`m.thread_id`])}
      else ${pathOf(messagePath(0, 1), [sql`m.thread_id`, sql`m.id`])} end as url
  from ${discussions.messages} m join ${discussions.listed} f on f.thread_id = m.thread_id
  where ${mayQuote}`

/** What is said from a cue on, for so long: one cue is often half a sentence. */
const SAID_MS = 45_000
const cuePassages = (video: Sql) => sql`
  select c.starts_at_ms / 1000 as seconds, c.words, said.text, said.words as words_said
  from material_cues c cross join lateral (
    select string_agg(n.content, ' ' order by n.place) as text, to_tsvector('words', string_agg(n.content, ' ' order by n.place)) as words
    from material_cues n where n.video_id = c.video_id and n.place >= c.place and n.starts_at_ms < c.starts_at_ms + ${SAID_MS}) said
  where c.video_id = ${video} and not exists (
    select from material_cues b where b.video_id = c.video_id and b.place < c.place and b.starts_at_ms / 1000 = c.starts_at_ms / 1000)`
const clock = sql`'Recording, ' || c.seconds / 60 || ':' || lpad((c.seconds % 60)::text, 2, '0')`

/** The results of a poll in one sentence each. */
const results = sql`
  select string_agg('“' || o.title || '”: ' || ${counted(sql`o.vote_count`, 'vote', 'votes')} || '.', E'\n' order by o.vote_count desc, o.position) as text
  from poll_options o where o.poll_id = p.id`

/** The title of a conversation without a name: up to three of the others. */
const talkedTo = sql`(
  select 'Conversation with ' || string_agg(n.name, ', ' order by n.name) from (
    select w.name from ${reachedInbox.present} w where w.group_id = m.group_id and w.user_id <> ${viewer.id} order by w.name limit 3) n)`

export const quotable = checkedRelations({
  quotable_messages: messages,
  /** Openings, group replies and their files, by the index of words. */
  searched_items: sql`
    select i.id, i.thread_id, i.words, i.pub_date
    from search_items i join ${discussions.listed_facts} f on f.thread_id = i.thread_id
      join messages m on m.id = i.message_id
    where m.visible and not m.is_private and ${isNotBlocked(sql`m.sender_id`)}`,
  /** Openings and group replies, by two indexes of a thread's messages without what is hidden: however much that is. */
  searched_messages: sql`
    select m.thread_id, m.id as message_id, i.words, m.is_original_message, m.num_of_likes
    from (
      select m.id, m.thread_id, m.sender_id, m.is_original_message, m.num_of_likes from messages m
        where m.visible and not m.is_private and not m.is_original_message
      union all
      select m.id, m.thread_id, m.sender_id, m.is_original_message, m.num_of_likes from messages m
        where m.visible and m.is_original_message) m
      join ${discussions.listed_facts} f on f.thread_id = m.thread_id
      join search_items i on i.entity_type = 'message' and i.entity_id = m.id
    where ${isNotBlocked(sql`m.sender_id`)}`,
  /** Replies that were written to the viewer privately. */
  private_messages: sql`
    select q.*, to_tsvector('words', q.text) as words from (${messages}) q
    where q.is_private and q.entity_id in (select r.message_id from restricted_messages r where r.reader_ids @> array[${viewer.id}])`,
  quotable_files: sql`
    select a.id as entity_id, m.thread_id, a.name as title, t.content as text, ${NOWHERE},
      ${named(sql`m.sender_id`)} as author_id, m.pub_date as published_at, false as is_question, m.is_private,
      case when m.is_private then 'File in a private reply to you' else 'File in “' || f.topic || '”' end as detail,
      ${pathOf(messagePath(0, 1), [sql`m.thread_id`, sql`m.id`])} as url, i.words
    from message_attachments a join file_texts t on t.attachment_id = a.id and t.content <> ''
      join ${discussions.messages} m on m.id = a.message_id join ${discussions.listed} f on f.thread_id = m.thread_id
      join search_items i on i.entity_type = 'file' and i.entity_id = a.id
    where ${mayQuote}`,
  document_pages: sql`
    select d.id as entity_id, null::bigint as thread_id, d.title, p.content as text, p.number as page, null::integer as seconds,
      d.submitter_id as author_id, d.date_uploaded as published_at, false as is_question, false as is_private,
      'Peer document, ' || lower(p.label) || ' ' || p.number as detail,
      ${pathOf(`${ROUTES.peerDocuments}/0?view=text&page=1`, [sql`d.id`, sql`p.number`])} as url, p.words
    from ${documents.peer_documents} d join document_versions v on v.id = d.current_version_id join material_pages p on p.file_id = v.file_id
    where coalesce(d.available_from <= now(), true) and ${isNotBlocked(sql`d.submitter_id`)}`,
  event_texts: sql`
    select e.id as entity_id, null::bigint as thread_id, e.title, e.description as text, ${NOWHERE}, null::bigint as author_id,
      e.start_date as published_at, false as is_question, false as is_private, 'Event' as detail,
      ${pathOf(eventPath(0), [sql`e.id`])} as url, e.words
    from ${events.events} e where e.description <> ''`,
  event_speech: sql`
    select v.id as entity_id, null::bigint as thread_id, v.title, c.text, null::integer as page, c.seconds, null::bigint as author_id,
      v.created_at as published_at, false as is_question, false as is_private, ${clock} as detail,
      ${pathOf(`${eventPath(0)}?video=1`, [sql`v.event_id`, sql`v.id`])} || '&t=' || c.seconds as url, c.words_said as words, c.words as words_of_cue
    from ${events.event_videos} v cross join lateral (${cuePassages(sql`v.video_id`)}) c where v.can_view`,
  series_speech: sql`
    select v.id as entity_id, null::bigint as thread_id, v.title, c.text, null::integer as page, c.seconds, null::bigint as author_id,
      s.published_at, false as is_question, false as is_private, ${clock} as detail,
      ${pathOf(partPath(0, 1), [sql`v.series_id`, sql`v.id`])} || '&t=' || c.seconds as url, c.words_said as words, c.words as words_of_cue
    from ${learning.series_videos} v join ${learning.series} s on s.id = v.series_id
      cross join lateral (${cuePassages(sql`v.video_id`)}) c
    where v.can_view and s.published_at is not null`,
  /** What members wrote when they recommended somebody: one row for each recommendation. */
  expert_texts: sql`
    select e.id as entity_id, null::bigint as thread_id, e.name as title, r.cleaned_message as text, ${NOWHERE},
      ${named(sql`r.author_id`)} as author_id, r.pub_date as published_at, false as is_question, false as is_private,
      case e.type when 'individual' then 'Expert' when 'software' then 'Software' else 'Company' end || ', recommended by a member' as detail,
      ${pathOf(expertPath(0), [sql`e.id`])} as url, w.words
    from ${experts.experts} e join ${experts.recommendations} r on r.expert_id = e.id
      join expert_recommendation_words w on w.recommendation_id = r.id
    where (e.channels && ${viewer.channels} or e.created_by = ${viewer.id}) and (r.channels && ${viewer.channels} or r.author_id = ${viewer.id})
      and ${isNotBlocked(sql`r.author_id`)}`,
  /** Polls whose results every member who may see them sees; staff see others only if they voted. */
  poll_results: sql`
    select p.id as entity_id, p.thread_id, p.title, r.text, ${NOWHERE}, ${named(sql`p.author_id`)} as author_id, p.created_at as published_at,
      false as is_question, false as is_private, 'Poll, ' || ${counted(sql`p.num_of_votes`, 'vote', 'votes')} as detail,
      ${pathOf(threadPath(0), [sql`p.thread_id`])} as url, to_tsvector('words', p.title || ' ' || r.text) as words
    from ${polls.polls} p join ${discussions.listed} f on f.thread_id = p.thread_id cross join lateral (${results}) r
    where p.results_visible and p.num_of_votes > 0 and ${isNotBlocked(sql`p.author_id`)}
      and (not p.active or p.author_id = ${viewer.id} or exists (
        select from poll_votes o where o.poll_id = p.id and o.user_id = ${viewer.id}))`,
  /** What members of the viewer's directory say about themselves. */
  member_texts: sql`
    select u.id as entity_id, null::bigint as thread_id, u.name as title, u.bio as text, ${NOWHERE}, null::bigint as author_id,
      null::timestamptz as published_at, false as is_question, false as is_private,
      concat_ws(', ', 'Member', u.title, u.company_name) as detail, ${pathOf(memberPath(0), [sql`u.id`])} as url,
      p.bio_words as words, to_tsvector('simple', plain_words(u.name || ' ' || coalesce(u.company_name, ''))) as name_words
    from ${profiles.own_directory_members} p join users u on u.id = p.user_id
    where u.bio is not null and ${isNotBlocked(sql`u.id`)}`,
  /** Of conversations that the viewer is in now. */
  inbox_texts: sql`
    select m.id as entity_id, null::bigint as thread_id, coalesce(nullif(g.name, ''), ${talkedTo}, 'Conversation') as title,
      m.cleaned_body as text, ${NOWHERE}, m.sender_id as author_id, m.pub_date as published_at, false as is_question,
      true as is_private, 'Message in your inbox' as detail, ${pathOf(inboxPath(0), [sql`m.group_id`])} as url,
      to_tsvector('words', m.cleaned_body) as words
    from ${inbox.chat_messages} m join ${inbox.groups} g on g.id = m.group_id where not m.is_blocked`,
})
