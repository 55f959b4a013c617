/** Writes the demo community into an empty database, in one transaction. */
import type { ClientBase } from 'pg'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { accountRows } from './account-rows.ts'
import { seedBookmarks } from './bookmarks.ts'
import { peopleRows, referenceRows, type Row, type Rows } from './community-rows.ts'
import { expertRows } from './experts/expert-rows.ts'
import { seedDocuments } from './documents/seed-documents.ts'
import { discussionRows } from './discussion-rows.ts'
import { pollRows } from './polls.ts'
import { seedEdits } from './edits.ts'
import { seedEvents } from './events/events.ts'
import { seedSeries } from './learning/seed-series.ts'
import { seedMembership } from './membership.ts'
import { seedOnboarding } from './onboarding.ts'
import { seedTexts } from './texts.ts'
import { seedThreadStates } from './thread-states.ts'
import { seedNotifications } from './notifications.ts'
import { seedSearches } from './searches.ts'
import { inboxRows } from './inbox-rows.ts'
import { moderationRows } from './moderation-rows.ts'
import { followRows, seedProfiles } from './profile-rows.ts'
import { seedRecognition } from './recognition.ts'

export interface SeedOptions {
  now: Date
  /** The hash that better-auth would store for DEMO_PASSWORD. */
  passwordHash: string
}

/** Returns how much was written. Refuses a database that is not empty. */
export async function seedDemo(
  client: ClientBase,
  { now, passwordHash }: SeedOptions,
): Promise<{ members: number; threads: number; replies: number }> {
  const rows: Rows = {
    ...referenceRows(),
    ...peopleRows(now, passwordHash),
    ...accountRows(now),
    ...expertRows(now),
    ...discussionRows(now),
    ...pollRows(now),
    ...followRows(now),
    ...inboxRows(now),
  }
  Object.assign(rows, moderationRows(rows, now))
  await client.query('begin')
  try {
    await requireEmpty(client)
    for (const [table, list] of Object.entries(rows)) await insert(client, table, list)
    await seedEdits(client)
    await seedMembership(client)
    await seedOnboarding(client)
    await seedTexts(client)
    await seedThreadStates(client)
    await seedProfiles(client, now)
    await seedDocuments(client)
    await client.query('select refresh_threads(array(select id from threads))')
    await client.query('select refresh_experts(array(select id from experts))')
    await client.query('select refresh_member_counts()')
    await client.query('select count_poll_votes(id) from polls')
    await client.query('select index_messages(1000000), count_lexemes(50000)')
    await seedRecognition(client)
    await seedEvents(client, now)
    await seedSeries(client, now)
    await seedSearches(client, now)
    await seedBookmarks(client, now)
    await seedNotifications(client)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  const replies = rows.messages!.filter(({ is_original_message }) => is_original_message === false)
  return { members: rows.users!.length, threads: rows.threads!.length, replies: replies.length }
}

export async function requireEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query(
    `select exists (select from users where id <> ${ANONYMOUS_USER_ID}) or exists (select from peer_networks) or exists (select from threads)
       or exists (select from geographies) or exists (select from areas_of_expertise) as taken`,
  )
  if (rows[0].taken) {
    throw new Error('This database is not empty, so the demo community was not added. Use an empty database for it.')
  }
}

async function insert(client: ClientBase, table: string, list: readonly Row[]): Promise<void> {
  const names = Object.keys(list[0] ?? {})
  if (names.length === 0) return
  const columns = names.map((name) => `"${name}"`)
  await client.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value
     select ${columns.join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(list)],
  )
  if (!names.includes('id')) return
  await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), $1::bigint)`, [
    Math.max(...list.map(({ id }) => Number(id))),
  ])
}
