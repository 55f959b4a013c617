/** Downloads of files that were sent with a question or kept with a prompt, for their owner. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { registerDownloads, type StoredFile } from '#server/platform/uploads/downloads.ts'
import { ownAssistant } from './assistant.access.ts'

export function registerAssistantRoutes(
  app: FastifyInstance,
  { pool, blobs, sessions }: { pool: pg.Pool; blobs: Blobs; sessions: Sessions },
) {
  registerDownloads(app, {
    at: '/api/assistant/attachments',
    missing: 'assistant.file_not_found',
    blobs,
    sessions,
    find: async (viewer, id) => {
      const [file] = await selectRows<StoredFile>(
        pool,
        sql`select a.name, a.file_type, a.storage_key, a.preview_key from ${ownAssistant.ai_attachments} a
          where a.id = ${new Parameter('file', 'bigint', () => id)}`,
        viewer,
      )
      return file
    },
  })
}
