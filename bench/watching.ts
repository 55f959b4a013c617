/** npm run bench -- watching: first bytes of ranges and memory while 50 members watch and a large upload breaks. */
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import http from 'node:http'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { hashOfFile } from '#server/platform/blobs.ts'
import { filesFolder, openBlobs } from '#server/platform/storage/open-blobs.ts'
import { RESUMABLE_PART_BYTES, RESUMABLE_PATH } from '#shared/uploads.ts'
import {
  median,
  openLarge,
  percentile,
  portOf,
  print,
  processUsage,
  reachOfStaff,
  round,
  startChild,
  stopChild,
} from './kit.ts'
import { visitorsOf, type Visitor } from './sessions.ts'

const MB = 1_000_000
const WATCHING = 50
const VIDEO_BYTES = 100 * MB
/** What a player reads of a video in high definition. */
const BYTES_A_SECOND = MB
const JUMP_EVERY_MS = 5_000
const UPLOAD_BYTES = 200 * MB
/** Such a pause between parts lets the upload last as long as members are watching. */
const PART_EVERY_MS = 1_000
const BROKEN_PARTS = new Set([2, 7, 12, 17, 22])
const TUS = { 'tus-resumable': '1.0.0' }
const PART_TYPE = 'application/offset+octet-stream'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The beginning of an MP4 file, and noise. */
const videoOf = (size: number) =>
  Buffer.concat([Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2', 'latin1'), randomBytes(size - 24)])

const { database, config } = await openLarge({ members: 2_000, threads: 2_000, messages: 10_000 })
const [event] = (
  await database.write.query<{ id: number; video_id: number; members: number[] }>(
    `select v.id, v.video_id, m.members from event_videos v join events e on e.id = v.event_id
     cross join lateral (select array_agg(user_id order by user_id) as members from (
       select m.user_id from peer_network_memberships m join users u on u.id = m.user_id and not u.suspended and u.current_state = 'full access'
       where m.peer_network_id = e.peer_network_id order by m.user_id limit $1) m) m
     where cardinality(m.members) = $1 order by v.id limit 1`,
    [WATCHING],
  )
).rows
if (!event) throw new Error(`The large set has no video that ${WATCHING} members may watch.`)
await database.write.query('delete from limited_acts')
const watchers = await visitorsOf(database.write, event.members)
const video = await openBlobs(config).put(videoOf(VIDEO_BYTES))
await database.write.query(
  `update material_videos set storage_key = $2, file_type = 'video/mp4', size = $3 where id = $1`,
  [event.video_id, video, VIDEO_BYTES],
)
const [staff] = await visitorsOf(database.write, [(await reachOfStaff(database.write)).id])
await database.close()

/** Sends a file in parts; some break in the middle, and the upload resumes. */
async function upload(port: number, { cookie, xsrf }: Visitor, bytes: Buffer, breaks: ReadonlySet<number>) {
  const base = `http://127.0.0.1:${port}`
  const headers = { ...TUS, cookie, 'x-xsrf-token': xsrf }
  const metadata = Object.entries({ filename: 'Talk.mp4', purpose: 'video' }).map(
    ([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`,
  )
  const created = await fetch(base + RESUMABLE_PATH, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  })
  const at = created.headers.get('location')
  if (!at) throw new Error(`The upload was refused: ${await created.text()}`)
  const offsetNow = async () =>
    Number((await fetch(base + at, { method: 'HEAD', headers })).headers.get('upload-offset'))
  let offset = 0
  for (let part = 0; offset < bytes.length; part++) {
    const sent = bytes.subarray(offset, offset + RESUMABLE_PART_BYTES)
    await sendPart(port, at, sent, {
      headers: { ...headers, 'upload-offset': String(offset), 'content-type': PART_TYPE },
      isBroken: breaks.has(part),
    })
    if (breaks.size > 0) await pause(PART_EVERY_MS)
    offset = await offsetNow()
  }
  const finished = await fetch(`${base}${at}/finish`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!finished.ok) throw new Error(`The upload was not finished: ${await finished.text()}`)
}

function sendPart(
  port: number,
  at: string,
  bytes: Buffer,
  { headers, isBroken }: { headers: Record<string, string>; isBroken: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      port,
      host: '127.0.0.1',
      path: at,
      method: 'PATCH',
      headers: { ...headers, 'content-length': bytes.length },
    })
    request.on('response', (answer) => answer.resume().on('end', resolve))
    request.on('error', (error) => (isBroken ? resolve() : reject(error)))
    if (!isBroken) return void request.end(bytes)
    request.write(bytes.subarray(0, bytes.length / 2), () => setTimeout(() => request.destroy(), 50))
  })
}

/** From a place to the end, as a player asks; read at its speed until `until`. Returns the time of the first byte. */
function watchFrom(port: number, { cookie }: Visitor, start: number, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    let first = 0
    let read = 0
    const request = http.get({
      port,
      host: '127.0.0.1',
      path: `/api/event-videos/${event!.id}/file`,
      headers: { cookie, range: `bytes=${start}-` },
      agent: false,
    })
    request.on('error', reject)
    request.on('response', (answer) => {
      if (answer.statusCode !== 206) return reject(new Error(`A range was answered with ${answer.statusCode}.`))
      const done = () => {
        answer.removeAllListeners('data')
        request.removeListener('error', reject).on('error', () => {})
        request.destroy()
        resolve(first)
      }
      const timer = setTimeout(done, Math.max(1, until - performance.now()))
      answer.on('end', () => (clearTimeout(timer), done()))
      answer.on('data', (chunk: Buffer) => {
        if (first === 0) first = performance.now() - began
        read += chunk.length
        const ahead = (read / BYTES_A_SECOND) * 1000 - (performance.now() - began)
        if (ahead <= 0) return
        answer.pause()
        setTimeout(() => answer.resume(), Math.max(1, ahead))
      })
    })
  })
}

/** Begins within a few seconds, and jumps to another place again and again. */
async function watch(port: number, visitor: Visitor, isOver: () => boolean): Promise<number[]> {
  const firsts: number[] = []
  await pause(Math.random() * JUMP_EVERY_MS)
  while (!isOver()) {
    const start = Math.floor(Math.random() * VIDEO_BYTES * 0.9)
    firsts.push(await watchFrom(port, visitor, start, performance.now() + JUMP_EVERY_MS * (0.5 + Math.random())))
  }
  return firsts
}

/** The key of a stored file ends with the hash of its content, by which it is read again here. */
async function isStored(content: Buffer): Promise<boolean> {
  const hash = createHash('sha256').update(content).digest('hex')
  const folder = path.join(filesFolder(config.dataDir), hash.slice(-2))
  const key = (await readdir(folder)).find((name) => name.endsWith(hash))
  return key !== undefined && (await hashOfFile(path.join(folder, key))) === hash
}

spawnSync('taskset', ['-cp', '1', String(process.pid)])
const child = startChild('bench/server.ts', [config.dataDir], { core: 0 })
try {
  const port = await portOf(child)
  await upload(port, staff!, videoOf(RESUMABLE_PART_BYTES), new Set())
  for (const visitor of watchers) await watchFrom(port, visitor, 0, performance.now() + 20)
  await pause(2_000)
  const { mb: idleMb, cpuMs } = processUsage(child.pid!)
  const began = performance.now()
  let most = 0
  const measuring = setInterval(() => (most = Math.max(most, processUsage(child.pid!).mb)), 250)
  const sent = videoOf(UPLOAD_BYTES)
  let isUploaded = false
  const uploading = upload(port, staff!, sent, BROKEN_PARTS).finally(() => (isUploaded = true))
  const firsts = (await Promise.all(watchers.map((visitor) => watch(port, visitor, () => isUploaded)))).flat()
  await uploading
  clearInterval(measuring)
  const busy = (processUsage(child.pid!).cpuMs - cpuMs) / (performance.now() - began)
  print('watching', {
    watching: WATCHING,
    ranges: firsts.length,
    cores_used: round(busy, 2),
    first_byte_ms: {
      p50: round(median(firsts), 1),
      p95: percentile(firsts, 0.95),
      p99: percentile(firsts, 0.99),
      most: percentile(firsts, 1),
    },
    server_mb: { before: round(idleMb, 0), most: round(most, 0), more: round(most - idleMb, 0) },
    upload: {
      mb: UPLOAD_BYTES / MB,
      broken_connections: BROKEN_PARTS.size,
      is_whole: await isStored(sent),
    },
    must: { 'first_byte_ms.p95': '<= 50', 'server_mb.more': '<= 80', 'upload.is_whole': true },
  })
} finally {
  await stopChild(child)
}
process.exit(0)
