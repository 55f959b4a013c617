/**
 * The product's own record of what is used. Only names of acts and ids that `shared/analytics.ts` lists; never what members
 * write, and nothing about an anonymous thread. The answer says whether the browser may tell anybody else.
 */
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
/** What an invitee's pages send is some dozens. */
const EVENTS_OF_A_PLACE = 300
const EVENTS_OF_EVERYBODY = 10_000
const WINDOW_SECONDS = 15 * 60
/** As invitations carry it. */
const CODE = /^[0-9a-f]{32}$/
/** PostgreSQL keeps neither NUL nor half a surrogate pair; in JSON text both are escapes. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/
const isStorable = (value: unknown) => !UNSTORABLE.test(JSON.stringify(value))
const text = (least: number, most: number) => z.string().min(least).max(most).refine(isStorable)
const small = z
  .record(z.string(), z.unknown())
  .refine((data) => JSON.stringify(data).length <= DATA_BYTES && isStorable(data))
  .nullish()
const eventBody = z.object({
  insert_id: text(8, 100),
  // What a wrong clock says is kept; a day that does not exist is not.
  occurred_at: z.string().refine(isMoment),
  key: text(1, 100).refine(isAnalyticsKind),
  data: small,
  metadata: small,
  abtests: small,
  session: text(0, 100).nullish(),
  invite_code: text(0, 100).nullish(),
})

/** Of an event that is neither kept nor to be given to anybody else. */
const NOT_COUNTED = { counted: false }

const insertEvent = {
  name: 'insert-analytics-event',
  text: `insert into analytics_events (insert_id, user_id, occurred_at, key, data, metadata, abtests, session, invite_code)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (insert_id) do nothing`,
}

/** Anyone who has begun, and before that anyone who looks at an invitation that is open. */
const findInvitee = {
  name: 'find-invitee',
  text: `select from users where invite_code = $1
    union all select from invitations i where i.code = $1 and i.state = 'sent' and i.expires_at > now()
    limit 1`,
}

export function registerAnalyticsRoutes(
  app: FastifyInstance,
  { pool, sessions }: { pool: pg.Pool; sessions: Sessions },
) {
  const attempts = makeAttempts(pool)
  /** Codes have 128 bits; anyone who sends others, or more than a page does, is cut off before the database is asked. */
  const isWithinBudget = async ({ ip }: FastifyRequest) => {
    const minutes = { pauseSeconds: WINDOW_SECONDS, leakSeconds: WINDOW_SECONDS }
    const { refused } = await attempts.take([
      { key: 'events of everybody invited', limit: EVENTS_OF_EVERYBODY, ...minutes },
      { key: `events from ${clientNetwork(ip)}`, limit: EVENTS_OF_A_PLACE, ...minutes },
    ])
    return refused === undefined
  }
  const isSent = async (invite_code: string) =>
    (await pool.query({ ...findInvitee, values: [invite_code] })).rows.length > 0
  app.post('/api/tracking/analytics-event', { bodyLimit: BODY_BYTES }, async (request, reply) => {
    const parsed = eventBody.safeParse(request.body)
    if (!parsed.success)
      throw problem('analytics.invalid', {
        message: `The event is not valid: ${parsed.error.issues[0]!.path.join('.')}.`,
        status: 400,
      })
    const viewer = await sessions.find(request.headers.cookie)
    const { insert_id, occurred_at, key, data, metadata, abtests, session, invite_code } = parsed.data
    // Without a session only an invitee is told apart, and only by the code that was sent to them.
    if (!viewer && !(await isWithinBudget(request)))
      throw problem('throttled', { message: 'Too many events were sent from here. Try again later.', status: 429 })
    if (!viewer && !(invite_code && CODE.test(invite_code) && (await isSent(invite_code))))
      throw problem('session.none', { message: 'Sign in first.', status: 401 })
    const leaving = leavingData(key, data ?? {})
    const references = referencesOf(key, leaving)
    if (await concernsAnonymous(pool, references)) {
      const isShown = viewer !== null && (await showsAnonymous(pool, viewer, references))
      return isShown ? reply.code(202).send(NOT_COUNTED) : reply.code(204).send()
    }
    await pool.query({
      ...insertEvent,
      values: [
        insert_id,
        viewer?.id ?? null,
        occurred_at,
        key,
        leaving,
        leavingWords(metadata ?? {}),
        leavingWords(abtests ?? {}),
        session ?? null,
        invite_code ?? null,
      ],
    })
    return reply.code(204).send()
  })
}
