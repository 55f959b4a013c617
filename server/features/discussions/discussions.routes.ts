/** Files of messages: for whoever may read the message, as a download and nothing else. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Slot, sql } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { reachedFrom, readable } from './discussions.access.ts'

interface Attachment {
  name: string
  size: number
  storage_key: string
}

export function registerDiscussionRoutes(
  app: FastifyInstance,
  { pool, blobs, sessions }: { pool: pg.Pool; blobs: Blobs; sessions: Sessions },
) {
  app.get<{ Params: { id: string } }>('/api/attachments/:id', async (request, reply) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to open this file.', status: 401 })
    const id = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0
    const [file] = await selectRows<Attachment>(
      pool,
      sql`select x.name, x.size, x.storage_key from ${reachedFrom.message_attachments} x join ${readable.messages} m on m.id = x.message_id where x.id = ${new Slot('id', 'bigint', () => id)}`,
      viewer,
    )
    const bytes = file && (await blobs.open(file.storage_key).catch(() => undefined))
    if (!file || !bytes)
      throw problem('discussions.file_not_found', {
        message: 'This file is not here, or you may not read it.',
        status: 404,
      })
    return reply
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(file.name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      )
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .type('application/octet-stream')
      .send(bytes)
  })
}
