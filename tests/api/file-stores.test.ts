/** One test for both stores: what a local folder promises, a bucket promises too. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { localBlobs, openIfStored, type Store } from '#server/platform/blobs.ts'
import { openBucket, s3Blobs } from '#server/platform/storage/s3-blobs.ts'
import { bothStores } from '#server/platform/storage/two-stores.ts'
import { startTestS3 } from '../harness/s3.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'counterpart-stores-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const s3 = await startTestS3()
const bucket = (url: string, secret = 'S3RVER') => ({
  url,
  endpoint: s3.endpoint,
  region: 'auto',
  key: 'S3RVER',
  secret,
  readWithinMs: 1_000,
})
const local = localBlobs(path.join(folder, 'local'))
const remote = s3Blobs(bucket(`${s3.bucket}/files`), path.join(folder, 'remote'))

const read = async (store: Pick<Store, 'open'>, key: string, range?: { start: number; end: number }) =>
  buffer(await store.open(key, range))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
async function adopt(store: Store, bytes: Uint8Array) {
  const place = await store.unfinished()
  writeFileSync(place, bytes)
  return { place, key: await store.adopt(place) }
}
async function keysOf(store: Store) {
  const keys: string[] = []
  for await (const { key } of store.keys()) keys.push(key)
  return keys
}

describe.each([
  ['a local folder', local],
  ['a bucket', remote],
])('%s', (_, store) => {
  // In memory, compared in a copy, and compared while it is sent: several windows of the bucket.
  it.each([0, 5, 999_999, 9_000_000, 33_000_001])('keeps %i bytes as they were', async (length) => {
    const bytes = randomBytes(length)
    const { key, place } = await adopt(store, bytes)
    expect(key.slice(-64)).toBe(sha256(bytes))
    expect(existsSync(place)).toBe(false)
    expect(await store.size(key)).toBe(length)
    expect(sha256(await read(store, key))).toBe(sha256(bytes))
    if (length > 10) {
      const [start, end] = [3, Math.min(length - 2, 5_000_000)]
      expect((await read(store, key, { start, end })).equals(bytes.subarray(start, end + 1))).toBe(true)
    }
    await store.remove(key)
    expect(await store.size(key)).toBeUndefined()
  })

  it('gives the same bytes one key, and adopted files one each', async () => {
    const bytes = Buffer.from('the same')
    expect(await store.put(bytes)).toBe(await store.put(bytes))
    const [one, other] = [await adopt(store, bytes), await adopt(store, bytes)]
    expect(one.key).not.toBe(other.key)
    await store.remove(one.key)
    expect((await read(store, other.key)).toString()).toBe('the same')
  })

  it('says that a file is missing, which is no failure', async () => {
    const missing = '0'.repeat(96)
    await expect(store.open(missing)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await openIfStored(store, missing)).toBeUndefined()
    expect(await store.size(missing)).toBeUndefined()
    await store.remove(missing)
  })

  it('takes no key that is a path', async () => {
    for (const key of ['../secret', '', 'a/b', 'A'.repeat(96)])
      await expect(async () => store.open(key)).rejects.toThrow('storage key')
  })

  it('lists its keys, and keeps keys of earlier versions', async () => {
    const earlier = sha256(randomBytes(8))
    await store.copyIn(earlier, Readable.from([Buffer.from('from before')]))
    expect((await read(store, earlier)).toString()).toBe('from before')
    expect(await keysOf(store)).toContain(earlier)
    await store.remove(earlier)
    expect(await keysOf(store)).not.toContain(earlier)
  })

  it('takes no copy that is not what its key says', async () => {
    const { key } = await adopt(store, Buffer.from('a true copy'))
    await store.remove(key)
    await expect(store.copyIn(key, Readable.from([Buffer.from('a false one')]))).rejects.toThrow('damaged')
    expect(await store.size(key)).toBeUndefined()
    await store.copyIn(key, Readable.from([Buffer.from('a true copy')]))
    expect((await read(store, key)).toString()).toBe('a true copy')
  })

  it('leaves nothing unfinished behind', async () => {
    const place = path.dirname(await store.unfinished())
    expect(readdirSync(place)).toEqual([])
  })
})

it('serves a local file only if it is as it was stored', async () => {
  for (const length of [100, 2_000_000]) {
    const bytes = randomBytes(length)
    const { key } = await adopt(local, bytes)
    bytes[length - 1] = bytes[length - 1]! ^ 1
    writeFileSync(path.join(folder, 'local', key.slice(-2), key), bytes)
    await expect(local.open(key)).rejects.toMatchObject({ code: 'files.damaged', status: 500 })
  }
})

it('never gives all of a large file that was changed', async () => {
  const bytes = randomBytes(33_000_000)
  const { key } = await adopt(local, bytes)
  bytes[0] = bytes[0]! ^ 1
  writeFileSync(path.join(folder, 'local', key.slice(-2), key), bytes)
  let received = 0
  const reading = async () => {
    for await (const chunk of await local.open(key)) received += (chunk as Buffer).length
  }
  await expect(reading()).rejects.toThrow('damaged')
  expect(received).toBeLessThan(bytes.length)
  await local.remove(key)
})

it.each(['away', 'slow', 'truncated', 'refused'] as const)('says that a bucket is %s', async (fault) => {
  const { key } = await adopt(remote, Buffer.from('in the bucket'))
  s3.set(fault)
  await expect(remote.open(key)).rejects.toMatchObject({ code: 'files.away', status: 503 })
  if (fault === 'truncated') await expect(remote.open(key, { start: 0, end: 5 })).rejects.toMatchObject({ status: 503 })
  else await expect(adopt(remote, Buffer.from('new'))).rejects.toMatchObject({ code: 'files.away' })
  s3.set('none')
  expect((await read(remote, key)).toString()).toBe('in the bucket')
})

it('notices a bucket that sends other bytes', async () => {
  for (const length of [100, 9_000_000]) {
    const { key } = await adopt(remote, randomBytes(length))
    s3.set('wrong bytes')
    await expect(remote.open(key)).rejects.toMatchObject({ code: 'files.damaged', status: 500 })
    s3.set('none')
  }
})

it('refuses to start with a bucket that can’t be used', async () => {
  await expect(openBucket(bucket(s3.bucket)).require()).resolves.toBeUndefined()
  await expect(openBucket(bucket('s3://missing')).require()).rejects.toThrow('there is no such bucket')
  s3.set('refused')
  await expect(openBucket(bucket(s3.bucket)).require()).rejects.toThrow('FILES_S3_SECRET is wrong')
  s3.set('away')
  await expect(openBucket(bucket(s3.bucket)).require()).rejects.toThrow('isn’t responding')
  s3.set('none')
})

it('does not accept another secret', async () => {
  const { key } = await adopt(remote, Buffer.from('private'))
  const stranger = s3Blobs(bucket(`${s3.bucket}/files`, 'another'), path.join(folder, 'stranger'))
  await expect(stranger.open(key)).rejects.toMatchObject({ code: 'files.away' })
})

describe('both stores', () => {
  const both = bothStores(remote, local)

  it('reads from the second what the first does not have, and writes to the first', async () => {
    const { key } = await adopt(local, Buffer.from('not copied yet'))
    expect((await read(both, key)).toString()).toBe('not copied yet')
    expect((await read(both, key, { start: 4, end: 9 })).toString()).toBe('copied')
    expect(await both.size(key)).toBe(14)
    const written = await both.put(Buffer.from('written meanwhile'))
    expect([await remote.size(written), await local.size(written)]).toEqual([17, undefined])
  })

  it('removes from both', async () => {
    const { key } = await adopt(local, Buffer.from('of a member who leaves'))
    await remote.copyIn(key, await local.open(key))
    await both.remove(key)
    expect([await remote.size(key), await local.size(key)]).toEqual([undefined, undefined])
  })

  it('reads the good copy while the bucket is away or damaged', async () => {
    const { key } = await adopt(local, Buffer.from('two copies'))
    await remote.copyIn(key, await local.open(key))
    for (const fault of ['away', 'wrong bytes'] as const) {
      s3.set(fault)
      expect((await read(both, key)).toString()).toBe('two copies')
      s3.set('none')
    }
    await local.remove(key)
    s3.set('away')
    await expect(both.open(key)).rejects.toMatchObject({ code: 'files.away' })
    await expect(both.size(key)).rejects.toMatchObject({ code: 'files.away' })
    s3.set('none')
  })
})
