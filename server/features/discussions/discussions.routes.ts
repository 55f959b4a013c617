/** Files of messages: for whoever may read the message, as a download; of a picture also a small one to be shown. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
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
  preview_key: string | null
}

export function registerDiscussionRoutes(
  app: FastifyInstance,
  { pool, blobs, sessions }: { pool: pg.Pool; blobs: Blobs; sessions: Sessions },
) {
  type FileRequest = FastifyRequest<{ Params: { id: string } }>
  const find = async (request: FileRequest): Promise<Attachment | undefined> => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to open this file.', status: 401 })
    const id = /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0
    const [file] = await selectRows<Attachment>(
      pool,
      sql`select x.name, x.size, x.storage_key, x.preview_key from ${reachedFrom.message_attachments} x join ${readable.messages} m on m.id = x.message_id where x.id = ${new Slot('id', 'bigint', () => id)}`,
      viewer,
    )
    return file
  }
  const answer = async (reply: FastifyReply, key: string | null | undefined) => {
    const bytes = key ? await blobs.open(key).catch(() => undefined) : undefined
    if (!bytes)
      throw problem('discussions.file_not_found', {
        message: 'This file is not here, or you may not read it.',
        status: 404,
      })
    reply.header('content-security-policy', "default-src 'none'; sandbox").header('cache-control', 'private, no-store')
    return bytes
  }

  app.get('/api/attachments/:id', async (request: FileRequest, reply) => {
    const file = await find(request)
    const bytes = await answer(reply, file?.storage_key)
    return reply
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(file!.name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
      )
      .type('application/octet-stream')
      .send(bytes)
  })
  // Drawn by us from the pixels, so it may be shown; whatever else somebody uploaded may not.
  app.get('/api/attachments/:id/preview', async (request: FileRequest, reply) => {
    const bytes = await answer(reply, (await find(request))?.preview_key)
    return reply.header('content-disposition', 'inline').type('image/webp').send(bytes)
  })
}
