/** The files of documents: pages as pictures, changes between versions, downloads. Stamped for the reader where asked. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '#server/platform/app-context.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { problem } from '#server/platform/problems.ts'
import { sendFile } from '#server/platform/uploads/send-file.ts'
import { MATERIAL_PATHS } from '#shared/materials.ts'
import { PICTURES } from '#shared/documents.ts'
import { materials, registerMaterialRoutes } from '#server/features/materials/index.ts'
import { documents } from './documents.access.ts'
import { changesBetween } from './changes.ts'
import { markedKey, pictureKey, type DocumentFile } from './pictures.ts'

interface Asked {
  id: number
  fileId?: number | undefined
  number?: number | undefined
}

/** The file that this viewer may open now: of a version, of a link to download, or of the current version. */
function openFile({ id, fileId, number }: Asked) {
  const slot = (name: string, type: string, given: number | undefined) => new Parameter(name, type, () => given ?? null)
  const [file, version] = [slot('file', 'bigint', fileId), slot('number', 'integer', number)]
  return sql`
    select f.id as file_id, f.name, f.file_type, f.storage_key, f.num_of_pages, f.outcome, d.is_watermarked,
      case when not d.is_watermarked then f.preview_key end as preview_key
    from ${documents.readable_documents} d join ${documents.versions} v on v.document_id = d.id
      join ${materials.material_files} f on f.id = v.file_id
    where d.id = ${slot('document', 'bigint', id)} and d.can_open
      and case when ${file} is not null then v.file_id = ${file} when ${version} is not null then v.number = ${version} else true end
    order by v.is_current desc, v.number desc limit 1`
}

type PictureRequest = FastifyRequest<{ Params: { id: string; page: string }; Querystring: { version?: string } }>
type ChangesRequest = FastifyRequest<{ Params: { id: string }; Querystring: { from?: string; to?: string } }>
const number = (given: string | undefined) => (/^[1-9]\d{0,14}$/.test(given ?? '') ? Number(given) : undefined)

export function registerDocumentRoutes(app: FastifyInstance, context: AppContext) {
  const { readPool, blobs, sessions } = context
  const at = MATERIAL_PATHS.peer_document
  const missing = () => problem('documents.file_not_found', { message: 'This file isn’t available.', status: 404 })
  const viewerOf = async (request: FastifyRequest) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to open this file.', status: 401 })
    return viewer
  }

  registerMaterialRoutes<DocumentFile>(app, context, {
    kind: 'peer_document',
    select: (id, fileId) => openFile({ id, fileId }),
    keyFor: (viewer, file) => markedKey(context, viewer, file),
  })

  app.get(`${at}/:id/pictures/:page`, async (request: PictureRequest, reply) => {
    const viewer = await viewerOf(request)
    const [id, page] = [number(request.params.id), number(request.params.page)]
    if (!id || !page || page > PICTURES) throw missing()
    const asked = openFile({ id, number: number(request.query.version) })
    const [file] = await selectRows<DocumentFile>(readPool, asked, viewer)
    const key = file && (await pictureKey(context, viewer, file, page))
    if (!key) throw missing()
    void reply.header('content-security-policy', INERT_FILE).header('cache-control', 'private, no-store')
    if (!(await sendFile(request, reply, { blobs, key, type: 'image/webp', disposition: 'inline' }))) throw missing()
    return reply
  })

  app.get(`${at}/:id/changes`, async (request: ChangesRequest, reply) => {
    const viewer = await viewerOf(request)
    const [id, from, to] = [number(request.params.id), number(request.query.from), number(request.query.to)]
    if (!id || !from || !to) throw missing()
    const changes = await changesBetween(context, viewer, { id, from, to })
    if (!changes) throw missing()
    return reply.header('cache-control', 'no-store').send(changes)
  })
}
