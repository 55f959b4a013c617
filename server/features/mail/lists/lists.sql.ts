import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export const upsertChoice = statement(
  'upsert-mail-choice',
  { userId: 'bigint', networkId: 'bigint', choice: 'text' },
  (p) => sql`
    insert into mail_choices (user_id, peer_network_id, preference) values (${p.userId}, ${p.networkId}, ${p.choice})
    on conflict (user_id, peer_network_id) do update set preference = excluded.preference, chosen_at = now()`,
)
export const deleteChoice = statement(
  'delete-mail-choice',
  { userId: 'bigint', networkId: 'bigint' },
  (p) => sql`delete from mail_choices where user_id = ${p.userId} and peer_network_id = ${p.networkId}`,
)
export const upsertWords = statement(
  'upsert-mail-words',
  { userId: 'bigint', withoutWords: 'boolean' },
  (p) => sql`
    insert into mail_members (user_id, without_words) values (${p.userId}, ${p.withoutWords})
    on conflict (user_id) do update set without_words = excluded.without_words`,
)
export const endPause = statement(
  'end-mail-pause',
  { userId: 'bigint' },
  (p) =>
    sql`update mail_members set paused_at = null, pause_reason = null, bounce_score = 0 where user_id = ${p.userId}`,
)

export interface ListRow {
  id: number
  local_part: string
  default_preference: string
  waits_for_review: boolean
  has_words: boolean
  name: string
}
export const lockList = statement(
  'lock-mail-list',
  { networkId: 'bigint' },
  (p) => sql`
    select l.id, l.local_part::text, l.default_preference, l.waits_for_review, l.has_words, n.display_name as name
    from mail_lists l join peer_networks n on n.id = l.peer_network_id where l.peer_network_id = ${p.networkId} for update of l`,
)
export const selectListOfAddress = statement(
  'select-mail-list-of-address',
  { localPart: 'text' },
  (p) => sql`select l.id, l.peer_network_id from mail_lists l where l.local_part = ${p.localPart}`,
)
export const updateList = statement(
  'update-mail-list',
  { id: 'bigint', localPart: 'text', preference: 'text', waits: 'boolean', hasWords: 'boolean' },
  (p) => sql`
    update mail_lists set local_part = ${p.localPart}, default_preference = ${p.preference}, waits_for_review = ${p.waits}, has_words = ${p.hasWords}
    where id = ${p.id}`,
)

/** What a link in an email stops. Nothing is written for somebody whose account has ended. */
export const muteDiscussion = statement(
  'mute-discussion-by-mail',
  { userId: 'bigint', threadId: 'bigint' },
  (p) => sql`
    insert into muted_threads (user_id, thread_id)
    select u.id, t.id from users u cross join threads t where u.id = ${p.userId} and t.id = ${p.threadId}
    on conflict do nothing`,
)
export const leaveAll = statement(
  'leave-all-mail',
  { userId: 'bigint' },
  (p) => sql`update users set listserv_email_preference = 'none' where id = ${p.userId}`,
)
/** The name of what a link is about, if the member still exists. */
export const selectLeft = statement(
  'select-left-list',
  { userId: 'bigint', networkId: 'bigint' },
  (p) => sql`
    select (select n.display_name from peer_networks n where n.id = ${p.networkId}) as network
    from users u where u.id = ${p.userId} and u.current_state <> 'not joined'`,
)
export const upsertFeedback = statement(
  'upsert-mail-feedback',
  { userId: 'bigint', messageId: 'bigint', isUseful: 'boolean' },
  (p) => sql`
    insert into mail_feedback (user_id, message_id, is_useful)
    select u.id, m.id, ${p.isUseful} from users u cross join messages m where u.id = ${p.userId} and m.id = ${p.messageId}
    on conflict (user_id, message_id) do update set is_useful = excluded.is_useful, given_at = now()
    returning is_useful`,
)
