/**
 * Calendar files of one event, and of all events that a member may see now. Calendars fetch the latter without a session,
 * by an address that only the member knows; what they may see is looked up at each fetch.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idIn } from '#server/platform/http/checked-body.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { hashOf } from '#server/features/accounts/index.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { problem } from '#server/platform/problems.ts'
import { viewerOf } from '#server/platform/session/sessions.ts'
import { asAttachment } from '#server/platform/uploads/send-file.ts'
import { CALENDAR_TOKEN, eventPath } from '#shared/events.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { selectCalendarEvent, selectCalendarEvents, takeCalendarFetch } from './calendar.sql.ts'
import { calendarFile, type CalendarEvent } from './ics.ts'

type Row = Omit<CalendarEvent, 'uid' | 'url'> & { id: number }

export function registerCalendarRoutes(app: FastifyInstance, { pool, readPool, sessions, email }: AppContext) {
  const missing = () => problem('events.calendar_not_found', { message: 'This calendar isn’t available.', status: 404 })
  const host = new URL(email.publicUrl).host
  const entry = ({ id, ...row }: Row): CalendarEvent => ({
    ...row,
    uid: `event-${id}@${host}`,
    url: `${email.publicUrl}${eventPath(id)}`,
  })
  const send = (reply: FastifyReply, rows: readonly Row[], name: string) =>
    reply
      .header('content-security-policy', INERT_FILE)
      .header('cache-control', 'private, no-store')
      .header('content-disposition', asAttachment(`${name}.ics`))
      .type('text/calendar; charset=utf-8')
      .send(calendarFile(rows.map(entry), name))

  app.get('/api/events/:id/calendar.ics', async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to get this calendar file.', status: 401 })
    const id = idIn(request)
    const rows = await selectRows<Row>(readPool, selectCalendarEvent(id), viewer)
    if (!rows[0]) throw missing()
    return send(reply, rows, 'Event')
  })

  app.get('/api/calendar/:file', async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const token = request.params.file.replace(/\.ics$/, '')
    const { rows: found } = CALENDAR_TOKEN.test(token)
      ? await pool.query<{ user_id: number }>(takeCalendarFetch({ hash: hashOf(token) }))
      : { rows: [] }
    const viewer = found[0] && (await viewerOf(readPool, found[0].user_id))
    if (!viewer) throw missing()
    return send(reply, await selectRows<Row>(readPool, selectCalendarEvents, viewer), `${PRODUCT_NAME} events`)
  })
}
