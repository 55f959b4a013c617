/** The local outbox, for staff, if no mail server is configured. Otherwise the page does not exist. */
import { mayEverywhere } from '#shared/staff-roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { idIn } from '#server/platform/http/checked-body.ts'
import { notFound } from '#server/platform/problems.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { selectMailHtml, selectMails } from './mailer.sql.ts'

/** Allows only the email's own styles and links. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; object-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation allow-popups"

interface OutboxOptions {
  pool: pg.Pool
  sessions: Sessions
  hasTransport: boolean
}

export function registerOutbox(app: FastifyInstance, { pool, sessions, hasTransport }: OutboxOptions) {
  const requireStaff = async (request: FastifyRequest) => {
    const session = await sessions.find(request.headers.cookie)
    if (hasTransport || !session || !mayEverywhere(session.grants, 'system')) throw notFound()
  }
  app.get('/api/staff/outbox', async (request, reply) => {
    await requireStaff(request)
    const { rows } = await pool.query(selectMails())
    reply.header('cache-control', 'no-store')
    return { data: rows }
  })
  app.get<{ Params: { id: string } }>('/api/staff/outbox/:id', async (request, reply) => {
    await requireStaff(request)
    const id = idIn(request)
    const { rows } = await pool.query<{ html: string }>(selectMailHtml({ id }))
    if (!rows[0]) throw notFound()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', MAIL_POLICY)
      .send(rows[0].html)
  })
}
