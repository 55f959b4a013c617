/** Downloads of chat attachments, for members of the conversation. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { sql } from '#server/platform/graph/sql.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { registerDownloads, type StoredFile } from '#server/platform/uploads/downloads.ts'
import { inbox, reachedInbox } from './inbox.access.ts'
import { slotOf } from './inbox.sql.ts'

export function registerInboxRoutes(
  app: FastifyInstance,
  { pool, blobs, sessions }: { pool: pg.Pool; blobs: Blobs; sessions: Sessions },
) {
  registerDownloads(app, {
    at: '/api/inbox/attachments',
    missing: 'inbox.file_not_found',
    blobs,
    sessions,
    find: async (viewer, id) => {
      const [file] = await selectRows<StoredFile>(
        pool,
        sql`select x.name, x.file_type, x.storage_key, x.preview_key from ${reachedInbox.chat_attachments} x
          join ${inbox.chat_messages} m on m.id = x.message_id where x.id = ${slotOf('id', id)}`,
        viewer,
      )
      return file
    },
  })
}
