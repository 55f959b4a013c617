/**
 * Servers are replaced one by one: two versions run on one database while members read and write. The newer version is
 * this one with two more migrations, one that adds to the busiest table and one that removes from it.
 */
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { ReplyToThread, thread, threads } from '#api/operations.ts'
import { StartError } from '#server/config.ts'
import { announceVersion } from '#server/platform/database/live-versions.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { connectionTo, databaseUrl, waitFor } from '../harness/connection.ts'
import { startSecondServer } from '../harness/second-server.ts'
import { startTestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'

const NEXT = 9002
const folder = mkdtempSync(path.join(inject('folder'), 'next-'))
cpSync(path.resolve('database/migrations'), folder, { recursive: true })
const next = pathToFileURL(`${folder}/`)
writeFileSync(path.join(folder, '9001_added.sql'), 'alter table messages add column added text;\n')
writeFileSync(
  path.join(folder, '9002_removed.sql'),
  '-- contract\nalter table messages drop column added;\ncreate table contracted ();\n',
)

// Up to three servers under load beside the other tests, all on one database server.
const testServer = await startTestServer({
  DATABASE_POOL: '2',
  DATABASE_SEARCH_POOL: '1',
  DATABASE_WRITE_POOL: '2',
})
const twin = await startSecondServer(testServer)
afterAll(() => twin.close())
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
const { legal } = await networkIds(testServer)
const { pathname } = new URL(testServer.config.DATABASE_URL!)
const onDatabase = <T>(work: Parameters<typeof connectionTo<T>>[2]) =>
  connectionTo(inject('postgres'), pathname.slice(1), work)
const migrateToNext = () => onDatabase((client) => migrate(client, next))
const newDatabase = async (kind: string) => {
  const name = `${kind}_${process.pid}`
  const run = (text: string) => connectionTo(inject('postgres'), 'postgres', (client) => client.query(text))
  await run(`create database ${name}`)
  afterAll(() => run(`drop database ${name} with (force)`))
  return name
}
const isContracted = async () =>
  (await testServer.sql<{ found: boolean }>(`select to_regclass('contracted') is not null as found`))[0]!.found

/** Members read and write on both servers until `stop`. */
function startLoad(threadId: number) {
  let isStopped = false
  const times: number[] = []
  const timed = async (work: () => Promise<unknown>) => {
    while (!isStopped) {
      const began = performance.now()
      await work()
      times.push(performance.now() - began)
    }
  }
  const say = () => ({ thread_id: threadId, body: '<p>While it is upgraded.</p>', idempotency_key: newKey() })
  const all = [helen, helen.at(twin.url), marcus, marcus.at(twin.url)].flatMap((client) => [
    timed(() => client.ask(ReplyToThread, say())),
    timed(() => client.ask(thread, { id: threadId })),
    timed(() => client.ask(threads, { limit: 20 })),
  ])
  return async () => {
    isStopped = true
    await Promise.all(all)
    return times
  }
}

describe('two versions on one database', () => {
  it('serve without an error while the schema grows, and keep what the older one needs', async () => {
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
    const stop = startLoad(id)
    const newer = await onDatabase(async () => announceVersion(testServer.database.connection, NEXT))
    expect(await migrateToNext()).toEqual(['9002_removed.sql'])
    expect(await isContracted()).toBe(false)
    // A server of the older version restarts on the grown schema.
    const restarted = await startSecondServer(testServer)
    expect((await helen.at(restarted.url).ask(thread, { id })).thread).toMatchObject({ id })
    await restarted.close()
    const times = await stop()
    expect(times.length).toBeGreaterThan(30)
    await newer.close()
  })

  it('removes only when no older server runs, and then refuses one that starts', async () => {
    const name = await newDatabase('contract')
    const config = { ...testServer.config, DATABASE_URL: databaseUrl(inject('postgres'), name) }
    const [one, other] = [await openDatabase(config), await openDatabase(config)]
    const migrateToNext = () => connectionTo(inject('postgres'), name, (client) => migrate(client, next))
    expect(await migrateToNext()).toEqual(['9002_removed.sql'])
    await one.close()
    expect(await migrateToNext()).toEqual(['9002_removed.sql'])
    await other.close()
    expect(await migrateToNext()).toEqual([])
    const refusal = await openDatabase(config).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect((refusal as Error).message).toMatch(/newer version of Counterpart \(it includes 9002_removed\.sql\)/)
  })
})

it('waits for a busy table in short turns, so that nobody is held up for long', async () => {
  const name = await newDatabase('busy')
  await connectionTo(inject('postgres'), name, (client) => migrate(client))
  await connectionTo(inject('postgres'), name, async (reader) => {
    await reader.query('begin; select from messages')
    const migrated = connectionTo(inject('postgres'), name, (client) => migrate(client, next))
    await connectionTo(inject('postgres'), name, async (member) => {
      await waitFor('the migration to wait for the table', async () => {
        const { rows } = await member.query(
          `select from pg_locks where relation = 'messages'::regclass and not granted`,
        )
        return rows.length > 0
      })
      const began = performance.now()
      await member.query('select from messages')
      expect(performance.now() - began).toBeLessThan(1_500)
    })
    await reader.query('commit')
    expect(await migrated).toEqual([])
  })
})
