/** Staff import the archive of a mailing list in the browser. Larger archives need the command line. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { recordStaffAction } from '#server/platform/audit/staff-actions.ts'
import type { Blobs } from '#server/platform/blobs.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import { forbidden, notFound, problem } from '#server/platform/problems.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { ARCHIVE_BYTES, ARCHIVE_TYPE } from '#shared/mail.ts'
import { mayEverywhere } from '#shared/staff-roles.ts'
import { reportText } from './import/import-report.ts'
import { importArchive } from './mail.actions.ts'
import { archives } from './parsing/archive.ts'

interface Options {
  pool: pg.Pool
  bus: Bus
  blobs: Blobs
  sessions: Sessions
}
type ArchiveRequest = FastifyRequest<{ Params: { network: string } }>

/** In a separate scope: an archive is bytes in any encoding, not JSON. */
export function registerArchiveRoutes(app: FastifyInstance, { pool, bus, blobs, sessions }: Options) {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const route = { bodyLimit: ARCHIVE_BYTES, config: { partType: ARCHIVE_TYPE } as object }
    scope.post('/api/staff/mail-archives/:network', route, async (request: ArchiveRequest) => {
      const session = await sessions.find(request.headers.cookie)
      if (!session || !mayEverywhere(session.grants, 'content')) throw forbidden(notFound())
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      if (bytes.length === 0) throw problem('import.empty', { message: 'Choose an archive first.', status: 400 })
      const { network } = request.params
      const report = await importArchive(pool, blobs, archives.read(once(bytes)), { network }).catch(
        (error: unknown) => {
          if (archives.isUnreadable(error)) throw problem('import.unreadable', { message: error.message, status: 400 })
          throw error
        },
      )
      const { messages, taken, threads } = report
      await transaction(pool, bus, (tx) =>
        recordStaffAction(tx, session.id, {
          act: 'mail.archive_imported',
          itemId: null,
          itemName: network,
          after: { messages, imported: taken, discussions: threads },
        }),
      )
      return { data: { text: reportText(report) } }
    })
  })
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
