/**
 * npm run drill -- fan-out [READERS]: a discussion goes to that many members by email. Prints how long it takes until all
 * emails are queued, how many a second the mail server of the members takes, and what the server grows by.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { addReaders, askAs, figure, givenNumber, liftLimits, openCommunity } from './servers.ts'
import { openSink } from './sink.ts'

const PORT = 4493
const DOMAIN = 'lists.drill.test'
const TOPIC = 'To all of us'
const WITHIN_MS = 900_000
const POLL_MS = 250

const readers = givenNumber('fan-out [READERS]', 20_000)

/** Members of one network who get each discussion by email; nobody else gets any. */
async function prepare(pool: pg.Pool): Promise<number> {
  await liftLimits(pool)
  await pool.query(`update users set listserv_email_preference = 'none'`)
  await pool.query('delete from mail_choices')
  await addReaders(pool, readers, 'all')
  const { rows } = await pool.query<{ id: string }>(
    `select u.id from users u join peer_network_memberships m on m.user_id = u.id and m.is_primary
       join peer_networks n on n.id = m.peer_network_id and n.slug = 'legal'
     where u.current_state = 'full access' and not u.is_staff order by u.id limit 1`,
  )
  return Number(rows[0]!.id)
}

/** Posts a discussion, which one of the staff approves. */
async function post(pool: pg.Pool, authorId: number): Promise<void> {
  const asked = { topic: TOPIC, body: '<p>Who has seen one?</p>' }
  const { createThread } = await askAs<{ createThread: { id: number } }>(
    pool,
    { port: PORT, userId: authorId },
    'CreateThread',
    asked,
  )
  const { rows } = await pool.query<{ id: string }>('select min(id) as id from users where is_staff')
  await askAs(pool, { port: PORT, userId: Number(rows[0]!.id) }, 'ModerateItems', {
    thread_ids: [createThread.id],
    act: 'approve',
  })
}

async function until(name: string, isDone: () => Promise<boolean>): Promise<number> {
  for (const began = performance.now(); ; await sleep(POLL_MS)) {
    if (await isDone()) return performance.now()
    if (performance.now() - began > WITHIN_MS)
      throw new Error(`${name} took longer than ${WITHIN_MS / 60_000} minutes.`)
  }
}

const residentMb = (pid: number, name: 'VmRSS' | 'VmHWM') =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

const sink = await openSink()
const community = await openCommunity('fan-out')
let isGood = false
try {
  const child = await community.start(PORT, { settings: { MAIL_DOMAIN: DOMAIN, SMTP_URL: sink.url } })
  const { pool } = community
  const authorId = await prepare(pool)
  const before = residentMb(child.pid!, 'VmRSS')
  await post(pool, authorId)
  // The time in which a post can be undone is not what is measured. The approval sets it anew.
  let began = performance.now()
  await until('The approval', async () => {
    const { rowCount } = await pool.query(
      `update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'mail:fan-out' and j.run_at > now()`,
    )
    if (rowCount) began = performance.now()
    return (await pool.query('select from mail_deliveries limit 1')).rowCount === 1
  })
  const count = async (condition: string) =>
    (
      await pool.query<{ n: number }>(
        `select count(*)::integer as n from outgoing_mails where kind = 'discussion'${condition}`,
      )
    ).rows[0]!.n
  const queued = await until('Queueing', async () => (await count('')) >= readers)
  await until('Sending', async () => (await count(` and state = 'queued'`)) === 0)
  const sent = sink.arrived.filter(({ text }) => text.includes(TOPIC))
  const seconds = (sent.at(-1)!.at - sent[0]!.at) / 1000
  const people = new Set(sent.map(({ to }) => to))
  figure('readers; queued after, s', `${readers}; ${((queued - began) / 1000).toFixed(1)}`)
  figure(
    'last one handed over after, s; a second',
    `${((sent.at(-1)!.at - began) / 1000).toFixed(0)}; ${(sent.length / seconds).toFixed(0)}`,
  )
  figure('not sent; sent twice', `${readers - people.size}; ${sent.length - people.size}`)
  figure('memory before; most, MB', `${before.toFixed(0)}; ${residentMb(child.pid!, 'VmHWM').toFixed(0)}`)
  isGood = people.size === readers && sent.length === readers
} finally {
  await community.close()
  sink.close()
}
process.exit(isGood ? 0 : 1)
