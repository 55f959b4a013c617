/** Downloads of message attachments, for everyone who can read the message; and poll results. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { recordFileRead } from '#server/platform/audit/staff-reads.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { registerDownloads, type StoredFile } from '#server/platform/uploads/downloads.ts'
import { reachedFrom, readable } from './discussions.access.ts'
import { registerPollRoutes } from '#server/features/discussions/polls/polls.routes.ts'

export function registerDiscussionRoutes(
  app: FastifyInstance,
  { pool, readPool, blobs, sessions }: { pool: pg.Pool; readPool: pg.Pool; blobs: Blobs; sessions: Sessions },
) {
  registerPollRoutes(app, { pool: readPool, sessions })
  registerDownloads(app, {
    at: '/api/attachments',
    missing: 'discussions.file_not_found',
    blobs,
    sessions,
    find: async (viewer, id) => {
      const [file] = await selectRows<StoredFile & { message_id: number }>(
        readPool,
        sql`select x.name, x.file_type, x.storage_key, x.preview_key, x.message_id from ${reachedFrom.message_attachments} x
          join ${readable.messages} m on m.id = x.message_id where x.id = ${new Parameter('id', 'bigint', () => id)}`,
        viewer,
      )
      if (file) await recordFileRead(pool, viewer, file.message_id)
      return file
    },
  })
}
