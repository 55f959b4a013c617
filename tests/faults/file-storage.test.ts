/** Files in a bucket: members and commands while the store is away, slow, cuts answers short or sends other bytes. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { ReplyToThread, thread } from '#api/operations.ts'
import { pdfOf } from '#database/seed/file-forms.ts'
import { storesOf } from '#server/platform/storage/open-blobs.ts'
import { FILE_COLUMNS, storedKeys } from '#server/platform/storage/stored-keys.ts'
import { demoMembers } from '../demo-members.ts'
import { newKey, type Client } from '../harness/client.ts'
import { startTestS3, type Fault } from '../harness/s3.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { insertThread, networkIds } from '../harness/threads.ts'
import { upload, uploaded, uploadedInParts } from '../harness/uploads.ts'

const s3 = await startTestS3()
const testServer = await startTestServer({ ...s3.settings, FILES_OTHER_URL: 'local' })
const { legal } = await networkIds(testServer)
const [helen, grace] = await testServer.members(demoMembers.member, demoMembers.billing)
const { main: bucket, other: folder } = storesOf(testServer.config)

async function attached(bytes: Buffer): Promise<{ file: string; key: string; id: number }> {
  const { id } = await insertThread(testServer, { author: helen.id, networks: [legal] })
  const given = await uploaded(testServer, helen, 'terms.txt', bytes)
  await helen.ask(ReplyToThread, {
    thread_id: id,
    body: '<p>Attached.</p>',
    attachments: [given],
    idempotency_key: newKey(),
  })
  const { thread: read } = await helen.ask(thread, { id })
  const { file } = read!.messages.flatMap(({ attachments }) => attachments)[0]!
  const [row] = await testServer.sql<{ storage_key: string }>(
    'select storage_key from message_attachments order by id desc limit 1',
  )
  return { file, key: row!.storage_key, id }
}
const text = (length: number) =>
  Buffer.from('A clause, and another one. '.repeat(Math.ceil(length / 27)).slice(0, length))

/** What a browser receives, and whether all of it arrived. */
async function received(who: Client, file: string, headers: Record<string, string> = {}) {
  const cookie = [...who.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const request = http.get(testServer.url + file, { headers: { cookie, ...headers } })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const chunks: Buffer[] = []
  const isWhole = await new Promise<boolean>((resolve) => {
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('end', () => resolve(answer.complete))
    answer.on('error', () => resolve(false))
    answer.on('close', () => resolve(answer.complete))
  })
  return { status: answer.statusCode!, bytes: Buffer.concat(chunks), isWhole, headers: answer.headers }
}

async function during<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
  s3.set(fault)
  try {
    return await work()
  } finally {
    s3.set('none')
  }
}

describe('a file in the bucket', () => {
  it('is uploaded, read by those who may, in full and by ranges, and nothing of it stays on this machine', async () => {
    const bytes = text(60_000)
    const { file, key } = await attached(bytes)
    expect(await bucket.size(key)).toBe(bytes.length)
    expect(await folder!.size(key)).toBeUndefined()
    expect(readdirSync(path.join(testServer.config.dataDir, 'files', 'unfinished'))).toEqual([])
    const whole = await received(grace, file)
    expect(whole).toMatchObject({ status: 200, isWhole: true })
    expect(whole.bytes.equals(bytes)).toBe(true)
    const part = await received(grace, file, { range: 'bytes=100-199' })
    expect(part).toMatchObject({ status: 206, isWhole: true })
    expect(part.bytes.equals(bytes.subarray(100, 200))).toBe(true)
    const stranger = await testServer.member(demoMembers.finance)
    const refused = await received(stranger, file)
    expect(refused.status).toBe(404)
    expect(refused.bytes.toString()).not.toContain('clause')
  })

  it('arrives there from a resumable upload', async () => {
    const pdf = pdfOf(['Limitation of liability'])
    const { key } = await uploadedInParts(helen, 'Agreement.pdf', pdf, 'document')
    const [row] = await testServer.sql<{ storage_key: string }>('select storage_key from uploads where key = $1', [key])
    expect(await bucket.size(row!.storage_key)).toBe(pdf.length)
  })

  it.each(['away', 'truncated', 'wrong bytes', 'refused'] as const)(
    'is a sentence while the store is %s, never half a file',
    async (fault) => {
      for (const length of [60_000, 6_000_000]) {
        const { file, key } = await attached(text(length))
        await folder!.remove(key)
        const answer = await during(fault, () => received(grace, file))
        expect(answer).toMatchObject({ status: fault === 'wrong bytes' ? 500 : 503, isWhole: true })
        expect(answer.headers['content-type']).toContain('json')
        expect(answer.headers['content-disposition']).toBeUndefined()
        expect(JSON.parse(answer.bytes.toString()).message).toMatch(
          fault === 'wrong bytes' ? /damaged in storage/ : /isn’t responding right now/,
        )
        expect((await received(grace, file)).bytes.length).toBe(length)
      }
    },
  )

  it('can’t be uploaded while the store is away, and the upload says so', async () => {
    const refused = await during('away', () => upload(testServer, helen, 'terms.txt', text(500)))
    expect(refused).toMatchObject({ status: 503, code: 'files.away' })
    expect(readdirSync(path.join(testServer.config.dataDir, 'files', 'unfinished'))).toEqual([])
    expect((await upload(testServer, helen, 'terms.txt', text(500))).status).toBe(200)
  })

  it('is gone with the job that removes it, also if the store was away meanwhile', async () => {
    const { key } = await attached(text(400))
    await testServer.sql(
      `select graphile_worker.add_job('uploads:remove', json_build_object('keys', array[$1::text]))`,
      [key],
    )
    await during('away', () => testServer.runJobs().catch(() => undefined))
    expect(await bucket.size(key)).toBe(400)
    await testServer.sql(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs`,
    )
    await testServer.runJobs()
    expect(await bucket.size(key)).toBeUndefined()
  })
})

const run = promisify(execFile)
async function command(server: TestServer, parameters: string[], settings: Record<string, string>) {
  const env = {
    ...process.env,
    DATABASE_URL: server.config.DATABASE_URL!,
    DATA_DIR: server.config.dataDir,
    ...settings,
  }
  return run(process.execPath, ['bin/files.ts', ...parameters], { env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}

describe('npm run files', () => {
  it('moves a community into a bucket and back, and every file is the same', async () => {
    const moving = await startTestServer()
    const peer = await moving.member(demoMembers.member)
    for (const length of [1, 700, 1_200_000]) await uploaded(moving, peer, 'notes.txt', text(length))
    const keys: string[] = []
    for await (const key of storedKeys(moving.database.write)) keys.push(key)
    const local = storesOf(moving.config).main
    const present = (await Promise.all(keys.map((key) => local.size(key)))).filter((size) => size !== undefined)
    expect(present.length).toBeGreaterThanOrEqual(3)

    const there = { ...s3.settings, FILES_URL: `${s3.bucket}/moved`, FILES_OTHER_URL: 'local' }
    const copied = await command(moving, ['copy'], there)
    expect(copied.stdout).toContain(`${present.length} files (`)
    expect((await command(moving, ['copy'], there)).stdout).toContain(`${present.length} files there already`)
    const back = { ...s3.settings, FILES_URL: '', FILES_OTHER_URL: `${s3.bucket}/moved` }
    const { main: first } = storesOf({ ...moving.config, ...there, FILES_S3_REGION: 'auto' } as never)
    for (const key of keys) if ((await local.size(key)) !== undefined) await local.remove(key)
    const returned = await command(moving, ['copy'], back)
    expect(returned.stdout).toContain(`${present.length} files (`)
    for (const key of keys) expect(await local.size(key)).toBe(await first.size(key))
    await moving.sql('delete from uploads where used_at is not null')
  })

  it('says which file is damaged or missing, and ends with 1', async () => {
    const { key } = await attached(Buffer.from(randomBytes(60).toString('hex')))
    const settings = { ...s3.settings, FILES_URL: s3.bucket }
    await bucket.remove(key)
    const missing = await command(testServer, ['verify'], settings)
    expect(missing.code).toBe(1)
    expect(missing.stdout).toMatch(new RegExp(`missing:\n[^]*${key}`))
  })

  it('lists what belongs to nothing only when it is older than a day', async () => {
    await bucket.put(Buffer.from('belongs to nothing yet'))
    const found = await command(testServer, ['orphans', '--remove'], { ...s3.settings, FILES_URL: s3.bucket })
    expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('0 files') })
  })

  it('prints how it is used, and refuses to copy from nowhere', async () => {
    expect((await command(testServer, [], {})).stderr).toContain('Usage')
    expect((await command(testServer, ['copy'], {})).stderr).toContain('Set FILES_OTHER_URL')
  })
})

it('every column that can hold the key of a file is known', async () => {
  const rows = await testServer.sql<{ column_name: string }>(
    `select distinct column_name from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_key' and data_type = 'text'`,
  )
  const others = ['city_key', 'group_key', 'name_key', 'upload_key']
  expect(
    rows
      .map((row) => row.column_name)
      .filter((name) => !others.includes(name))
      .sort(),
  ).toEqual([...FILE_COLUMNS].sort())
})
