/**
 * npm run drill -- disk [SECONDS]: the disk of the embedded database and its files fills up, and so does that of the log,
 * while members read and reply. Ends with 1 if a request to read fails, a reply is refused otherwise than with
 * the sentence about storage, one is lost or stored twice, or not everything goes on once there is room. Needs root, to
 * mount the disks.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { runningSocket } from '#server/platform/database/embedded.ts'
import { flags } from '../../bin/install.mjs'
import { SECRET } from '../../bench/sessions.ts'
import { newFolder, removeDataFolder } from '../harness/backups.ts'
import { figure, printOutcome, signIn, startLoad, stop, type Load } from './servers.ts'

const PORT = 4471
const RATE = 50
const MB = 1024 * 1024
/** Less than is left for what can't be refused. */
const LITTLE_BYTES = 32 * MB
const READY_WITHIN_MS = 180_000

const seconds = Number(process.argv[2] ?? 15)
if (!Number.isInteger(seconds) || seconds < 1 || process.getuid?.() !== 0) {
  console.error('Usage, as root: npm run drill -- disk [SECONDS]')
  process.exit(1)
}

const folder = newFolder('disk')
const [data, logs] = [path.join(folder, 'data'), path.join(folder, 'logs')]
const disk = (at: string, size: string) => {
  mkdirSync(at, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', at])
}
const freeBytes = (at: string) => {
  const { bavail, bsize } = statfsSync(at)
  return bavail * bsize
}
/** Fills a disk until this much is left. */
function fill(at: string, left: number) {
  for (let each = 0; freeBytes(at) > left; each++)
    try {
      writeFileSync(path.join(at, `filler-${left}-${each}`), Buffer.alloc(Math.min(16 * MB, freeBytes(at) - left)))
    } catch {
      return
    }
}
const empty = () => execFileSync('find', [folder, '-name', 'filler-*', '-delete'])

const server = `http://127.0.0.1:${PORT}`
const readiness = async () => {
  const answer = await fetch(`${server}/readyz`).catch(() => undefined)
  return { status: answer?.status, ...((await answer?.json()) as { room?: boolean }) }
}
async function untilReady() {
  for (const until = Date.now() + READY_WITHIN_MS; (await readiness()).status !== 200; await sleep(200))
    if (Date.now() > until) throw new Error('The server did not start.')
}

/** Whether all went as it must in one phase. */
async function phase(
  name: string,
  load: Load,
  { refusesReplies, signsIn }: { refusesReplies: boolean; signsIn: boolean },
): Promise<boolean> {
  const from = load.answered.length
  const signedIn = (await signIn(server, 'peer@legal.test')).status
  await sleep(seconds * 1000)
  const answered = load.answered.slice(from)
  const reads = answered.filter(({ isReply }) => !isReply)
  const replies = answered.filter(({ isReply }) => isReply)
  const failed = reads.filter(({ isGood }) => !isGood).length
  const refused = replies.filter(({ code }) => code === 'no_room').length
  const other = replies.filter(({ isGood, code }) => !isGood && code !== 'no_room').length
  const { status, room } = await readiness()
  figure(`${name}: reads, failed`, `${reads.length}, ${failed}`)
  figure('  replies, refused for lack of room, failed', `${replies.length}, ${refused}, ${other}`)
  figure('  signed in; ready; room', `${signedIn}; ${status}; ${room}`)
  const isRefused = refusesReplies ? refused > 0 : refused === 0
  return failed + other === 0 && (!signsIn || signedIn === 200) && status === 200 && isRefused
}

let isGood = false
disk(data, '1g')
disk(logs, '1m')
const child = spawn(process.execPath, [...flags, 'bin/start.ts'], {
  env: {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    PORT: String(PORT),
    HOST: '127.0.0.1',
    DATA_DIR: data,
    SECRET,
  },
  stdio: ['ignore', 'ignore', openSync(path.join(logs, 'log'), 'a')],
})
const pool = new pg.Pool({ host: runningSocket(data), user: 'postgres', database: 'postgres' })
pool.on('error', () => {})
try {
  await untilReady()
  const load = await startLoad(pool, [server], RATE)
  const phases = [await phase('with room', load, { refusesReplies: false, signsIn: true })]
  fill(data, LITTLE_BYTES)
  await sleep(1_000)
  phases.push(await phase('with 32 MB', load, { refusesReplies: true, signsIn: true }))
  fill(data, 0)
  fill(logs, 0)
  phases.push(await phase('full, and the disk of the log', load, { refusesReplies: true, signsIn: false }))
  empty()
  await sleep(1_000)
  phases.push(await phase('with room again', load, { refusesReplies: false, signsIn: true }))
  await load.stop()
  const replies = load.answered.filter(({ code }) => code === undefined)
  isGood = (await printOutcome(pool, { ...load, answered: replies }, RATE)) && phases.every(Boolean)
} finally {
  await stop(child)
  await pool.end()
  for (const at of [data, logs]) execFileSync('umount', ['-l', at])
  removeDataFolder(folder)
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isGood ? 0 : 1)
