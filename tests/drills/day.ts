/**
 * npm run drill -- day [MINUTES]: a day of a community, compressed to an hour. Members read, search, reply, chat, upload and
 * watch, more at noon than at night, have pages open, and get all replies by email. Prints what became of it and how
 * the memory of the server grew. Ends with 1 if something failed, was lost or came twice, or if the memory grows.
 */
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import {
  Notifications,
  FindThreads,
  RecordWatching,
  ReplyToThread,
  SendMessage,
  thread,
  threads as feed,
} from '#api/operations.ts'
import { ROUTES } from '#shared/routes.ts'
import { processUsage } from '../../bench/kit.ts'
import { listen } from '../../bench/listen.ts'
import { visitorsOf } from '../../bench/sessions.ts'
import { newKey, type Client } from '../harness/client.ts'
import { uploaded } from '../harness/uploads.ts'
import {
  addReaders,
  askAs,
  clientOf,
  figure,
  givenNumber,
  jobsWaiting,
  liftLimits,
  openCommunity,
  p99,
  printOutcome,
} from './servers.ts'
import type { Answered } from './servers.ts'
import { openSink } from './sink.ts'

const PORT = 4521
const URL = `http://127.0.0.1:${PORT}`
const DOMAIN = 'lists.drill.test'
const HOURS = 24
/** How busy each hour is, from midnight on. */
const BUSY = [
  0.2, 0.1, 0.1, 0.1, 0.1, 0.2, 0.3, 0.5, 0.8, 1, 1, 0.9, 0.8, 0.9, 1, 1, 0.9, 0.7, 0.6, 0.5, 0.5, 0.4, 0.3, 0.2,
]
/** Requests per second in the busiest hours. */
const MOST = 25
const MEMBERS = 300
const EMAIL_READERS = 20
const OPEN_PAGES = 100
const DISCUSSIONS = 20
const CHATS = 30
const FILE_BYTES = 50_000
const RANGE_BYTES = 65_536
const SETTLE_WITHIN_MS = 300_000
const GOAL_GROWTH = 1.1
const QUESTIONS = [
  'indemnity cap in a software agreement',
  'who reviews the marketing claims',
  'data processing addendum',
  'board minutes template',
  'outside counsel for employment',
]

const minutes = givenNumber('day [MINUTES]', 60)

interface Place {
  discussions: number[]
  chats: { id: number; members: Client[] }[]
  video: { id: number; size: number }
}

/** Discussions of a member, approved, so that no reply is anonymous. */
async function startDiscussions(pool: pg.Pool, authorId: number): Promise<number[]> {
  const ids: number[] = []
  for (let each = 1; each <= DISCUSSIONS; each++) {
    const asked = { topic: `What do you do about number ${each}`, body: '<p>How do you handle it?</p>' }
    const { createThread } = await askAs<{ createThread: { id: number } }>(
      pool,
      { port: PORT, userId: authorId },
      'CreateThread',
      asked,
    )
    ids.push(createThread.id)
  }
  const { rows } = await pool.query<{ id: string }>('select min(id) as id from users where is_staff')
  const approval = { thread_ids: ids, act: 'approve' }
  await askAs(pool, { port: PORT, userId: Number(rows[0]!.id) }, 'ModerateItems', approval)
  return ids
}

async function startChats(pool: pg.Pool, members: readonly Client[]): Promise<Place['chats']> {
  const size = members.length / CHATS
  const chats: Place['chats'] = []
  for (let each = 0; each < CHATS; each++) {
    const own = members.slice(each * size, (each + 1) * size)
    const { rows } = await pool.query<{ id: string }>(
      `with made as (insert into inbox_groups (group_type, name, members_limit, created_by)
         values ('small_group_chat', 'Lunch', 12, $1::bigint) returning id)
       insert into inbox_members (group_id, user_id) select m.id, u from made m, unnest($2::bigint[]) u returning group_id as id`,
      [own[0]!.id, own.map(({ id }) => id)],
    )
    chats.push({ id: Number(rows[0]!.id), members: own })
  }
  return chats
}

async function videoOf(pool: pg.Pool): Promise<Place['video']> {
  const { rows } = await pool.query<{ id: string; size: string }>(
    `select v.id, m.size from event_videos v join events e on e.id = v.event_id join material_videos m on m.id = v.video_id
       join peer_networks n on n.id = e.peer_network_id and n.slug = 'legal'
     where m.storage_key is not null order by v.id limit 1`,
  )
  if (!rows[0]) throw new Error('The demo has no video for these members.')
  return { id: Number(rows[0].id), size: Number(rows[0].size) }
}

const anyOf = <Item>(list: readonly Item[]): Item => list[Math.floor(Math.random() * list.length)]!
const keyIn = (text: string) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text.replaceAll('=\r\n', ''))?.[0]
const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / Math.max(1, values.length)

const answered: (Answered & { act: string })[] = []
const acknowledged = new Map<string, number>()
const chatted = new Set<string>()
/** How often each reply arrived by email, by its key and the address. */
const arrived = new Map<string, Map<string, number>>()

/** What members do, and how often of a hundred times. */
const acts = (members: readonly Client[], { discussions, chats, video }: Place) => {
  const get = async (who: Client, path: string, headers = {}) => {
    const answer = await fetch(`${URL}${path}`, {
      headers: { cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers },
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return Buffer.from(await answer.arrayBuffer())
  }
  const reply = async (who: Client, more = {}) => {
    const key = newKey()
    const asked = { thread_id: anyOf(discussions), body: `<p>${key}</p>`, idempotency_key: key, ...more }
    const { replyToThread } = await who.ask(ReplyToThread, asked)
    acknowledged.set(key, performance.now())
    return replyToThread
  }
  return {
    feed: [30, (who) => who.ask(feed, { limit: 25 })],
    thread: [20, (who) => who.ask(thread, { id: anyOf(discussions) })],
    page: [
      8,
      (who) =>
        get(who, anyOf([ROUTES.feed, ROUTES.events, ROUTES.peerDocuments, ROUTES.inbox]), { accept: 'text/html' }),
    ],
    search: [10, (who) => who.ask(FindThreads, { search: anyOf(QUESTIONS) })],
    notifications: [10, (who) => who.ask(Notifications, {})],
    reply: [6, (who) => reply(who)],
    chat: [
      8,
      async () => {
        const { id, members: own } = anyOf(chats)
        const key = newKey()
        await anyOf(own).ask(SendMessage, { group_id: id, msg_body: `<p>${key}</p>`, idempotency_key: key })
        chatted.add(key)
      },
    ],
    upload: [
      2,
      async (who) => {
        const bytes = randomBytes(FILE_BYTES / 2).toString('hex')
        const file = await uploaded({ url: URL }, who, 'Notes.txt', bytes)
        const { attachments } = await reply(who, { attachments: [file] })
        const read = await get(anyOf(members), attachments[0]!.file)
        if (!hashOf(read).equals(hashOf(bytes))) throw new Error('A file came back changed.')
      },
    ],
    watch: [
      6,
      async (who) => {
        const from = Math.floor(Math.random() * Math.max(1, video.size - RANGE_BYTES))
        const to = Math.min(video.size, from + RANGE_BYTES) - 1
        const read = await get(who, `/api/event-videos/${video.id}/file`, { range: `bytes=${from}-${to}` })
        if (read.length !== to - from + 1) throw new Error('A part of the video is missing.')
        await who.ask(RecordWatching, { kind: 'event_video', id: video.id, position: 1 })
      },
    ],
  } satisfies Record<string, [number, (who: Client) => Promise<unknown>]>
}
const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

const sink = await openSink()
const community = await openCommunity('day')
let isGood = false
try {
  const { pool } = community
  const server = await community.start(PORT, { settings: { MAIL_DOMAIN: DOMAIN, SMTP_URL: sink.url } })
  await liftLimits(pool)
  await pool.query(`update users set listserv_email_preference = 'none'`)
  await pool.query('delete from mail_choices')
  // Replies are emailed before staff have seen them.
  await pool.query('update mail_lists set waits_for_review = false')
  const subscribers = await addReaders(pool, EMAIL_READERS, 'all')
  const { rows } = await pool.query<{ email: string }>('select email::text from users where id = any($1)', [
    subscribers,
  ])
  const ids = await addReaders(pool, MEMBERS, 'none')
  const members = await Promise.all(ids.map((id) => clientOf(pool, URL, id)))
  const place = {
    discussions: await startDiscussions(pool, ids[0]!),
    chats: await startChats(pool, members),
    video: await videoOf(pool),
  }
  let lostPages = 0
  let isEnding = false
  const closed = () => void (isEnding || lostPages++)
  const pages = await Promise.all(
    (await visitorsOf(pool, ids.slice(0, OPEN_PAGES))).map((visitor) =>
      listen(PORT, visitor, { heard: () => {}, closed }),
    ),
  )
  const kinds = Object.entries<[number, (who: Client) => Promise<unknown>]>(acts(members, place))
  const inAll = kinds.flatMap(([name, [share, act]]) => Array.from({ length: share }, () => ({ name, act })))

  const one = async () => {
    const { name, act } = anyOf(inAll)
    const at = performance.now()
    let code: string | undefined
    try {
      await act(anyOf(members))
    } catch (error) {
      code = String(error)
      console.error(`${name}: ${code}`.slice(0, 300))
    }
    answered.push({ act: name, at, took: performance.now() - at, isGood: code === undefined, isReply: false, code })
  }
  const takeEmails = () => {
    for (const { to, text } of sink.arrived.splice(0)) {
      const key = keyIn(text)
      if (key === undefined) continue
      const times = arrived.get(key) ?? new Map<string, number>()
      arrived.set(key, times.set(to, (times.get(to) ?? 0) + 1))
    }
  }
  const memory: number[] = []
  const pending = new Set<Promise<void>>()
  const hourMs = (minutes * 60_000) / HOURS
  for (const busy of BUSY) {
    const began = performance.now()
    for (let sent = 0; performance.now() - began < hourMs; await sleep(10)) {
      for (const due = ((performance.now() - began) / 1000) * MOST * busy; sent < due; sent++) {
        const work = one()
        pending.add(work)
        void work.finally(() => pending.delete(work))
      }
      takeEmails()
    }
    memory.push(processUsage(server.pid!).mb)
  }
  await Promise.all(pending)

  const expected = acknowledged.size * EMAIL_READERS
  const emails = () =>
    [...acknowledged.keys()].flatMap((key) => rows.map(({ email }) => arrived.get(key)?.get(email) ?? 0))
  const ended = performance.now()
  const isSettled = async () => {
    takeEmails()
    return emails().every((times) => times > 0) && (await jobsWaiting(pool)) === 0
  }
  while (!(await isSettled()) && performance.now() - ended < SETTLE_WITHIN_MS) await sleep(500)
  const settledS = (performance.now() - ended) / 1000
  const { rows: kept } = await pool.query<{ body: string }>(
    `select msg_body as body from inbox_messages where msg_body ~ '^<p>[0-9a-f-]{36}</p>$'`,
  )
  const lostChats = chatted.size - new Set(kept.map(({ body }) => keyIn(body))).size
  const [missing, twice] = [
    emails().filter((times) => times === 0).length,
    emails().filter((times) => times > 1).length,
  ]
  const jobs = await jobsWaiting(pool)
  const [noon, night] = [mean(memory.slice(9, 13)), mean(memory.slice(-4))]

  for (const [name] of kinds) {
    const own = answered.filter(({ act }) => act === name)
    figure(`${name}: times; p99, ms`, `${own.length}; ${p99(own).toFixed(0)}`)
  }
  const isKept = await printOutcome(pool, { writers: [], answered, acknowledged, stop: async () => {} }, MOST)
  figure(
    'chat messages; lost; stored twice',
    `${chatted.size}; ${lostChats}; ${kept.length - new Set(kept.map(({ body }) => body)).size}`,
  )
  figure('emails; missing; sent twice', `${expected}; ${missing}; ${twice}`)
  figure('jobs left; all done after, s', `${jobs}; ${settledS.toFixed(1)}`)
  figure('open pages that lost their stream', lostPages)
  figure('memory after each hour, MB', memory.map((mb) => mb.toFixed(0)).join(' '))
  figure(`at night of noon (goal ${GOAL_GROWTH})`, (night / noon).toFixed(2))
  isGood = isKept && lostChats + missing + twice + jobs + lostPages === 0 && night / noon <= GOAL_GROWTH
  isEnding = true
  for (const page of pages) page.destroy()
} finally {
  await community.close()
  sink.close()
}
process.exit(isGood ? 0 : 1)
