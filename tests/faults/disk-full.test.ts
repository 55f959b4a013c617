/** The disk is full: writes are refused quickly with a message, reads continue, and no partial write remains. */
import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { ReplyToThread, thread } from '#api/operations.ts'
import { buildApp } from '#server/app.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import { newKey } from '../harness/client.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { upload, uploaded } from '../harness/uploads.ts'

const ANSWER_WITHIN_MS = 5_000
/** Of a disk of 8 MB: less than a twentieth. */
const LEFT_BYTES = 200_000
const readiness = async (testServer: TestServer) => {
  const answer = await fetch(`${testServer.url}/readyz`)
  return { status: answer.status, ...((await answer.json()) as object) }
}

it('refuses to write with a sentence while the database has no room, and goes on reading', async () => {
  const testServer = await startTestServer()
  const { legal } = await networkIds(testServer)
  const helen = await testServer.member(demoMembers.member)
  const { id } = await insertThread(testServer, {
    author: helen.id,
    networks: [legal],
    topic: 'While the disk is full',
  })
  expect(await readiness(testServer)).toMatchObject({ status: 200, room: true })
  await testServer.sql(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await testServer.sql('create trigger no_room before insert on messages for each row execute function no_room()')
  const reply = { thread_id: id, body: '<p>Is there room?</p>', idempotency_key: newKey() }
  const began = performance.now()
  const refused = await helen.op(ReplyToThread, reply)
  expect(performance.now() - began).toBeLessThan(ANSWER_WITHIN_MS)
  expect(refused).toMatchObject({ status: 503, code: 'no_room', message: expect.stringContaining('storage is full') })
  expect(await readiness(testServer)).toMatchObject({ status: 200, writes: true, room: false })
  expect((await helen.ask(thread, { id })).thread!.topic).toBe('While the disk is full')
  await testServer.sql('drop trigger no_room on messages')
  await helen.ask(ReplyToThread, reply)
  expect(await testServer.sql('select count(*)::integer as messages from messages where thread_id = $1', [id])).toEqual(
    [{ messages: 2 }],
  )
})

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

it.skipIf(!existsSync('/dev/full'))('goes on when there is no room for its log', () => {
  const program = `import { log } from '#server/platform/log/log.ts'
    for (let each = 0; each < 1000; each++) log.error({ error: new Error('x') }, 'request failed')
    setImmediate(() => console.log('goes on'))`
  const full = openSync('/dev/full', 'w')
  const parameters = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', program]
  const { status, stdout } = spawnSync(process.execPath, parameters, { stdio: ['ignore', 'pipe', full] })
  closeSync(full)
  expect({ status, stdout: String(stdout) }).toEqual({ status: 0, stdout: 'goes on\n' })
})

/** A separate disk, small enough for a test to fill; undefined if this machine does not permit mounting one. */
function smallDisk(): { folder: string; remove(): void } | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  return {
    folder,
    remove: () => {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const disk = smallDisk()
const without = 'no disk can be mounted here'
describe.skipIf(!disk)(`a disk of 8 MB${disk ? '' : ` (${without})`}`, () => {
  afterAll(() => disk?.remove())

  it('that an upload fills: the upload is refused in time and leaves no trace, what is there is read', async () => {
    const testServer = await startTestServer({ DATA_DIR: disk!.folder })
    const helen = await testServer.member(demoMembers.member)
    const first = await uploaded(testServer, helen, 'first.txt', 'words '.repeat(100_000))
    writeFileSync(path.join(disk!.folder, 'filler'), Buffer.alloc(6 * 1024 * 1024))
    const files = () => readdirSync(path.join(disk!.folder, 'files'), { recursive: true, withFileTypes: true })
    const before = files().filter((entry) => entry.isFile()).length
    const rows = async () => (await testServer.sql('select key from uploads')).length
    const uploads = await rows()
    const began = performance.now()
    const refused = await upload(testServer, helen, 'second.txt', 'words '.repeat(400_000))
    expect(performance.now() - began).toBeLessThan(ANSWER_WITHIN_MS)
    expect(refused).toMatchObject({
      status: 503,
      code: 'uploads.no_room',
      message: expect.stringContaining('storage is full'),
    })
    expect(files().filter((entry) => entry.isFile())).toHaveLength(before)
    expect(await rows()).toBe(uploads)
    expect(first.size).toBe(600_000)
    expect(await readiness(testServer)).toMatchObject({ status: 200, reads: true, room: false })
    rmSync(path.join(disk!.folder, 'filler'))
    expect((await upload(testServer, helen, 'second.txt', 'words '.repeat(400_000))).status).toBe(200)
    expect(existsSync(path.join(disk!.folder, 'files', 'unfinished'))).toBe(true)
    expect(readdirSync(path.join(disk!.folder, 'files', 'unfinished'))).toEqual([])
  })

  it('that the embedded database shares: a twentieth is left for it, so changes are refused and reading goes on', async () => {
    const testServer = await startTestServer({ DATA_DIR: disk!.folder })
    const application = await buildApp({ ...testServer.config, embedded: true }, testServer.database)
    onTestFinished(() => application.close())
    const url = await application.app.listen({ port: 0, host: '127.0.0.1' })
    const helen = (await testServer.member(demoMembers.member)).at(url)
    const { legal } = await networkIds(testServer)
    const { id } = await insertThread(testServer, { author: helen.id, networks: [legal], topic: 'With little room' })
    const reply = { thread_id: id, body: '<p>Is there room?</p>', idempotency_key: newKey() }
    writeFileSync(path.join(disk!.folder, 'filler'), Buffer.alloc(freeBytes(disk!.folder) - LEFT_BYTES))
    expect(await helen.op(ReplyToThread, reply)).toMatchObject({ status: 503, code: 'no_room' })
    expect(await upload({ ...testServer, url }, helen, 'a.txt', 'words')).toMatchObject({ code: 'uploads.no_room' })
    expect((await helen.ask(thread, { id })).thread!.topic).toBe('With little room')
    expect((await testServer.anonymous().at(url).signIn(demoMembers.peer, DEMO_PASSWORD)).status).toBe(200)
    expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ reads: true, writes: true, room: false })
    rmSync(path.join(disk!.folder, 'filler'))
    await helen.ask(ReplyToThread, reply)
  })
})
