/**
 * What a search can find: an item is visible to viewers who can read its message, or the message that its file is
 * attached to.
 */
import { discussions } from '#server/features/discussions/index.ts'
import { blocks } from '#server/features/people/index.ts'
import { uncheckedRelations, checkedRelations, sql, viewer, may } from '#server/platform/graph/sql.ts'
import { spelled } from './evaluator/spelling.access.ts'

const item = sql`
  select i.*, m.sender_id, m.is_private, m.is_original_message, m.cleaned_body
  from search_items i join ${discussions.messages} m on m.id = i.message_id`

/** Memberships in networks that the viewer shares. */
const shared = sql`(
  select m.user_id, m.peer_network_id from peer_network_memberships m
    join peer_network_memberships o on o.peer_network_id = m.peer_network_id and o.user_id = ${viewer.id})`

/** Readable for everyone who may read the thread, or for this viewer. */
const isUnrestricted = sql`not exists (
  select from restricted_messages r where r.message_id = i.message_id
    and not (${viewer.id} = any(r.reader_ids) or (r.is_shown and ${may('moderation')})))`

export const found = checkedRelations({
  items: item,
  /** The same, of threads already known to be listed: one narrow row decides, because a search weighs thousands. */
  weighed: {
    rows: sql`select i.* from search_items i where ${isUnrestricted}`,
    wall: sql`select i.id, i.thread_id, i.message_id, i.pub_date, i.length, i.words from (${item}) i`,
  },
  /** By members whom the viewer has blocked, whether or not the viewer could read them. Used only to leave them out. */
  blocked_items: sql`
    select i.id from ${blocks.own_blocks} b join messages m on m.sender_id = b.blocked_user_id join search_items i on i.message_id = m.id`,
  channels: sql`select c.documents, c.average_length from search_channels c where c.channel = any(${viewer.channels})`,
  own_searches: sql`select s.* from searches s where s.user_id = ${viewer.id}`,
  /** Searches by members who share a network with the viewer. Their identity is never shown. */
  searches: sql`
    select s.search_section, s.query, s.searched_at, s.user_id from searches s join users u on u.id = s.user_id and not u.suspended
    where exists (select from ${shared} m where m.user_id = s.user_id)`,
  disciplines_of: sql`
    select m.user_id, n.discipline_id from ${shared} m join peer_networks n on n.id = m.peer_network_id`,
})

export const counted = uncheckedRelations({
  /** How much there is in all: decides how much work a search may do. */
  size: sql`select sum(c.documents) as documents from search_channels c`,
  /** Only for use after checking that the viewer can read an item that contains the word. */
  spelled: {
    rows: spelled,
    wall: sql`${spelled} and exists (select from (${item}) i where i.words @@ quote_literal(w.lexeme)::tsquery)`,
  },
  /** For messages that already show their author's name. */
  names: {
    rows: sql`select n.user_id, n.word from search_names n`,
    wall: sql`select n.user_id, n.word from search_names n where exists (select from (${item}) i where i.sender_id = n.user_id)`,
  },
  /** For an item that was found: the file's name and text. */
  files: {
    rows: sql`select a.id, a.name, t.content from message_attachments a join file_texts t on t.attachment_id = a.id`,
    wall: sql`
      select a.id, a.name, t.content from message_attachments a join file_texts t on t.attachment_id = a.id
      where exists (select from (${item}) i where i.message_id = a.message_id)`,
  },
})
