/** Bytes of series: documents, parts and covers, each asked for anew whether this viewer may have it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { idIn } from '#server/platform/http/checked-body.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { materials, registerMaterialRoutes } from '#server/features/materials/index.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { notFound, problem } from '#server/platform/problems.ts'
import { sendFile } from '#server/platform/uploads/send-file.ts'
import { SERIES_IMAGES } from '#shared/learning.ts'
import { learning } from './learning.access.ts'

const bigint = (name: string, value: number) => new Parameter(name, 'bigint', () => value)

/** The file of a document; of a link to download, the one that the link was made for. */
const documentFile = (id: number, fileId?: number) => sql`
  select f.id as file_id, f.name, f.file_type, f.storage_key, f.preview_key
  from ${learning.series_documents} d join ${materials.material_files} f on f.id = d.file_id
  where d.id = ${bigint('document', id)} and d.can_view and f.id = coalesce(${bigint('file', fileId!)}, d.file_id)`

const videoFile = (id: number) => sql`
  select null::bigint as file_id, m.name, m.file_type, m.storage_key, m.poster_key as preview_key
  from ${learning.series_videos} v join ${materials.material_videos} m on m.id = v.video_id
  where v.id = ${bigint('video', id)} and v.can_view`

export function registerLearningRoutes(app: FastifyInstance, context: AppContext) {
  const { readPool, blobs, sessions } = context
  registerMaterialRoutes(app, context, { kind: 'series_document', select: documentFile })
  registerMaterialRoutes(app, context, { kind: 'series_video', select: videoFile })

  app.get(`${SERIES_IMAGES}/:id`, async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to see this image.', status: 401 })
    const id = idIn(request)
    const [series] = await selectRows<{ image_key: string | null }>(
      readPool,
      sql`select s.image_key from ${learning.series} s where s.id = ${bigint('series', id)}`,
      viewer,
    )
    void reply.header('content-security-policy', INERT_FILE).header('cache-control', 'private, max-age=3600')
    const sent = series?.image_key && { key: series.image_key, type: 'image/webp', disposition: 'inline', blobs }
    if (!sent || !(await sendFile(request, reply, sent))) throw notFound()
    return reply
  })
}
