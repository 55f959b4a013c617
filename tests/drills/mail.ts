/**
 * npm run drill -- mail [EMAILS] [KILLS]: members reply by email, to the group and privately, also with headers that try
 * to turn one into the other, and everything is sent on by email, while the server is killed again and again, and the
 * database at each fifth time. Ends with 1 if a reply is lost, posted twice, or reaches anybody for whom it is not. An
 * email that the other server took just before the kill is sent again under its Message-ID: mail programs show one.
 */
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { replyAddress, type Audience } from '#server/features/mail/addresses/reply-address.ts'
import { BULK_ITEMS } from '#shared/moderation.ts'
import { callOf, SECRET, visitorsOf } from '../../bench/sessions.ts'
import { askAs, figure, liftLimits, openCommunity, stop } from './servers.ts'
import { openSink } from './sink.ts'

const PORT = 4491
const LISTEN = 4492
const DOMAIN = 'lists.drill.test'
const SENDERS = 8
const WRITERS = 20
/** Of the database, one for so many of the server. */
const KILLS_FOR_DATABASE = 5
const SETTLE_WITHIN_MS = 900_000

const [emails, kills] = [Number(process.argv[2] ?? 10_000), Number(process.argv[3] ?? 50)]
if (![emails, kills].every((each) => Number.isInteger(each) && each >= 0)) {
  console.error('Usage: npm run drill -- mail [EMAILS] [KILLS]')
  process.exit(1)
}

interface Case {
  /** Unique, in letters only: digits could look like a telephone number. */
  token: string
  writer: { id: number; email: string }
  raw: string
  recipients: string[]
  expected: Audience | 'nobody'
}

/** Says of every name that it does not exist, so no sender is proved or refuted. */
async function openEmptyDns() {
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    message[2]! |= 0x80
    message[3] = 0x83
    socket.send(message, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() }
}

const tokenOf = (number: number) =>
  `word${[...String(number).padStart(6, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`

/** What a mail program, a server on the way or an enemy makes of a reply. */
function caseOf(number: number, writer: Case['writer'], messageId: number): Case {
  const key = (audience: Audience) =>
    replyAddress({ domain: DOMAIN, secret: SECRET }, { userId: writer.id, messageId, audience })
  const [group, secret] = [key('group'), key('private')]
  const token = tokenOf(number)
  const made = (expected: Case['expected'], recipients: string[], headers: Record<string, string> = {}): Case => {
    const lines = { From: writer.email, To: recipients[0]!, Subject: `Re: ${token}`, ...headers }
    const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
    const id = `Message-ID: <${token}@drill.test>`
    const body = `The answer is ${token}.\r\n\r\nOn Monday, a member wrote:\r\n> Which one?\r\n`
    return { token, writer, recipients, expected, raw: [...head, id, '', body].join('\r\n') }
  }
  const folded = `\r\n  "The group, and others"\r\n\t<${secret.toUpperCase()}>`
  return [
    () => made('group', [group]),
    () => made('private', [secret]),
    () => made('private', [secret], { Cc: `Everybody <${group}>` }),
    () => made('nobody', [group], { Cc: folded }),
    () => made('private', [secret, group]),
    () => made('private', [secret.toUpperCase()], { To: `legal@${DOMAIN}`, 'Resent-To': group }),
    () => made('group', [group], { Subject: `Fwd: Re: ${token}`, References: '<somebody@elsewhere.test>' }),
    () => made('nobody', [group], { From: 'Somebody <somebody@elsewhere.test>' }),
  ][number % 8]!()
}

interface Delivered {
  took: number[]
  ms: number
}
/** As a mail server does: tries again until it is taken. Every seventh is sent twice, with another way through the net. */
async function deliver(cases: readonly Case[], onTaken: (count: number) => void): Promise<Delivered> {
  const took: number[] = []
  let next = 0
  let taken = 0
  const began = performance.now()
  const sender = async () => {
    let transport = connect()
    const send = async ({ recipients, raw, writer }: Case) => {
      for (;;) {
        const start = performance.now()
        try {
          await transport.sendMail({ envelope: { from: writer.email, to: recipients }, raw } as never)
          took.push(performance.now() - start)
          return
        } catch {
          transport.close()
          await sleep(300)
          transport = connect()
        }
      }
    }
    for (let number = next++; number < cases.length; number = next++) {
      const one = cases[number]!
      await send(one)
      if (number % 7 === 0) await send({ ...one, raw: `Received: from another way\r\n${one.raw}` })
      onTaken(++taken)
    }
    transport.close()
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return { took, ms: performance.now() - began }
}
const connect = () =>
  createTransport({
    host: '127.0.0.1',
    port: LISTEN,
    lmtp: true,
    ignoreTLS: true,
    pool: true,
    maxConnections: 1,
  } as never)

interface Readers {
  writers: Case['writer'][]
  /** Who started the discussion that is answered, and a member who only reads. */
  author: { id: number; email: string }
  reader: { id: number; email: string }
  messageId: number
  staffId: number
}
/** Nobody but the author and one reader gets discussions by email. */
async function prepare(pool: pg.Pool): Promise<Readers> {
  await liftLimits(pool)
  const { rows: members } = await pool.query<{ id: string; email: string }>(
    `select u.id, u.email::text from users u join peer_network_memberships m on m.user_id = u.id and m.is_primary
       join peer_networks n on n.id = m.peer_network_id and n.slug = 'legal'
     where u.current_state = 'full access' and not u.suspended and not u.is_staff
       and not exists (select from member_blocks b where u.id in (b.user_id, b.blocked_user_id))
     order by u.id limit $1`,
    [WRITERS + 2],
  )
  const [author, reader, ...writers] = members.map(({ id, email }) => ({ id: Number(id), email }))
  const { createThread } = await askAs<{ createThread: { id: number } }>(
    pool,
    { port: PORT, userId: author!.id },
    'CreateThread',
    { topic: 'Which one', body: '<p>Which one?</p>' },
  )
  const { rows } = await pool.query<{ message_id: string; staff_id: string }>(
    `select m.id as message_id, (select min(id) from users where is_staff) as staff_id
     from messages m where m.thread_id = $1 and m.is_original_message`,
    [createThread.id],
  )
  await pool.query(`update users set listserv_email_preference = case when id = any($1) then 'all' else 'none' end`, [
    [author!.id, reader!.id],
  ])
  await pool.query('delete from mail_choices')
  const [row] = rows
  return {
    ...{ writers, author: author!, reader: reader! },
    messageId: Number(row!.message_id),
    staffId: Number(row!.staff_id),
  }
}

async function settled(pool: pg.Pool, query: string): Promise<void> {
  for (const until = Date.now() + SETTLE_WITHIN_MS; ; await sleep(500)) {
    const left = await pool.query<{ left: number }>(query).then(
      ({ rows }) => rows[0]!.left,
      () => Infinity,
    )
    if (left === 0) return
    if (Date.now() > until) throw new Error(`${left} are still open after ${SETTLE_WITHIN_MS / 60_000} minutes.`)
  }
}

/** Staff approve what was posted, in steps. */
async function approve(pool: pg.Pool, staffId: number): Promise<number> {
  const [staff] = await visitorsOf(pool, [staffId])
  const { rows } = await pool.query<{ id: string }>(
    `select id from messages where source = 'other' and moderation_processed is false order by id`,
  )
  for (let from = 0; from < rows.length; from += BULK_ITEMS) {
    const message_ids = rows.slice(from, from + BULK_ITEMS).map(({ id }) => Number(id))
    const call = callOf('ModerateItems', { message_ids, act: 'approve', idempotency_key: randomUUID() }, staff!)
    const approved = async () => {
      const answer = await fetch(`http://127.0.0.1:${PORT}${call.path}`, call).catch(() => undefined)
      return answer?.status === 200 && !(await answer.text()).includes('"errors"')
    }
    for (let attempt = 0; !(await approved()); attempt++) {
      if (attempt === 50) throw new Error('Staff can’t approve.')
      await sleep(500)
    }
  }
  return rows.length
}

const dns = await openEmptyDns()
const sink = await openSink()
const community = await openCommunity('mail')
const settings = {
  MAIL_LISTEN: `127.0.0.1:${LISTEN}`,
  MAIL_LISTEN_PROTOCOL: 'lmtp',
  MAIL_DOMAIN: DOMAIN,
  MAIL_DNS: dns.address,
  SMTP_URL: sink.url,
}
let isGood = false
try {
  let child = await community.start(PORT, { settings })
  const readers = await prepare(community.pool)
  const cases = Array.from({ length: emails }, (_, number) =>
    caseOf(number, readers.writers[Math.floor(number / 8) % readers.writers.length]!, readers.messageId),
  )
  let killed = 0
  let killing = Promise.resolve()
  const kill = async () => {
    killed += 1
    if (killed % KILLS_FOR_DATABASE === 0) community.killDatabase()
    await stop(child, 'SIGKILL')
    child = await community.start(PORT, { settings })
  }
  /** Half while they come in, half while they go out. */
  const killAt = (share: number) => {
    if (killed < kills * share) killing = killing.then(kill)
  }
  const each = Math.max(1, Math.floor(emails / Math.max(1, kills / 2)))
  const inbound = await deliver(cases, (count) => count % each === 0 && killAt(0.5))
  await killing
  await settled(community.pool, `select count(*)::integer as left from inbound_mails where state = 'received'`)
  const decided = performance.now()
  const approved = await approve(community.pool, readers.staffId)
  const from = sink.arrived.length
  const pause = setInterval(() => {
    if (sink.arrived.length > from) killAt(1)
  }, 4_000)
  await settled(
    community.pool,
    `select count(*)::integer as left from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier in ('mail:post', 'mail:fan-out', 'mail:deliver', 'mailer:send')`,
  )
  clearInterval(pause)
  await killing
  await settled(
    community.pool,
    `select count(*)::integer as left from outgoing_mails where state = 'queued' and kind = 'discussion'`,
  )

  const { rows } = await community.pool.query<{ body: string; is_private: boolean; readers: string[] }>(
    `select body, is_private, private_reader_ids as readers from messages where thread_id = (select thread_id from messages where id = $1) and not is_original_message`,
    [readers.messageId],
  )
  const posts = Map.groupBy(rows, ({ body }) => /word[a-j]{6}/.exec(body)?.[0] ?? '')
  const emailsOf = Map.groupBy(
    sink.arrived.filter(({ text }) => /word[a-j]{6}/.test(text)),
    ({ text }) => /word[a-j]{6}/.exec(text)![0],
  )
  const wrong = { lost: 0, twice: 0, exposed: 0, unsent: 0, sentTwice: 0, sentToOthers: 0 }
  for (const { token, expected, writer } of cases) {
    const made = posts.get(token) ?? []
    const count = expected === 'nobody' ? 0 : 1
    if (made.length < count) wrong.lost += 1
    if (made.length > count) wrong[expected === 'nobody' ? 'exposed' : 'twice'] += 1
    const isExposed = expected === 'private' && made.some((post) => !post.is_private || post.readers.length !== 2)
    if (isExposed) wrong.exposed += 1
    const wanted = { group: [readers.author, readers.reader], private: [readers.author], nobody: [] }[expected]
    const got = (emailsOf.get(token) ?? []).map(({ to }) => to)
    for (const { email } of wanted) {
      const times = got.filter((to) => to === email).length
      if (times === 0) wrong.unsent += 1
      if (times > 1) wrong.sentTwice += 1
    }
    if (got.some((to) => to !== writer.email && !wanted.some(({ email }) => email === to))) wrong.sentToOthers += 1
  }
  const sorted = inbound.took.toSorted((a, b) => a - b)
  const out = sink.arrived.slice(from).map(({ at }) => at)
  figure(
    'emails taken; a second; kills of the server, database',
    `${emails}; ${((emails / inbound.ms) * 1000).toFixed(0)}; ${killed}, ${Math.floor(killed / KILLS_FOR_DATABASE)}`,
  )
  figure(
    'answer p50; p99, ms',
    `${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)}; ${sorted[Math.floor(sorted.length * 0.99)]!.toFixed(0)}`,
  )
  figure('posted and approved; until decided, s', `${approved}; ${((decided - inbound.ms) / 1000).toFixed(0)}`)
  figure('lost; twice; seen by whom they are not for', `${wrong.lost}; ${wrong.twice}; ${wrong.exposed}`)
  figure('emails sent on; a second', `${out.length}; ${((out.length / (out.at(-1)! - out[0]!)) * 1000).toFixed(0)}`)
  figure('not sent; sent twice; sent to others', `${wrong.unsent}; ${wrong.sentTwice}; ${wrong.sentToOthers}`)
  isGood = Object.entries(wrong).every(([name, count]) => count === 0 || name === 'sentTwice')
} finally {
  await community.close()
  sink.close()
  dns.close()
}
process.exit(isGood ? 0 : 1)
