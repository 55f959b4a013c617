/** Threads and messages in states that no member can create: held, rejected, removed, posted long ago. */
import type { TestServer } from './test-server.ts'

export interface ThreadFacts {
  author: number
  networks: number[]
  thread_type?: string
  topic?: string
  body?: string
  source?: 'web' | 'other'
  processed?: boolean
  approved?: boolean
  removed?: boolean
  closed?: boolean
  pub_date?: string
  geographies?: number[]
  areas?: number[]
}

export interface MessageFacts {
  thread: number
  sender: number
  body?: string
  parent?: number | null
  original?: boolean
  readers?: number[]
  source?: 'web' | 'other'
  /** Null if there is no review record. */
  processed?: boolean | null
  approved?: boolean | null
  removed?: boolean
  pub_date?: string
  processed_date?: string | null
  likes?: number
}

/** Inserts a thread with its opening message; returns both ids. */
export async function insertThread(
  testServer: TestServer,
  facts: ThreadFacts,
): Promise<{ id: number; opening: number }> {
  const { author, networks, thread_type = 'discussion', topic = 'A topic', body = 'The body.' } = facts
  const { source = 'web', processed = true, approved = true, pub_date = new Date().toISOString() } = facts
  const [thread] = await testServer.sql<{ id: number }>(
    `insert into threads (author_id, thread_type, topic, cleaned_body, cleaned_html, source, processed, approved, pub_date,
       removed_at, closed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then now() end, case when $11 then now() end) returning id`,
    [
      author,
      thread_type,
      topic,
      body,
      `<p>${body}</p>`,
      source,
      processed,
      approved,
      pub_date,
      facts.removed ?? false,
      facts.closed ?? false,
    ],
  )
  const id = thread!.id
  await testServer.sql('insert into thread_peer_networks select $1, n from unnest($2::bigint[]) n', [id, networks])
  await testServer.sql('insert into thread_geographies select $1, n from unnest($2::bigint[]) n', [
    id,
    facts.geographies ?? [],
  ])
  await testServer.sql('insert into thread_areas_of_expertise select $1, n from unnest($2::bigint[]) n', [
    id,
    facts.areas ?? [],
  ])
  const opening = await insertMessage(testServer, { thread: id, sender: author, body, original: true, pub_date })
  return { id, opening }
}

/** Inserts a message and refreshes the thread's feed data. */
export async function insertMessage(testServer: TestServer, facts: MessageFacts): Promise<number> {
  const { thread, sender, body = 'A reply.', parent = null, original = false, readers = [], source = 'web' } = facts
  const { processed = null, approved = null, pub_date = new Date().toISOString(), processed_date = null } = facts
  const [message] = await testServer.sql<{ id: number }>(
    `insert into messages (thread_id, sender_id, message_replied_id, is_original_message, is_private, private_reader_ids,
       body, parsed_body, cleaned_body, source, moderation_processed, moderation_approved, pub_date, processed_date,
       removed_at, num_of_likes)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, case when $14 then now() end, $15) returning id`,
    [
      thread,
      sender,
      parent,
      original,
      readers.length > 0,
      readers,
      `<p>${body}</p>`,
      body,
      source,
      processed,
      approved,
      pub_date,
      processed_date,
      facts.removed ?? false,
      facts.likes ?? 0,
    ],
  )
  await testServer.sql('select refresh_threads(array[$1::bigint])', [thread])
  return message!.id
}

export const counterErrors = async (testServer: TestServer, thread?: number) =>
  (
    await testServer.sql(
      'select drifted_threads(array(select id from threads where $1::bigint is null or id = $1)) as id',
      [thread ?? null],
    )
  ).length

export const networkIds = async (testServer: TestServer) => {
  const rows = await testServer.sql<{ slug: string; id: number }>('select slug, id from peer_networks')
  return Object.fromEntries(rows.map(({ slug, id }) => [slug, id])) as Record<
    'legal' | 'finance' | 'executive' | 'thesuite',
    number
  >
}
