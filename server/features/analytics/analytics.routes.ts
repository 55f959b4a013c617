/** The product's own record of what is used. Only names of acts and ids; never what members write. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { z } from 'zod'
import { problem } from '#server/platform/problems.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'

const DATA_BYTES = 4_000
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
  // What a wrong clock says is kept; a year that the database does not know is not.
  occurred_at: z.iso.datetime({ offset: true }).refine((time) => !time.startsWith('0000')),
  key: text(1, 100),
  data: small,
  metadata: small,
  abtests: small,
  session: text(0, 100).nullish(),
  invite_code: text(0, 100).nullish(),
})

const insertEvent = {
  name: 'insert-analytics-event',
  text: `insert into analytics_events (insert_id, user_id, occurred_at, key, data, metadata, abtests, session, invite_code)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (insert_id) do nothing`,
}

/** Whoever has begun, and before that whoever looks at an invitation that is open. */
const findInvitee = {
  name: 'find-invitee',
  text: `select from users where invite_code = $1
    union all select from invitations i where i.id = substring($1 from '^i-(\\d{1,15})$')::bigint and i.state = 'sent' and i.expires_at > now()
    limit 1`,
}

export function registerAnalyticsRoutes(
  app: FastifyInstance,
  { pool, sessions }: { pool: pg.Pool; sessions: Sessions },
) {
  const isSent = async (invite_code: string) =>
    (await pool.query({ ...findInvitee, values: [invite_code] })).rows.length > 0
  app.post('/api/tracking/analytics-event', async (request, reply) => {
    const parsed = eventBody.safeParse(request.body)
    if (!parsed.success)
      throw problem('analytics.invalid', {
        message: `The event is not valid: ${parsed.error.issues[0]!.path.join('.')}.`,
        status: 400,
      })
    const viewer = await sessions.find(request.headers.cookie)
    const { insert_id, occurred_at, key, data, metadata, abtests, session, invite_code } = parsed.data
    // Without a session only an invitee is told apart, and only by the code that was sent to them.
    if (!viewer && !(invite_code && (await isSent(invite_code))))
      throw problem('session.none', { message: 'Sign in first.', status: 401 })
    await pool.query({
      ...insertEvent,
      values: [
        insert_id,
        viewer?.id ?? null,
        occurred_at,
        key,
        data ?? {},
        metadata ?? {},
        abtests ?? {},
        session ?? null,
        invite_code ?? null,
      ],
    })
    return reply.code(204).send()
  })
}
