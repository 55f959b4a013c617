/** Routes outside GraphQL: unsubscribe, which needs no session, and the public key for web push. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { problem } from '#server/platform/problems.ts'
import { NOTIFICATION_TYPES } from '#shared/notifications.ts'
import { unsubscriberOf } from './deliveries/unsubscribe-links.ts'
import { selectMailOf, stopMail } from './deliveries/deliveries.sql.ts'

const NO_MAIL = JSON.stringify(Object.fromEntries(NOTIFICATION_TYPES.map((type) => [type, { email: false }])))

interface Options {
  pool: pg.Pool
  secret: string
  publicKey: string
  /** Whether a gateway for the app wrapper is configured. */
  callsApps: boolean
}

export async function registerNotificationRoutes(
  app: FastifyInstance,
  { pool, secret, publicKey, callsApps }: Options,
) {
  app.get('/api/notifications/push-key', async () => ({ data: { public_key: publicKey, calls_apps: callsApps } }))

  await app.register(async (scope) => {
    // Ignores the body that mail clients send; the URL contains everything.
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, {}),
    )
    const route = { config: { isSigned: true } as object }
    // Opening the link in the email shows a page; only a POST unsubscribes (RFC 8058).
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', route, async (request, reply) => {
      const userId = unsubscriberOf(request.params.token, secret)
      const { rowCount } = userId ? await pool.query(selectMailOf({ userId })) : { rowCount: 0 }
      if (!rowCount)
        throw problem('notifications.unsubscribe', {
          message: 'This link is incomplete. Open it again from the email, or go to notification settings.',
          status: 404,
        })
      await pool.query(stopMail({ userId, kinds: NO_MAIL }))
      reply.header('cache-control', 'no-store')
      return { data: {} }
    })
  })
}
