/** Statements of the import: each writes many rows, so that 500 messages take only a few round trips. */
import type { ClientBase } from 'pg'
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

const LOCK = 4_183_010
export const tryLockImport = statement('try-lock-import', {}, () => sql`select pg_try_advisory_lock(${LOCK}) as locked`)
export const unlockImport = statement('unlock-import', {}, () => sql`select pg_advisory_unlock(${LOCK})`)

export interface KnownMessage {
  external_id: string
  message_id: number
  thread_id: number
  in_network: boolean
  /** Staff removed or did not approve its thread. */
  is_hidden: boolean
}

const findMessagesById = statement(
  'find-imported-messages',
  { externalIds: 'text[]', networkId: 'bigint' },
  (p) => sql`select m.external_id, m.id as message_id, m.thread_id,
       exists (select from thread_peer_networks n where n.thread_id = m.thread_id and n.peer_network_id = ${p.networkId}) as in_network,
       t.removed_at is not null or not t.approved as is_hidden
     from messages m join threads t on t.id = m.thread_id where m.external_id = any(${p.externalIds})`,
)
/** Which of these messages are already stored, and whether in this network. */
export async function findMessages(
  client: ClientBase,
  externalIds: readonly string[],
  networkId: number,
): Promise<KnownMessage[]> {
  const { rows } = await client.query(findMessagesById({ externalIds, networkId }))
  return rows.map((row) => ({ ...row, message_id: Number(row.message_id), thread_id: Number(row.thread_id) }))
}

export interface AwaitedMessage {
  external_id: string
  message_id: number
  thread_id: number
  distance: number
  is_hidden: boolean
}

const selectAwaiting = statement(
  'find-awaiting-messages',
  { externalIds: 'text[]', networkId: 'bigint' },
  (p) => sql`
    select a.external_id, a.message_id, m.thread_id, a.distance, t.removed_at is not null or not t.approved as is_hidden
     from mail_awaited a join messages m on m.id = a.message_id
     join threads t on t.id = m.thread_id
     join thread_peer_networks n on n.thread_id = m.thread_id and n.peer_network_id = ${p.networkId}
     where a.external_id = any(${p.externalIds})`,
)
/** Messages of this network that reply to one of these and are still waiting for it. */
export async function findAwaiting(
  client: ClientBase,
  externalIds: readonly string[],
  networkId: number,
): Promise<AwaitedMessage[]> {
  const { rows } = await client.query(selectAwaiting({ externalIds, networkId }))
  return rows.map((row) => ({ ...row, message_id: Number(row.message_id), thread_id: Number(row.thread_id) }))
}

export interface FoundSubject {
  thread_id: number
  subject_key: string
  subject: string
  first_at: Date
  last_at: Date
}

const selectSubjects = statement(
  'find-imported-subjects',
  { networkId: 'bigint' },
  (p) => sql`select t.id as thread_id, lower(t.topic) as subject_key, m.subject, t.pub_date as first_at,
       greatest(t.pub_date, f.last_reply_at) as last_at
     from threads t join thread_peer_networks n on n.thread_id = t.id and n.peer_network_id = ${p.networkId}
     join messages m on m.thread_id = t.id and m.is_original_message and m.external_id is not null
     left join thread_feed f on f.thread_id = t.id
     where t.source = 'other' and t.removed_at is null and t.approved`,
)
/** The imported threads of this network, with the subject of the opening message. */
export async function findSubjects(client: ClientBase, networkId: number): Promise<FoundSubject[]> {
  const { rows } = await client.query(selectSubjects({ networkId }))
  return rows.map((row) => ({ ...row, thread_id: Number(row.thread_id) }))
}

const selectIds = statement(
  'take-import-ids',
  { table: 'text', count: 'integer' },
  (p) => sql`select nextval(pg_get_serial_sequence(${p.table}, 'id')) as id from generate_series(1, ${p.count})`,
)
/** Ids are allocated first, because messages reference each other and their threads in the same statement. */
export async function takeIds(client: ClientBase, table: 'threads' | 'messages', count: number): Promise<number[]> {
  const { rows } = await client.query(selectIds({ table, count }))
  return rows.map((row) => Number(row.id))
}

export interface NewUser {
  email: string
  first_name: string
  last_name: string
}

const upsertAuthors = statement(
  'save-import-users',
  { users: 'jsonb' },
  (p) => sql`insert into users (email, first_name, last_name, current_state)
     select email, first_name, last_name, 'not joined'
     from jsonb_to_recordset(${p.users}) as u (email citext, first_name text, last_name text)
     where not exists (select from member_merges g where g.imported_as = u.email) order by email
     on conflict (email) do update set first_name = excluded.first_name, last_name = excluded.last_name
     where users.current_state = 'not joined' and users.last_name = '' and excluded.last_name <> ''
     returning xmax = 0 as is_new`,
)
const selectAuthors = statement(
  'select-import-users',
  { emails: 'citext[]' },
  (p) => sql`select id, email from users where email = any(${p.emails})
    union all select into_id, imported_as from member_merges where imported_as = any(${p.emails})`,
)
/**
 * Inserts users who have not joined, one per address, unless staff merged that address into a member. Fills in a missing
 * last name, only until they join.
 */
export async function saveUsers(
  client: ClientBase,
  users: readonly NewUser[],
): Promise<{ ids: Map<string, number>; added: number }> {
  const saved = await client.query(upsertAuthors({ users: JSON.stringify(users) }))
  const { rows } = await client.query(selectAuthors({ emails: users.map((user) => user.email) }))
  return {
    ids: new Map(rows.map((row) => [row.email, Number(row.id)])),
    added: saved.rows.filter((row) => row.is_new).length,
  }
}

export interface ThreadRow {
  id: number
  author_id: number
  topic: string
  cleaned_body: string
  cleaned_html: string
  text_is_wrapping: boolean
  pub_date: string
}

const THREAD_COLUMNS = sql`id bigint, author_id bigint, topic text, cleaned_body text, cleaned_html text, text_is_wrapping boolean, pub_date timestamptz`

const insertThreadRows = statement(
  'insert-imported-threads',
  { threads: 'jsonb' },
  (p) => sql`
    insert into threads (id, author_id, topic, cleaned_body, cleaned_html, text_is_wrapping, pub_date, mod_date, processed_date, source, processed, approved)
     overriding system value
     select id, author_id, topic, cleaned_body, cleaned_html, text_is_wrapping, pub_date, pub_date, pub_date, 'other', true, true
     from jsonb_to_recordset(${p.threads}) as t (${THREAD_COLUMNS})`,
)
const placeThreads = statement(
  'place-imported-threads',
  { threadIds: 'bigint[]', networkId: 'bigint' },
  (p) =>
    sql`insert into thread_peer_networks (thread_id, peer_network_id) select unnest(${p.threadIds}), ${p.networkId}`,
)
export async function insertThreads(
  client: ClientBase,
  threads: readonly ThreadRow[],
  networkId: number,
): Promise<void> {
  await client.query(insertThreadRows({ threads: JSON.stringify(threads) }))
  await client.query(placeThreads({ threadIds: threads.map((thread) => thread.id), networkId }))
}

const clearOpenings = statement(
  'clear-imported-openings',
  { threadIds: 'bigint[]' },
  (p) =>
    sql`update messages set is_original_message = false where thread_id = any(${p.threadIds}) and is_original_message`,
)
const setOpenings = statement(
  'set-imported-openings',
  { messageIds: 'bigint[]' },
  (p) => sql`update messages set is_original_message = true, message_replied_id = null where id = any(${p.messageIds})`,
)
const updateReopened = statement(
  'update-reopened-threads',
  { threads: 'jsonb' },
  (p) => sql`
    update threads t set author_id = r.author_id, topic = r.topic, cleaned_body = r.cleaned_body, cleaned_html = r.cleaned_html,
       text_is_wrapping = r.text_is_wrapping, pub_date = r.pub_date, processed_date = r.pub_date
     from jsonb_to_recordset(${p.threads}) as r (${THREAD_COLUMNS}) where t.id = r.id`,
)
/** A thread whose opening message arrived after its replies takes its topic and other data from it. */
export async function reopenThreads(
  client: ClientBase,
  threads: readonly (ThreadRow & { message_id: number })[],
): Promise<void> {
  await client.query(clearOpenings({ threadIds: threads.map((thread) => thread.id) }))
  await client.query(setOpenings({ messageIds: threads.map((thread) => thread.message_id) }))
  await client.query(updateReopened({ threads: JSON.stringify(threads) }))
}

export interface MessageRow {
  id: number
  thread_id: number
  sender_id: number
  message_replied_id: number | null
  is_original_message: boolean
  subject: string
  body: string
  parsed_body: string
  cleaned_body: string
  pub_date: string
  external_id: string
}

const insertMessageRows = statement(
  'insert-imported-messages',
  { messages: 'jsonb' },
  (p) => sql`
    insert into messages (id, thread_id, sender_id, message_replied_id, is_original_message, subject, body, parsed_body,
       cleaned_body, source, pub_date, processed_date, moderation_processed, moderation_approved, external_id)
     overriding system value
     select id, thread_id, sender_id, message_replied_id, is_original_message, subject, body, parsed_body,
       cleaned_body, 'other', pub_date, pub_date, true, true, external_id
     from jsonb_to_recordset(${p.messages}) as m (id bigint, thread_id bigint, sender_id bigint, message_replied_id bigint,
       is_original_message boolean, subject text, body text, parsed_body text, cleaned_body text, pub_date timestamptz, external_id text)`,
)
const insertOriginals = statement(
  'insert-message-originals',
  { messageIds: 'bigint[]', raws: 'bytea[]' },
  (p) => sql`insert into message_originals (message_id, raw) select * from unnest(${p.messageIds}, ${p.raws})`,
)
export async function insertMessages(
  client: ClientBase,
  messages: readonly MessageRow[],
  raws: readonly Buffer[],
): Promise<void> {
  await client.query(insertMessageRows({ messages: JSON.stringify(messages) }))
  await client.query(insertOriginals({ messageIds: messages.map((message) => message.id), raws }))
}

export interface AttachmentRow {
  message_id: number
  name: string
  file_type: string
  size: number
  inline: boolean
  storage_key: string
}

const insertFiles = statement(
  'insert-imported-attachments',
  { attachments: 'jsonb' },
  (p) => sql`insert into message_attachments (message_id, name, file_type, size, inline, storage_key)
     select * from jsonb_to_recordset(${p.attachments}) as a (message_id bigint, name text, file_type text, size bigint, "inline" boolean, storage_key text)`,
)
export async function insertAttachments(client: ClientBase, attachments: readonly AttachmentRow[]): Promise<void> {
  await client.query(insertFiles({ attachments: JSON.stringify(attachments) }))
}

const insertAwaitedRows = statement(
  'insert-awaited-messages',
  { awaited: 'jsonb' },
  (p) => sql`insert into mail_awaited (message_id, external_id, distance)
     select * from jsonb_to_recordset(${p.awaited}) as a (message_id bigint, external_id text, distance smallint)`,
)
export async function insertAwaited(
  client: ClientBase,
  awaited: readonly { message_id: number; external_id: string; distance: number }[],
): Promise<void> {
  await client.query(insertAwaitedRows({ awaited: JSON.stringify(awaited) }))
}

const ANSWER_COLUMNS = sql`message_id bigint, parent_id bigint, distance smallint`
const setParents = statement(
  'set-imported-parents',
  { answers: 'jsonb' },
  (p) =>
    sql`update messages m set message_replied_id = a.parent_id from jsonb_to_recordset(${p.answers}) as a (${ANSWER_COLUMNS}) where m.id = a.message_id`,
)
const deleteAwaited = statement(
  'delete-awaited-messages',
  { answers: 'jsonb' },
  (p) =>
    sql`delete from mail_awaited w using jsonb_to_recordset(${p.answers}) as a (${ANSWER_COLUMNS}) where w.message_id = a.message_id and w.distance >= a.distance`,
)
/** Sets the parent that has arrived, and stops waiting for more distant ones: they are reached through it. */
export async function adoptAnswers(
  client: ClientBase,
  answers: readonly { message_id: number; parent_id: number; distance: number }[],
): Promise<void> {
  await client.query(setParents({ answers: JSON.stringify(answers) }))
  await client.query(deleteAwaited({ answers: JSON.stringify(answers) }))
}

export interface StoredRoot {
  thread_id: number
  id: number
  sender_id: number
  subject: string
  parsed_body: string
  cleaned_body: string
  pub_date: Date
  message_replied_id: number | null
  is_original_message: boolean
  text_is_wrapping: boolean
}

const selectRoots = statement(
  'find-imported-roots',
  { threadIds: 'bigint[]' },
  (p) => sql`
    select m.thread_id, m.id, m.sender_id, m.subject, m.parsed_body, m.cleaned_body, m.pub_date, m.message_replied_id, m.is_original_message,
       t.text_is_wrapping and m.is_original_message as text_is_wrapping
     from messages m join threads t on t.id = m.thread_id
     where m.thread_id = any(${p.threadIds}) and (m.message_replied_id is null or m.is_original_message) and not m.is_private and m.external_id is not null`,
)
/** Messages of these threads without a parent in them. */
export async function findRoots(client: ClientBase, threadIds: readonly number[]): Promise<StoredRoot[]> {
  const { rows } = await client.query(selectRoots({ threadIds }))
  return rows.map((row) => ({
    ...row,
    thread_id: Number(row.thread_id),
    id: Number(row.id),
    sender_id: Number(row.sender_id),
  }))
}

const removeThreads = statement(
  'remove-merged-threads',
  { threadIds: 'bigint[]' },
  (p) => sql`update threads set removed_at = now() where id = any(${p.threadIds})`,
)
const refresh = statement(
  'refresh-imported-threads',
  { threadIds: 'bigint[]' },
  (p) => sql`select refresh_threads(${p.threadIds})`,
)
const moveMessages = statement(
  'move-merged-messages',
  { fromIds: 'bigint[]', intoIds: 'bigint[]' },
  (p) => sql`update messages m set thread_id = x.winner, is_original_message = false
     from unnest(${p.fromIds}, ${p.intoIds}) as x (loser, winner) where m.thread_id = x.loser`,
)
const deleteThreads = statement(
  'delete-merged-threads',
  { threadIds: 'bigint[]' },
  (p) => sql`delete from threads where id = any(${p.threadIds})`,
)
/** Moves all messages of threads that turned out to be part of another, and deletes the empty threads. */
export async function mergeThreads(client: ClientBase, merged: ReadonlyMap<number, number>): Promise<void> {
  const threadIds = [...merged.keys()]
  // First subtract them from the feed's totals: after the thread is deleted, its share is unknown.
  await client.query(removeThreads({ threadIds }))
  await client.query(refresh({ threadIds }))
  await client.query(moveMessages({ fromIds: threadIds, intoIds: [...merged.values()] }))
  await client.query(deleteThreads({ threadIds }))
}

export const refreshThreads = (client: ClientBase, threadIds: readonly number[]) => client.query(refresh({ threadIds }))

export async function findNetworks(client: ClientBase): Promise<{ id: number; slug: string; display_name: string }[]> {
  const { rows } = await client.query('select id, slug, display_name from peer_networks order by slug')
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
