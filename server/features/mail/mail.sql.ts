/** Statements of the import: each writes many rows, so that 500 messages take only a few round trips. */
import type { ClientBase } from 'pg'

export const LOCK = 4_183_010

export interface KnownMessage {
  external_id: string
  message_id: number
  thread_id: number
  in_network: boolean
  /** Staff removed or did not approve its thread. */
  is_hidden: boolean
}

/** Which of these messages are already stored, and whether in this network. */
export async function findMessages(
  client: ClientBase,
  externalIds: readonly string[],
  networkId: number,
): Promise<KnownMessage[]> {
  const { rows } = await client.query(
    `select m.external_id, m.id as message_id, m.thread_id,
       exists (select from thread_peer_networks n where n.thread_id = m.thread_id and n.peer_network_id = $2) as in_network,
       t.removed_at is not null or not t.approved as is_hidden
     from messages m join threads t on t.id = m.thread_id where m.external_id = any($1::text[])`,
    [externalIds, networkId],
  )
  return rows.map((row) => ({ ...row, message_id: Number(row.message_id), thread_id: Number(row.thread_id) }))
}

export interface AwaitedMessage {
  external_id: string
  message_id: number
  thread_id: number
  distance: number
  is_hidden: boolean
}

/** Messages of this network that reply to one of these and are still waiting for it. */
export async function findAwaiting(
  client: ClientBase,
  externalIds: readonly string[],
  networkId: number,
): Promise<AwaitedMessage[]> {
  const { rows } = await client.query(
    `select a.external_id, a.message_id, m.thread_id, a.distance, t.removed_at is not null or not t.approved as is_hidden
     from mail_awaited a join messages m on m.id = a.message_id
     join threads t on t.id = m.thread_id
     join thread_peer_networks n on n.thread_id = m.thread_id and n.peer_network_id = $2
     where a.external_id = any($1::text[])`,
    [externalIds, networkId],
  )
  return rows.map((row) => ({ ...row, message_id: Number(row.message_id), thread_id: Number(row.thread_id) }))
}

export interface FoundSubject {
  thread_id: number
  subject_key: string
  subject: string
  first_at: Date
  last_at: Date
}

/** The imported threads of this network, with the subject of the opening message. */
export async function findSubjects(client: ClientBase, networkId: number): Promise<FoundSubject[]> {
  const { rows } = await client.query(
    `select t.id as thread_id, lower(t.topic) as subject_key, m.subject, t.pub_date as first_at,
       greatest(t.pub_date, f.last_reply_at) as last_at
     from threads t join thread_peer_networks n on n.thread_id = t.id and n.peer_network_id = $1
     join messages m on m.thread_id = t.id and m.is_original_message and m.external_id is not null
     left join thread_feed f on f.thread_id = t.id
     where t.source = 'other' and t.removed_at is null and t.approved`,
    [networkId],
  )
  return rows.map((row) => ({ ...row, thread_id: Number(row.thread_id) }))
}

/** Ids are allocated first, because messages reference each other and their threads in the same statement. */
export async function takeIds(client: ClientBase, table: 'threads' | 'messages', count: number): Promise<number[]> {
  const { rows } = await client.query(
    `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2::int)`,
    [table, count],
  )
  return rows.map((row) => Number(row.id))
}

export interface NewUser {
  email: string
  first_name: string
  last_name: string
}

/** Inserts users who have not joined, one per address. Fills in a missing last name, only until they join. */
export async function saveUsers(
  client: ClientBase,
  users: readonly NewUser[],
): Promise<{ ids: Map<string, number>; added: number }> {
  const saved = await client.query(
    `insert into users (email, first_name, last_name, current_state)
     select email, first_name, last_name, 'not joined'
     from jsonb_to_recordset($1::jsonb) as u (email citext, first_name text, last_name text) order by email
     on conflict (email) do update set first_name = excluded.first_name, last_name = excluded.last_name
     where users.current_state = 'not joined' and users.last_name = '' and excluded.last_name <> ''
     returning xmax = 0 as is_new`,
    [JSON.stringify(users)],
  )
  const { rows } = await client.query('select id, email from users where email = any($1::citext[])', [
    users.map((user) => user.email),
  ])
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

const THREAD_COLUMNS = `id bigint, author_id bigint, topic text, cleaned_body text, cleaned_html text, text_is_wrapping boolean, pub_date timestamptz`

export async function insertThreads(
  client: ClientBase,
  threads: readonly ThreadRow[],
  networkId: number,
): Promise<void> {
  await client.query(
    `insert into threads (id, author_id, topic, cleaned_body, cleaned_html, text_is_wrapping, pub_date, mod_date, processed_date, source, processed, approved)
     overriding system value
     select id, author_id, topic, cleaned_body, cleaned_html, text_is_wrapping, pub_date, pub_date, pub_date, 'other', true, true
     from jsonb_to_recordset($1::jsonb) as t (${THREAD_COLUMNS})`,
    [JSON.stringify(threads)],
  )
  await client.query('insert into thread_peer_networks (thread_id, peer_network_id) select unnest($1::bigint[]), $2', [
    threads.map((thread) => thread.id),
    networkId,
  ])
}

/** A thread whose opening message arrived after its replies takes its topic and other data from it. */
export async function reopenThreads(
  client: ClientBase,
  threads: readonly (ThreadRow & { message_id: number })[],
): Promise<void> {
  await client.query(
    'update messages set is_original_message = false where thread_id = any($1::bigint[]) and is_original_message',
    [threads.map((thread) => thread.id)],
  )
  await client.query(
    'update messages set is_original_message = true, message_replied_id = null where id = any($1::bigint[])',
    [threads.map((thread) => thread.message_id)],
  )
  await client.query(
    `update threads t set author_id = r.author_id, topic = r.topic, cleaned_body = r.cleaned_body, cleaned_html = r.cleaned_html,
       text_is_wrapping = r.text_is_wrapping, pub_date = r.pub_date, processed_date = r.pub_date
     from jsonb_to_recordset($1::jsonb) as r (${THREAD_COLUMNS}) where t.id = r.id`,
    [JSON.stringify(threads)],
  )
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

export async function insertMessages(
  client: ClientBase,
  messages: readonly MessageRow[],
  raws: readonly Buffer[],
): Promise<void> {
  await client.query(
    `insert into messages (id, thread_id, sender_id, message_replied_id, is_original_message, subject, body, parsed_body,
       cleaned_body, source, pub_date, processed_date, moderation_processed, moderation_approved, external_id)
     overriding system value
     select id, thread_id, sender_id, message_replied_id, is_original_message, subject, body, parsed_body,
       cleaned_body, 'other', pub_date, pub_date, true, true, external_id
     from jsonb_to_recordset($1::jsonb) as m (id bigint, thread_id bigint, sender_id bigint, message_replied_id bigint,
       is_original_message boolean, subject text, body text, parsed_body text, cleaned_body text, pub_date timestamptz, external_id text)`,
    [JSON.stringify(messages)],
  )
  await client.query(
    'insert into message_originals (message_id, raw) select * from unnest($1::bigint[], $2::bytea[])',
    [messages.map((message) => message.id), raws],
  )
}

export interface AttachmentRow {
  message_id: number
  name: string
  file_type: string
  size: number
  inline: boolean
  storage_key: string
}

export async function insertAttachments(client: ClientBase, attachments: readonly AttachmentRow[]): Promise<void> {
  await client.query(
    `insert into message_attachments (message_id, name, file_type, size, inline, storage_key)
     select * from jsonb_to_recordset($1::jsonb) as a (message_id bigint, name text, file_type text, size bigint, "inline" boolean, storage_key text)`,
    [JSON.stringify(attachments)],
  )
}

export async function insertAwaited(
  client: ClientBase,
  awaited: readonly { message_id: number; external_id: string; distance: number }[],
): Promise<void> {
  await client.query(
    `insert into mail_awaited (message_id, external_id, distance)
     select * from jsonb_to_recordset($1::jsonb) as a (message_id bigint, external_id text, distance smallint)`,
    [JSON.stringify(awaited)],
  )
}

/** Sets the parent that has arrived, and stops waiting for more distant ones: they are reached through it. */
export async function adoptAnswers(
  client: ClientBase,
  answers: readonly { message_id: number; parent_id: number; distance: number }[],
): Promise<void> {
  const rows = JSON.stringify(answers)
  const columns = 'message_id bigint, parent_id bigint, distance smallint'
  await client.query(
    `update messages m set message_replied_id = a.parent_id from jsonb_to_recordset($1::jsonb) as a (${columns}) where m.id = a.message_id`,
    [rows],
  )
  await client.query(
    `delete from mail_awaited w using jsonb_to_recordset($1::jsonb) as a (${columns}) where w.message_id = a.message_id and w.distance >= a.distance`,
    [rows],
  )
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

/** Messages of these threads without a parent in them. */
export async function findRoots(client: ClientBase, threadIds: readonly number[]): Promise<StoredRoot[]> {
  const { rows } = await client.query(
    `select m.thread_id, m.id, m.sender_id, m.subject, m.parsed_body, m.cleaned_body, m.pub_date, m.message_replied_id, m.is_original_message,
       t.text_is_wrapping and m.is_original_message as text_is_wrapping
     from messages m join threads t on t.id = m.thread_id
     where m.thread_id = any($1::bigint[]) and (m.message_replied_id is null or m.is_original_message) and not m.is_private and m.external_id is not null`,
    [threadIds],
  )
  return rows.map((row) => ({
    ...row,
    thread_id: Number(row.thread_id),
    id: Number(row.id),
    sender_id: Number(row.sender_id),
  }))
}

/** Moves all messages of threads that turned out to be part of another, and deletes the empty threads. */
export async function mergeThreads(client: ClientBase, merged: ReadonlyMap<number, number>): Promise<void> {
  const losers = [...merged.keys()]
  // First subtract them from the feed's totals: after the thread is deleted, its share is unknown.
  await client.query('update threads set removed_at = now() where id = any($1::bigint[])', [losers])
  await client.query('select refresh_threads($1::bigint[])', [losers])
  await client.query(
    `update messages m set thread_id = x.winner, is_original_message = false
     from unnest($1::bigint[], $2::bigint[]) as x (loser, winner) where m.thread_id = x.loser`,
    [losers, [...merged.values()]],
  )
  await client.query('delete from threads where id = any($1::bigint[])', [losers])
}

export const refreshThreads = (client: ClientBase, ids: readonly number[]) =>
  client.query('select refresh_threads($1::bigint[])', [ids])

export async function findNetworks(client: ClientBase): Promise<{ id: number; slug: string; display_name: string }[]> {
  const { rows } = await client.query('select id, slug, display_name from peer_networks order by slug')
  return rows.map((row) => ({ ...row, id: Number(row.id) }))
}
