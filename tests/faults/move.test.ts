/** A community moves out of its embedded database: whole, or not at all. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { ReplyToThread, thread } from '#api/operations.ts'
import { loadConfig } from '#server/config.ts'
import { fillDemo } from '#server/demo.ts'
import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { runningSocket } from '#server/platform/database/embedded.ts'
import { moveCommunity } from '#server/platform/move/move-community.ts'
import { demoMembers } from '../demo-members.ts'
import { newFolder, removeDataFolder } from '../harness/backups.ts'
import { newKey } from '../harness/client.ts'
import { connectionTo, databaseUrl } from '../harness/connection.ts'
import { startTestServer } from '../harness/test-server.ts'

const run = promisify(execFile)
const dataDir = newFolder('moving')
afterAll(() => removeDataFolder(dataDir))
const settings = { DATA_DIR: dataDir, DEMO: 'on', PORT: '0' }

/** The embedded community as its server has it open. */
async function whileItRuns<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(loadConfig(settings))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

let databases = 0
async function newDatabase(statements = '', options = '') {
  const name = `moved_${process.pid}_${(databases += 1)}`
  const ask = (text: string) => connectionTo(inject('postgres'), 'postgres', (client) => client.query(text))
  await ask(`create database ${name} ${options}`)
  afterAll(() => ask(`drop database if exists ${name} with (force)`))
  const query = async (text: string) =>
    (await connectionTo(inject('postgres'), name, (client) => client.query<Record<string, unknown>>(text))).rows
  if (statements !== '') await query(statements)
  return { name, url: databaseUrl(inject('postgres'), name), query }
}

/** Without the notices of every table. */
const move = (...parameters: string[]) =>
  run(process.execPath, ['bin/move.ts', ...parameters], { env: { ...process.env, ...settings } }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
const startOn = (url: string) => openDatabase(loadConfig({ ...settings, DATABASE_URL: url }))
const report = () => JSON.parse(readFileSync(path.join(dataDir, 'move-report.json'), 'utf8')) as Record<string, unknown>
const WAITING_MAIL = `
  with mail as (
    insert into outgoing_mails ("to", kind, subject, text, html, message_id, headers)
    values ('helen@example.test', 'note', 'Still to be sent', 'Text', '<p>Text</p>', 'waiting', '{}') returning id)
  select graphile_worker.add_job('mailer:send', json_build_object('id', id)) from mail`

await whileItRuns(async ({ write }) => {
  await fillDemo(write, loadConfig(settings))
  await write.query(WAITING_MAIL)
})

describe('a move that can’t be', () => {
  it('says how long the community would be closed, and does nothing while a server runs', async () => {
    const target = await newDatabase()
    const refused = await whileItRuns(() => move(target.url, '--yes'))
    expect(refused.stdout).toMatch(/Expect it to be closed for about \d+ seconds\./)
    expect(refused.stdout).toContain('Stop the server, then run this again with --yes.')
    expect(refused.code).toBe(1)
    const shown = await move(target.url)
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Run this again with --yes.') })
    expect(await target.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  })

  it('refuses a database that is not empty, not UTF8, not ours to create in, or not there', async () => {
    const full = await newDatabase('create table theirs (id integer)')
    expect((await move(full.url, '--yes')).stderr).toContain('That database isn’t empty: it has 1 tables or views.')
    expect(await full.query(`select relname from pg_class where relname in ('theirs', 'users')`)).toHaveLength(1)

    const closed = await newDatabase()
    const role = `reader_${process.pid}`
    await closed.query(`create role ${role} login; revoke all on schema public from public`)
    const asReader = new URL(closed.url)
    asReader.username = role
    if (asReader.searchParams.has('user')) asReader.searchParams.set('user', role)
    expect((await move(asReader.href, '--yes')).stderr).toContain('That role may not create tables in the database.')
    await closed.query(`drop role ${role}`)

    const latin = await newDatabase('', `encoding LATIN1 locale 'C' template template0`)
    expect((await move(latin.url, '--yes')).stderr).toContain('That database stores text as LATIN1.')

    const missing = await move(databaseUrl(inject('postgres'), 'not_there'), '--yes')
    expect(missing.stderr).toContain('The new database isn’t responding')
    expect(missing.code).toBe(1)
  })
})

describe('a move that stops halfway', () => {
  const whileOpen = async (text: string) => {
    const client = new pg.Client({ host: runningSocket(dataDir), user: 'postgres', database: 'postgres' })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const moveWhileOpen = (url: string, notice: (line: string) => Promise<void>) =>
    whileItRuns(({ connection }) =>
      moveCommunity({ source: connection, target: { connectionString: url }, dataDir, notice }),
    )

  it('leaves a database on which no server starts, and the embedded community as it was', async () => {
    const target = await newDatabase()
    const before = await whileItRuns(async ({ write }) => (await write.query('select count(*) from messages')).rows)
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${target.name}' and application_name = 'counterpart move'`
    const moved = moveWhileOpen(target.url, async (line) => {
      if (line === 'Copying messages') await target.query(cut)
    })
    await expect(moved).rejects.toThrow(/connection/i)
    expect(await target.query('select from likes')).toEqual([])
    await expect(startOn(target.url)).rejects.toThrow('npm run move was not finished')
    expect((await move(target.url, '--yes')).stderr).toContain('An earlier move into that database was not finished.')
    expect(await whileItRuns(async ({ write }) => (await write.query('select count(*) from messages')).rows)).toEqual(
      before,
    )
  })

  it('does not keep a copy that differs', async () => {
    const target = await newDatabase()
    const result = await moveWhileOpen(target.url, async (line) => {
      if (line !== 'Copying messages') return
      // Likes were copied before; nobody is stopped from writing to the embedded database by other means.
      await whileOpen(
        `update likes set created_at = created_at + interval '1 microsecond' where id = (select min(id) from likes)`,
      )
    })
    expect(result).toMatchObject({ is_complete: false, differences: ['likes: rows differ'] })
    expect(report()).toMatchObject({ is_complete: false, differences: ['likes: rows differ'] })
    expect(await target.query('select from likes')).toEqual([])
    await expect(startOn(target.url)).rejects.toThrow('npm run move was not finished')
  })
})

describe('a whole move', () => {
  it('brings every row, sequence and waiting job, and members go on there', async () => {
    const target = await newDatabase()
    const moved = await move(target.url, '--yes')
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringContaining(`DATABASE_URL=${target.url}\nDEMO=on\n`) })
    expect(report()).toMatchObject({ is_complete: true, differences: [] })
    const compared = report()['tables'] as { table: string; source: { rows: number }; target: { rows: number } }[]
    expect(compared.length).toBeGreaterThan(140)
    expect(compared.find(({ table }) => table === 'public.messages')!.target.rows).toBeGreaterThan(100)

    const testServer = await startTestServer({ DATABASE_URL: target.url })
    await testServer.runJobs()
    expect(await testServer.sql(`select state from outgoing_mails where message_id = 'waiting'`)).toEqual([
      { state: 'sent' },
    ])
    // The next ids are free, and triggers and references hold again.
    const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
    const [{ id: thread_id }] = (await testServer.sql<{ id: number }>(
      'select t.id from threads t join users u on u.id = t.author_id where u.email = $1 order by t.id limit 1',
      [demoMembers.member],
    )) as [{ id: number }]
    await helen.ask(ReplyToThread, { thread_id, body: '<p>From the new database.</p>', idempotency_key: newKey() })
    expect(JSON.stringify(await marcus.ask(thread, { id: thread_id }))).toContain('From the new database.')
    await expect(
      testServer.sql(`insert into likes (user_id, entity_type, entity_id, sentiment) values (-1, 'thread', 1, true)`),
    ).rejects.toThrow('foreign key')
  })
})
