/**
 * First-party analytics. Stores only event names and ids listed in `shared/analytics.ts`; never members' text, and
 * nothing about anonymous threads. The response tells the browser whether it may forward the event to third parties.
 */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { concernsAnonymous, showsAnonymous } from '#server/features/discussions/index.ts'
import { isMoment } from '#shared/kit/moments.ts'
import { problem } from '#server/platform/problems.ts'
import { makeAttempts, clientNetwork } from '#server/platform/session/attempts.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { isAnalyticsKind, leavingData, leavingWords, referencesOf } from '#shared/analytics.ts'

const DATA_BYTES = 4_000
const BODY_BYTES = 16 * 1024
/** An invitee's pages send a few dozen events. */
const EVENTS_OF_A_PLACE = 300
const EVENTS_OF_EVERYBODY = 10_000
const WINDOW_SECONDS = 15 * 60
/** The format of an invitation's code. */
const CODE = /^[0-9a-f]{32}$/
/** PostgreSQL cannot store NUL or lone surrogates; in JSON text both are escapes. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
const isStorable = (value: unknown) => !UNSTORABLE.test(JSON.stringify(value))
const text = (least: number, most: number) => z.string().min(least).max(most).refine(isStorable)
const small = z
  .record(z.string(), z.unknown())
  .refine((data) => JSON.stringify(data).length <= DATA_BYTES && isStorable(data))
  .nullish()
const eventBody = z.object({
  insert_id: text(8, 100),
  // Stores the time of a wrong clock, but rejects a date that does not exist.
  occurred_at: z.string().refine(isMoment),
  key: text(1, 100).refine(isAnalyticsKind),
  data: small,
  metadata: small,
  abtests: small,
  session: text(0, 100).nullish(),
  invite_code: text(0, 100).nullish(),
})

/** Response for an event that is neither stored nor forwarded. */
const NOT_COUNTED = { counted: false }

const insertEvent = statement(
  'insert-analytics-event',
  {
    insertId: 'text',
    userId: 'bigint',
    occurredAt: 'timestamptz',
    key: 'text',
    data: 'jsonb',
    metadata: 'jsonb',
    abtests: 'jsonb',
    session: 'text',
    inviteCode: 'text',
  },
  (p) => sql`
    insert into analytics_events (insert_id, user_id, occurred_at, key, data, metadata, abtests, session, invite_code)
    values (${p.insertId}, ${p.userId}, ${p.occurredAt}, ${p.key}, ${p.data}, ${p.metadata}, ${p.abtests}, ${p.session}, ${p.inviteCode}) on conflict (insert_id) do nothing`,
)

/** An invitee who has started, or before that one whose invitation is open. */
const findInvitee = statement(
  'find-invitee',
  { inviteCode: 'text' },
  (p) => sql`select from users where invite_code = ${p.inviteCode}
    union all select from invitations i where i.code = ${p.inviteCode} and i.state = 'sent' and i.expires_at > now()
    limit 1`,
)

/** The member chose not to be counted. */
const findRefusal = statement(
  'find-analytics-refusal',
  { userId: 'bigint' },
  (p) => sql`select from member_preferences where user_id = ${p.userId} and not counts_activity`,
)

/** The browser sends Do Not Track or Global Privacy Control. */
const isRefusedBy = ({ headers }: FastifyRequest) => headers['dnt'] === '1' || headers['sec-gpc'] === '1'

export function registerAnalyticsRoutes(
  app: FastifyInstance,
  { pool, sessions }: { pool: pg.Pool; sessions: Sessions },
) {
  const attempts = makeAttempts(pool)
  /**
   * Codes have 128 bits; a client that guesses, or sends more than a page does, is refused before any database lookup
   * of its code.
   */
  const isWithinBudget = async ({ ip }: FastifyRequest) => {
    const minutes = { pauseSeconds: WINDOW_SECONDS, leakSeconds: WINDOW_SECONDS }
    const { refused } = await attempts.take([
      { key: 'events of everybody invited', limit: EVENTS_OF_EVERYBODY, ...minutes },
      { key: `events from ${clientNetwork(ip)}`, limit: EVENTS_OF_A_PLACE, ...minutes },
    ])
    return refused === undefined
  }
  const isSent = async (invite_code: string) =>
    (await pool.query(findInvitee({ inviteCode: invite_code }))).rows.length > 0
  app.post('/api/tracking/analytics-event', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const parsed = eventBody.safeParse(request.body)
    if (!parsed.success)
      throw problem('analytics.invalid', {
        message: `The event is not valid: ${parsed.error.issues[0]!.path.join('.')}.`,
        status: 400,
      })
    const viewer = await sessions.find(request.headers.cookie)
    if (isRefusedBy(request) || viewer?.impersonation) return reply.code(202).send(NOT_COUNTED)
    const { insert_id, occurred_at, key, data, metadata, abtests, session, invite_code } = parsed.data
    // Without a session, only the code that was emailed to an invitee identifies the sender.
    if (!viewer && !(await isWithinBudget(request)))
      throw problem('throttled', { message: 'Too many events were sent from here. Try again later.', status: 429 })
    if (!viewer && !(invite_code && CODE.test(invite_code) && (await isSent(invite_code))))
      throw problem('session.none', { message: 'Sign in first.', status: 401 })
    if (viewer && (await pool.query(findRefusal({ userId: viewer.id }))).rows.length > 0)
      return reply.code(202).send(NOT_COUNTED)
    const leaving = leavingData(key, data ?? {})
    const references = referencesOf(key, leaving)
    if (await concernsAnonymous(pool, references)) {
      const isShown = viewer !== null && (await showsAnonymous(pool, viewer, references))
      return isShown ? reply.code(202).send(NOT_COUNTED) : reply.code(204).send()
    }
    await pool.query(
      insertEvent({
        insertId: insert_id,
        userId: viewer?.id ?? null,
        occurredAt: occurred_at,
        key,
        data: leaving,
        metadata: leavingWords(metadata ?? {}),
        abtests: leavingWords(abtests ?? {}),
        session: session ?? null,
        inviteCode: invite_code ?? null,
      }),
    )
    return reply.code(204).send()
  })
}
