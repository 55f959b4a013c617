/** What links in emails do, without signing in. Opening one shows a page; only a POST changes something (RFC 8058). */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { problem } from '#server/platform/problems.ts'
import { readFeedbackToken, readLeaveToken, type Leave } from '../addresses/mail-links.ts'
import { leaveAll, muteDiscussion, selectLeft, upsertChoice, upsertFeedback } from './lists.sql.ts'

interface Options {
  pool: pg.Pool
  secret: string
}

const incomplete = () =>
  problem('mail.link', {
    message: 'This link is incomplete. Open it again from the email, or go to your email settings.',
    status: 404,
  })

/** The choice for the network that a link makes. */
const CHOICES = { digest: 'daily_digest', each: 'all', network: 'none' } as const

const leave = ({ scope, userId, id }: Leave) => {
  if (scope === 'thread') return muteDiscussion({ userId, threadId: id })
  if (scope === 'all') return leaveAll({ userId })
  return upsertChoice({ userId, networkId: id, choice: CHOICES[scope] })
}

export async function registerListRoutes(app: FastifyInstance, { pool, secret }: Options) {
  await app.register(async (scope) => {
    // Ignores the body that mail programs send; the URL contains everything.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    )
    const route = { config: { isSigned: true } as object }
    scope.post<{ Params: { token: string } }>('/unsubscribe/list/:token', route, async (request, reply) => {
      const asked = readLeaveToken(secret, request.params.token)
      const { rows } = asked
        ? await pool.query<{ network: string | null }>(selectLeft({ userId: asked.userId, networkId: asked.id }))
        : { rows: [] }
      if (!asked || !rows[0]) throw incomplete()
      await pool.query(leave(asked))
      reply.header('cache-control', 'no-store')
      return { data: { scope: asked.scope, network: rows[0].network } }
    })
    scope.post<{ Body: { token?: unknown; useful?: unknown } | null }>(
      '/api/listserv-email-feedback',
      route,
      async (request, reply) => {
        const { token, useful } = request.body ?? {}
        const feedback = typeof token === 'string' ? readFeedbackToken(secret, token) : undefined
        const { rows } = feedback
          ? await pool.query<{ is_useful: boolean }>(upsertFeedback({ ...feedback, isUseful: useful === 'yes' }))
          : { rows: [] }
        if (!rows[0]) throw incomplete()
        reply.header('cache-control', 'no-store')
        return { data: { useful: rows[0].is_useful ? 'yes' : 'no' } }
      },
    )
  })
}
