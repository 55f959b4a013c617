/** Bytes of events: documents, recordings and photos, each asked for anew whether this viewer may have it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idIn } from '#server/platform/http/checked-body.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { materials, registerMaterialRoutes } from '#server/features/materials/index.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql, type Sql } from '#server/platform/graph/sql.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { notFound, problem } from '#server/platform/problems.ts'
import { sendFile } from '#server/platform/uploads/send-file.ts'
import { EVENT_PHOTOS } from '#shared/events.ts'
import { events } from './events.access.ts'

const bigint = (name: string, value: number) => new Parameter(name, 'bigint', () => value)

/** The file of a document; of a link to download, the one that the link was made for. */
const documentFile = (id: number, fileId?: number) => sql`
  select f.id as file_id, f.name, f.file_type, f.storage_key, f.preview_key
  from ${events.event_documents} d join ${materials.material_files} f on f.id = d.file_id
  where d.id = ${bigint('document', id)} and d.is_open and f.id = coalesce(${bigint('file', fileId!)}, d.file_id)`

const recording = (owner: Sql) => (id: number) =>
  sql`
  select null::bigint as file_id, v.name, v.file_type, v.storage_key, v.poster_key as preview_key
  from ${owner} x join ${materials.material_videos} v on v.id = x.video_id
  where x.id = ${bigint('item', id)} and x.can_view`
const eventVideoFile = recording(sql`${events.event_videos}`)
const sessionFile = recording(sql`${events.mainstage_sessions}`)

export function registerEventRoutes(app: FastifyInstance, context: AppContext) {
  const { readPool, blobs, sessions } = context
  registerMaterialRoutes(app, context, { kind: 'event_document', select: documentFile })
  registerMaterialRoutes(app, context, { kind: 'event_video', select: eventVideoFile })
  registerMaterialRoutes(app, context, { kind: 'mainstage_session', select: sessionFile })

  app.get(`${EVENT_PHOTOS}/:id`, async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to see this photo.', status: 401 })
    const id = idIn(request)
    const [photo] = await selectRows<{ storage_key: string; file_type: string }>(
      readPool,
      sql`select p.storage_key, p.file_type from ${events.event_photos} p where p.id = ${bigint('photo', id)}`,
      viewer,
    )
    void reply.header('content-security-policy', INERT_FILE).header('cache-control', 'private, max-age=3600')
    const sent = photo && { key: photo.storage_key, type: photo.file_type, disposition: 'inline', blobs }
    if (!sent || !(await sendFile(request, reply, sent))) throw notFound()
    return reply
  })
}
