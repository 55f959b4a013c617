/** The database agrees with the code. */
import { describe, expect, it } from 'vitest'
import * as discussions from '#shared/discussions.ts'
import { TOPIC_LENGTH } from '#shared/posts.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { startTestServer } from '../harness/test-server.ts'
import { files, isTest, sources, textOf } from '../harness/sources.ts'

const testServer = await startTestServer()
const tables = (
  await testServer.sql<{ relname: string }>(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
).map(({ relname }) => relname)
const SQL_HOMES = /\.(access|sql|jobs|routes)\.ts$/
/** Platform files that own tables. */
const KEEPERS: Record<string, string[]> = {
  'server/platform/session/sessions.ts': [
    'sessions',
    'users',
    'peer_network_memberships',
    'peer_networks',
    'network_access',
    'staff_grants',
    'impersonations',
  ],
  'server/platform/session/access-tokens.ts': [
    'access_tokens',
    'users',
    'peer_network_memberships',
    'peer_networks',
    'network_access',
  ],
  'server/platform/session/auth.ts': ['users', 'sessions', 'accounts', 'verifications'],
  'server/platform/database/idempotency.ts': ['idempotency_keys'],
  'server/platform/database/transaction.ts': ['follow_ups'],
  'server/platform/jobs/follow-ups.ts': ['follow_ups'],
  'server/platform/database/migrations.ts': ['migrations'],
  'server/platform/session/attempts.ts': ['attempts'],
  'server/platform/audit/staff-actions.ts': ['staff_acts'],
  'server/platform/community-settings.ts': ['community_settings'],
  'server/platform/audit/security-events.ts': ['security_events'],
  'server/demo.ts': ['peer_networks'],
}
/** Tables that no operation reads, with the reason. */
const NOT_READ: Record<string, string> = {
  accounts: 'passwords',
  sessions: 'read by the platform to know who asks',
  verifications: 'codes in flight',
  attempts: 'hashes of what was tried',
  idempotency_keys: 'read by the platform',
  document_pictures: 'read by the route that draws the pages of a document',
  follow_ups: 'given to the queue by the platform',
  limited_acts: 'counted by the platform',
  analytics_events: 'written only',
  analytics_days: 'sums that remain when the events are gone',
  figure_periods: 'which weeks and months are counted',
  figure_remainders: 'small counts that wait for the next week',
  cle_evidence: 'written only; in the export of its member',
  migrations: 'read at start',
  presence_rests: 'asked by the job that shows presence',
  uploads: 'taken up by the post that names their keys',
  message_originals: 'nobody reads the mail as it arrived',
  mail_awaited: 'what an import still waits for',
  mail_deliveries: 'which post was queued for whom, so that none is sent twice',
  mail_answers: 'which address was answered today',
  outgoing_mails: 'mail in flight; the local outbox shows it to staff',
  password_resets: 'hashes of links in flight',
  setup_links: 'hashes of links in flight',
  known_devices: 'hashes of cookies',
  sign_in_confirmations: 'hashes of codes in flight',
  two_steps: 'secrets of authenticators',
  backup_codes: 'hashes of codes',
  invitations: 'answered by plain calls, before there is a session',
  nominations_beside: 'read with the invitations they stand beside, by plain calls',
  trial_codes: 'answered by plain calls, before there is a session',
  legal_acceptances: 'which version was accepted; evidence, should anybody ask',
  billing_events: 'names of messages that were delivered',
  test_checkouts: 'rows of the test payment provider',
  test_subscriptions: 'the same',
  test_invoices: 'the same',
  test_portals: 'the same',
  invoice_series: 'the last number of each series, taken when an invoice is issued',
  access_tokens: 'answered by plain calls; looked up by the platform to know who asks',
  webhooks: 'answered by plain calls, because some responses contain a secret',
  webhook_deliveries: 'the same; read by the job that sends',
  webhook_attempts: 'the same; written by that job',
  single_sign_on_providers: 'answered by plain calls, because some requests contain a secret',
  single_sign_on_identities: 'answered by plain calls, also before there is a session',
  passkeys: 'answered by plain calls, also before there is a session',
  passkey_challenges: 'hashes of challenges in flight',
  profile_pictures: 'keys of files, asked for by plain calls',
  network_pictures: 'keys of files, asked for by plain calls',
  data_exports: 'answered by plain calls',
  deletion_requests: 'answered by plain calls',
  thread_geographies: 'as lists on thread_feed',
  thread_areas_of_expertise: 'as lists on thread_feed',
  sent_weekly_figures: 'the weeks whose figures have been emailed',
  reading_notices: 'the days whose notices have been sent',
  search_changes: 'ids of what waits to be indexed',
  search_lexemes: 'counted by the job that corrects spelling',
  search_segments: 'words with the ids of items; the search thread answers with ids, which are read as the viewer',
  search_parts: 'the bytes of those',
  search_log: 'ids of what changed since',
  search_collection: 'how much was counted, for the same job',
  message_words: 'words of openings, for a program that is one version older',
}

/** Table names after from, join, into or update in the SQL of a file. */
function tablesIn(file: string): string[] {
  const strings = [...textOf(file).matchAll(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'/g)].map(([text]) => text)
  return [
    ...new Set(
      strings
        .flatMap((text) =>
          [...text.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?"?([a-z_]+)"?/gi)].map((match) => match[1]!),
        )
        .filter((name) => tables.includes(name)),
    ),
  ]
}

describe('tables', () => {
  it('are named only where access is decided, in statements of actions and jobs, and in migrations', () => {
    const strange = sources
      .filter((file) => file.startsWith('server/') && !isTest(file) && !SQL_HOMES.test(file))
      .flatMap((file) =>
        tablesIn(file)
          .filter((table) => !KEEPERS[file]?.includes(table))
          .map((table) => `${file} names ${table}`),
      )
    expect(strange).toEqual([])
  })

  it('are each reached through a readable relation, or it is said why not', () => {
    const access = sources
      .filter((file) => file.endsWith('.access.ts'))
      .map(textOf)
      .join('\n')
    const unread = tables.filter(
      (table) => !new RegExp(`\\b(from|join) ${table}\\b`).test(access) && !(table in NOT_READ),
    )
    expect(unread).toEqual([])
  })

  it('are dropped from the list of reasons when they are gone', () => {
    expect(Object.keys(NOT_READ).filter((table) => !tables.includes(table))).toEqual([])
  })

  it('have an index behind every reference that a deletion follows', async () => {
    const bare = await testServer.sql<{ reference: string }>(`
      select c.conrelid::regclass || '.' || a.attname as reference from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and c.confdeltype = 'c' and c.connamespace = 'public'::regnamespace
        and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`)
    // Only needed when a network or a user is deleted, which is rare and done by hand.
    const accepted = [
      'network_access.from_network_id',
      'network_access.to_network_id',
      'feature_flags.peer_network_id',
      'feature_flags.user_id',
      'message_mentioned_users.user_id',
      'analytics_events.user_id',
    ]
    expect(bare.map(({ reference }) => reference).filter((reference) => !accepted.includes(reference))).toEqual([])
  })
})

describe('limits', async () => {
  const checks = await testServer.sql<{ name: string; definition: string }>(
    `select conrelid::regclass || '.' || conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  const definitionOf = (name: string) => checks.find((check) => check.name === name)?.definition ?? ''

  it('of the topic agree', () => {
    expect(definitionOf('threads.threads_topic_check')).toContain(`length(topic) <= ${TOPIC_LENGTH}`)
  })

  it('of the excerpt agree', async () => {
    const [feed] = await testServer.sql<{ source: string }>(
      `select prosrc as source from pg_proc where proname = 'counted_thread_feed'`,
    )
    expect(feed!.source).toMatch(new RegExp(`left\\([\\s\\S]*?, ${discussions.EXCERPT_LENGTH}\\)`))
  })

  it('of top replies agree', async () => {
    const ranked = await testServer.sql<{ source: string }>(
      `select prosrc as source from pg_proc where prosrc like '%num_of_likes desc%' and pronamespace = 'public'::regnamespace`,
    )
    const texts = [
      ...ranked.map(({ source }) => source),
      textOf('server/features/discussions/threads/discussions.sql.ts'),
    ]
    const limits = texts.flatMap((text) =>
      [...text.matchAll(/num_of_likes desc[^)]*limit (\d+)\)/g)].map((match) => Number(match[1])),
    )
    expect(limits.length).toBeGreaterThan(0)
    expect(new Set(limits)).toEqual(new Set([discussions.TOP_REPLIES]))
  })

  it('of kinds agree, in the order of their channels', async () => {
    expect(definitionOf('threads.threads_thread_type_check')).toBe(
      `CHECK ((thread_type = ANY (ARRAY[${discussions.THREAD_TYPES.map((type) => `'${type}'::text`).join(', ')}])))`,
    )
    for (const [index, type] of discussions.THREAD_TYPES.entries())
      expect(await testServer.sql('select channel(7, $1) as channel', [type])).toEqual([{ channel: 28 + index }])
  })
})

describe('operations', () => {
  const { operations } = loadContract()
  const tests = sources.filter((file) => file.startsWith('tests/api/')).map(textOf)

  it.each([...operations.keys()])('%s has a test of the API that calls it', (name) => {
    const calls = new RegExp(`\\b(ask|op)\\(\\s*${name}\\b`)
    expect(tests.some((text) => calls.test(text))).toBe(true)
  })

  it.each([...operations.keys()])('%s is called with a session by some and refused by others', (name) => {
    const text = sources
      .filter((file) => file.startsWith('tests/hostile/'))
      .map(textOf)
      .join('\n')
    expect(text).toMatch(new RegExp(`^ +${name}:`, 'm'))
  })
})

describe('migrations', () => {
  const migrations = files.filter((file) => /^database\/migrations\/.*\.sql$/.test(file))
  /** Migrations up to this number were written before there was any data to migrate. */
  const FOUNDATION = 4

  it('have each a number of its own', () => {
    const numbers = migrations.map((file) => Number(/\/(\d{4})_[a-z_]+\.sql$/.exec(file)?.[1]))
    expect(numbers.filter((number) => !(number > 0))).toEqual([])
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it.each(migrations)('%s is safe under load', (file) => {
    const text = textOf(file).replaceAll(/--.*$/gm, '').toLowerCase()
    for (const unsafe of [
      /\bdrop\s+(table|column|schema|database)\b/,
      // Triggers that reject truncate are allowed.
      /(?<!\bbefore )\btruncate\b/,
      /\bset\s+not\s+null\b/,
      /\balter\s+column\s+\w+\s+(set\s+data\s+)?type\b/,
      /\brename\s+(column|to)\b/,
      /\bvacuum\s+full\b/,
      /\breindex\b/,
      /\block\s+table\b/,
    ])
      expect(text).not.toMatch(unsafe)
    if (migrations.indexOf(file) >= FOUNDATION) {
      const made = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map((match) => match[1]!))
      for (const [, table] of text.matchAll(/create (?:unique )?index (?!concurrently)\w+ on (\w+)/g))
        expect(made).toContain(table)
      for (const [, table] of text.matchAll(/alter table (\w+) add constraint (?![\s\S]{0,200}not valid)/g))
        expect(made).toContain(table)
    }
  })

  it('can be read by a program that is one version older: nothing it knows disappears', async () => {
    expect(tables).toEqual(
      expect.arrayContaining(['users', 'threads', 'messages', 'thread_feed', 'feed_entries', 'sessions']),
    )
  })
})
