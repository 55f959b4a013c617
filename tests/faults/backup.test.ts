/** Backups that were restored: while members write, to a moment, with erased members erased, and never half. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { backUp, openBackup } from '#server/platform/backup/backups.ts'
import { backupJobs } from '#server/platform/backup/backup.jobs.ts'
import { differencesOf } from '#server/platform/backup/facts.ts'
import { proveBackup } from '#server/platform/backup/prove.ts'
import { keptBackups } from '#server/platform/backup/retention.ts'
import { openWhole, sealInto, keysOf } from '#server/platform/backup/sealed.ts'
import { takeBackup, type Meta } from '#server/platform/backup/take-backup.ts'
import { folderDestination } from '#server/platform/backup/backup-destination.ts'
import { segmentAfter } from '#server/platform/backup/wal.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { openBlobs } from '#server/platform/storage/open-blobs.ts'
import { dumpDatabase } from '#server/platform/backup/dump.ts'
import { demoMembers } from '../demo-members.ts'
import { BACKUP_KEY, inRestored, newFolder, removeDataFolder, startEmbeddedCommunity } from '../harness/backups.ts'
import { connectionTo } from '../harness/connection.ts'
import { startTestS3 } from '../harness/s3.ts'
import { startTestServer } from '../harness/test-server.ts'

const run = promisify(execFile)
const community = await startEmbeddedCommunity()
afterAll(community.close)
const restoredFolders: string[] = []
afterAll(() => restoredFolders.forEach(removeDataFolder))
const newRestored = () => {
  const folder = newFolder('restored')
  restoredFolders.push(folder)
  return folder
}
const backups = community.config.BACKUP_URL!

async function command(script: string, parameters: string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, ...community.settings, ...settings }
  return run(process.execPath, [`bin/${script}.ts`, ...parameters], { env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}
const ship = () => backupJobs(community.source)['backup:log']({ pool: community.source.pool } as never)
/** A moment after all that is committed. The driver cuts microseconds off, which could be before a commit. */
const nextMillisecond = async () =>
  (await community.query<{ at: Date }>(`select clock_timestamp() + interval '1 millisecond' as at`))[0]!.at
const rowsOf = (folder: string, text: string) =>
  inRestored(folder, async (client) => (await client.query<Record<string, unknown>>(text)).rows)

describe('a backup of the embedded database', () => {
  it('is made while members write, and everything agrees when it is restored', async () => {
    const members = community.write()
    await sleep(300)
    const report = await backUp(community.place, community.source)
    expect(await members.stop()).toBeGreaterThan(100)
    expect(report.differences).toEqual([])
    expect(report).toMatchObject({ is_proven: true, kind: 'cluster', threads_with_other_counters: 0 })
    expect(report.rows).toBeGreaterThan(5_000)
    expect(report.rows_of_the_last_minute).toBeGreaterThan(100)
    expect(report.files_compared).toBeGreaterThan(20)
    const [row] = await community.query('select proven_at is not null as proven, num_of_differences from backups')
    expect(row).toEqual({ proven: true, num_of_differences: 0 })
    const [json] = readdirSync(path.join(backups, 'reports')).filter((name) => name.endsWith('.json'))
    expect(JSON.parse(readFileSync(path.join(backups, 'reports', json!), 'utf8'))).toMatchObject({ is_proven: true })
  })

  it('has nothing that can be read without the key', async () => {
    const all = readdirSync(backups, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(all.length).toBeGreaterThan(50)
    for (const { parentPath, name } of all) {
      const bytes = readFileSync(path.join(parentPath, name))
      for (const word of ['Helen', 'counterpart.test', 'pg_control', '%PDF', BACKUP_KEY])
        expect([name, bytes.includes(word)]).toEqual([name, false])
    }
  })

  it('is restored to any moment, by the command', async () => {
    await community.query(`create table moments (said text not null)`)
    await community.query(`insert into moments values ('before')`)
    const at = await nextMillisecond()
    await sleep(50)
    await community.query(`insert into moments values ('after')`)
    await ship()
    const folder = newRestored()
    const done = await command('restore', ['from', backups, '--to', folder, '--at', at.toISOString()])
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(await rowsOf(folder, 'select said from moments')).toEqual([{ said: 'before' }])
    const latest = newRestored()
    expect((await command('restore', ['from', backups, '--to', latest])).code).toBe(0)
    expect(await rowsOf(latest, 'select said from moments order by said')).toEqual([
      { said: 'after' },
      { said: 'before' },
    ])
    // Every file that a row refers to, and what sessions are signed with.
    const [file] = await community.query<{ storage_key: string }>(
      `select storage_key from message_attachments where storage_key ~ '^0{32}' limit 1`,
    )
    expect(await localBlobs(path.join(latest, 'files')).size(file!.storage_key)).toBeGreaterThan(0)
  })

  it('erases again who was erased after that moment', async () => {
    const [helen] = await community.query<{ id: number }>('select id from users where email = $1', [demoMembers.member])
    const at = await nextMillisecond()
    await sleep(50)
    await community.query(`insert into deletion_requests (user_id, due_at, done_at) values ($1, now(), now())`, [
      helen!.id,
    ])
    await ship()
    const folder = newRestored()
    const done = await command('restore', ['from', backups, '--to', folder, '--at', at.toISOString()])
    expect(done.stdout).toContain('1 members who had been erased since were erased again.')
    const [user] = await rowsOf(folder, `select first_name, email from users where id = ${helen!.id}`)
    expect(JSON.stringify(user)).not.toContain('Helen')
    expect(user!['email']).not.toBe(demoMembers.member)
    expect(await rowsOf(folder, `select from outgoing_mails where kind = 'left'`)).toEqual([])
  })

  it('says which moments there are', async () => {
    const ask = (at: string) => command('restore', ['from', backups, '--to', newRestored(), '--at', at])
    expect((await ask('2001-01-01T00:00:00Z')).stderr).toMatch(/The oldest moment in this backup is 20\d\d-/)
    expect((await ask('2101-01-01T00:00:00Z')).stderr).toMatch(/The newest moment in this backup is 20\d\d-/)
    expect((await ask('at night')).stderr).toContain('--at must be a time')
    expect((await command('backup', ['list', backups])).stdout).toMatch(/^20\d\d-\S+ {2}cluster {2}backups\//)
  })

  it('is made by the command while a server runs, and into a bucket', async () => {
    const s3 = await startTestS3()
    const { FILES_URL: _, ...store } = s3.settings
    const place = `${s3.bucket}/backups`
    const report = await backUp(openBackup({ ...community.config, ...store } as never, place), {
      ...community.source,
      config: { ...community.config, ...store } as never,
    })
    expect(report).toMatchObject({ is_proven: true, differences: [] })
    const folder = newRestored()
    expect(await command('restore', ['from', place, '--to', folder], store)).toMatchObject({ code: 0, stderr: '' })
    expect(await rowsOf(folder, 'select count(*)::integer as moments from moments')).toEqual([{ moments: 2 }])
  })
})

/** pg_dump refuses a server that is newer than itself. */
const isDumpable = async () => {
  const { stdout } = await run('pg_dump', ['--version']).catch(() => ({ stdout: '' }))
  const [{ major }] = (await connectionTo(
    inject('postgres'),
    'postgres',
    async (client) =>
      (await client.query<{ major: number }>("select current_setting('server_version_num')::integer / 10000 as major"))
        .rows,
  )) as [{ major: number }]
  return Number(/ (\d+)/.exec(stdout)?.[1] ?? 0) >= major
}

describe('a backup of an own PostgreSQL', async () => {
  it.skipIf(!(await isDumpable()))(
    'is a dump, restored and compared, and a new folder has the same community',
    async () => {
      const testServer = await startTestServer({ BACKUP_KEY, BACKUP_URL: newFolder('dumps') })
      const { config, database } = testServer
      afterAll(() => rmSync(config.BACKUP_URL!, { recursive: true, force: true }))
      const place = openBackup(config)
      const source = { config, pool: database.write, connection: database.connection, blobs: openBlobs(config) }
      const report = await backUp(place, source)
      expect(report).toMatchObject({ is_proven: true, kind: 'dump', differences: [], threads_with_other_counters: 0 })
      const folder = newRestored()
      const from = ['from', config.BACKUP_URL!, '--to', folder]
      expect((await command('restore', [...from, '--at', new Date().toISOString()])).stderr).toContain(
        'no moments in between',
      )
      await command('restore', from)
      const count = 'select count(*)::integer as messages from messages'
      expect(await rowsOf(folder, count)).toEqual(await testServer.sql(count))
    },
  )

  it('says which program is missing', async () => {
    const missing = dumpDatabase('postgres://nobody@127.0.0.1:1/nothing', async (archive) => archive.resume())
    await expect(missing).rejects.toThrow(/pg_dump (failed|isn’t installed)/)
  })
})

describe('a proof', () => {
  it('fails if a file of the backup is lost or the copy differs', async () => {
    const taken = await takeBackup(community.place, community.source, { keepsLog: false })
    taken.around.before.rows['users']! += 1
    taken.around.after.rows['users']! += 1
    taken.manifest.files.push({ key: 'f'.repeat(96), sha256: 'f'.repeat(64) })
    const report = await proveBackup(community.place, taken)
    expect(report.is_proven).toBe(false)
    expect(report.differences).toEqual([
      expect.stringMatching(/^users: \d+ rows, \d+ expected$/),
      expect.stringContaining('not in the backup'),
    ])
  })

  it('accepts what changed meanwhile, and nothing else', () => {
    const facts = (rows: number, recent: Record<string, string>) => ({ rows: { messages: rows }, recent })
    const around = { before: facts(5, { a: '1', b: '1' }), after: facts(7, { a: '1', b: '2' }) }
    expect(differencesOf(facts(6, { a: '1', b: '9' }), around)).toEqual([])
    expect(differencesOf(facts(8, { a: '1' }), around)).toHaveLength(1)
    expect(differencesOf(facts(5, { a: '2' }), around)).toEqual(['a: not as it was written'])
  })
})

describe('what is encrypted', () => {
  const folder = newFolder('sealed')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const destination = folderDestination(folder)
  const keys = keysOf(Buffer.from(BACKUP_KEY, 'base64'))
  const pieces = (name: string) =>
    readdirSync(folder)
      .filter((each) => each.startsWith(`${name}.`))
      .sort()

  it('comes back whole, whatever its length', async () => {
    for (const length of [0, 1, 8_000_000, 20_000_001]) {
      const bytes = Buffer.alloc(length, 'counterpart')
      await sealInto(destination, keys, `of-${length}`, [bytes])
      expect((await openWhole(destination, keys, `of-${length}`)).equals(bytes)).toBe(true)
    }
  })

  it('is refused if a byte was changed, a piece is missing, exchanged or cut off, or the key is another', async () => {
    const change = async (spoil: (names: string[]) => void) => {
      await sealInto(destination, keys, 'three', [Buffer.alloc(20_000_000, 1)])
      spoil(pieces('three').map((name) => path.join(folder, name)))
      return openWhole(destination, keys, 'three')
    }
    const refused = 'can’t be decrypted'
    await expect(change(([first]) => writeFileSync(first!, readFileSync(first!).fill(0, 100, 101)))).rejects.toThrow(
      refused,
    )
    await expect(change(([first, second]) => writeFileSync(second!, readFileSync(first!)))).rejects.toThrow(refused)
    await expect(change(([first]) => writeFileSync(first!, readFileSync(first!).fill(1, 4, 5)))).rejects.toThrow(
      refused,
    )
    await expect(change(([, , third]) => rmSync(third!))).rejects.toThrow('not all of it')
    await sealInto(destination, keys, 'three', [Buffer.from('x')])
    await expect(openWhole(destination, keysOf(Buffer.alloc(32)), 'three')).rejects.toThrow(refused)
  })
})

it('keeps what the last days need, and never nothing', () => {
  const backup = (day: number) => ({
    name: String(day),
    meta: { finished_at: new Date(Date.UTC(2027, 0, day)).toISOString() } as Meta,
  })
  const now = Date.UTC(2027, 0, 20)
  expect(keptBackups([1, 5, 12, 15, 19].map(backup), 7, now).map(({ name }) => name)).toEqual(['12', '15', '19'])
  expect(keptBackups([1, 5].map(backup), 7, now).map(({ name }) => name)).toEqual(['5'])
})

it('counts segments of the log like PostgreSQL', () => {
  expect(segmentAfter('0000000100000000000000FE')).toBe('0000000100000000000000FF')
  expect(segmentAfter('0000000100000000000000FF')).toBe('000000010000000100000000')
})
