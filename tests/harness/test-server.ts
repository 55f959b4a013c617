/** A server for one test file, on its own clone of the demo database, with clients for its members. */
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, inject, onTestFinished, TestRunner } from 'vitest'
import { buildApp, type Application } from '#server/app.ts'
import { loadConfig, type Config } from '#server/config.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { reloadCommunitySettings } from '#server/platform/community-settings.ts'
import { cookieName } from '#server/platform/session/auth.ts'
import { makeSessions } from '#server/platform/session/sessions.ts'
import type { SettingKey } from '#shared/community-settings.ts'
import { LIMIT_KINDS } from '#shared/limits.ts'
import type { QueryResultRow } from 'pg'
import { makeClient, type Client } from './client.ts'
import { connectionTo, databaseUrl } from './connection.ts'
import { printLogOfFailedTests } from './server-log.ts'
import { MAX_WORKERS, workerNumber } from './workers.ts'

const METRICS_TOKEN = 'a token that only the tests know'
export const SECRET = 'a secret that only the tests know, of 48 letters'

export interface TestServer {
  url: string
  config: Config
  database: Database
  application: Application
  /** Runs SQL directly on the database, without permission checks; returns the rows. */
  sql<Row extends QueryResultRow = QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** A client for a demo member. Its session is created directly, because signing in costs 30 ms of argon2. */
  member(email: string): Promise<Client>
  /** Several clients, in the given order. */
  members<Emails extends string[]>(...emails: Emails): Promise<{ [each in keyof Emails]: Client }>
  memberById(id: number): Promise<Client>
  anonymous(): Client
  /** The text of /metrics. */
  metrics(): Promise<string>
  /** Changes a community setting, as staff do on the settings page; null restores the default. */
  set(key: SettingKey, value: string | number | null): Promise<void>
  /** Runs the due jobs that actions have enqueued; no worker runs in tests. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

let servers = 0

/** Each test server uses its own Redis database number. */
async function redisOfOwn(): Promise<Record<string, string>> {
  if (!process.env['TEST_REDIS_URL']) return {}
  const url = new URL(process.env['TEST_REDIS_URL'])
  // A worker takes every third of the databases 1 to 15 in turn.
  url.pathname = `/${1 + ((servers * MAX_WORKERS + (workerNumber % MAX_WORKERS)) % 15)}`
  return { REDIS_URL: url.href }
}

/**
 * Starts a server and closes it after the last test of the file, or after the test that started it. Posting limits are
 * off unless `hasLimits`, because in other tests one member posts as much as many would. `isEmpty`: without the demo, as
 * a new deployment begins.
 */
export async function startTestServer(
  settings: Record<string, string> = {},
  { hasLimits = false, isEmpty = false }: { hasLimits?: boolean; isEmpty?: boolean } = {},
): Promise<TestServer> {
  printLogOfFailedTests()
  const server = inject('postgres')
  const name = `${inject('template')}_${process.pid}_${(servers += 1)}`
  const demo = `template ${inject('template')} strategy ${inject('strategy')}`
  await connectionTo(server, 'postgres', (client) => client.query(`create database ${name} ${isEmpty ? '' : demo}`))
  const folder = mkdtempSync(path.join(inject('folder'), 'server-'))
  const config = loadConfig({
    DATABASE_URL: databaseUrl(server, name),
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: '0',
    SECRET,
    METRICS_TOKEN,
    JOBS: 'off',
    LOG_LEVEL: 'error',
    CONFIRM_NEW_DEVICES: 'off',
    DATABASE_POOL: '4',
    DATABASE_SEARCH_POOL: '2',
    DATABASE_WRITE_POOL: '5',
    ...(await redisOfOwn()),
    ...settings,
  })
  const database = await openDatabase(config)
  const application = await buildApp(config, database)
  const url = await application.app.listen({ port: config.PORT, host: '127.0.0.1' })
  const sessions = makeSessions({ pool: database.write, secret: SECRET, cookieName: cookieName(config.secure) })
  const close = async () => {
    await application.close()
    await database.close()
    await connectionTo(server, 'postgres', (client) => client.query(`drop database if exists ${name} with (force)`))
    rmSync(folder, { recursive: true, force: true })
  }
  // Inside a test, `afterAll` has no effect, and the server would keep its connections until the run ends.
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  else afterAll(close)
  const sql = async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
    (await database.write.query<Row>(text, values)).rows
  const set = async (key: SettingKey, value: string | number | null) => {
    await setAll({ [key]: value })
  }
  const setAll = async (values: Partial<Record<SettingKey, string | number | null>>) => {
    await sql('delete from community_settings where key = any($1)', [Object.keys(values)])
    await sql(
      `insert into community_settings (key, value, changed_by)
       select key, value, (select min(id) from users where is_staff) from jsonb_each($1) where value <> 'null'`,
      [JSON.stringify(values)],
    )
    reloadCommunitySettings(database.write)
  }
  if (!hasLimits && !isEmpty) await setAll(Object.fromEntries(LIMIT_KINDS.map((kind) => [`limit_${kind}`, 0])))
  const context = { url, sql, secret: SECRET, cookieName: cookieName(config.secure), sessions }
  const member = async (email: string) => {
    const [user] = await sql<{ id: number }>('select id from users where email = $1', [email])
    if (!user) throw new Error(`No account has the address ${email}.`)
    return makeClient(context).startSession(user.id)
  }
  return {
    url,
    config,
    database,
    application,
    sql,
    set,
    close,
    anonymous: () => makeClient(context),
    metrics: async () =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${config.METRICS_TOKEN}` } })).text(),
    runJobs: () => application.runDueJobs(),
    memberById: (id) => makeClient(context).startSession(id),
    member,
    members: async <Emails extends string[]>(...emails: Emails) =>
      (await Promise.all(emails.map(member))) as { [each in keyof Emails]: Client },
  }
}
