/**
 * Files and videos of the library: read page by page, played in ranges, or downloaded by a link for ten minutes. The
 * feature they belong to is asked for every request, and for every range of one, whether the viewer may open them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idIn } from '#server/platform/http/checked-body.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { selectRows } from '#server/platform/database/select.ts'
import type { Sql } from '#server/platform/graph/sql.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { asAttachment, sendFile } from '#server/platform/uploads/send-file.ts'
import { DOWNLOAD_MINUTES, MATERIAL_PATHS, type MaterialKind } from '#shared/materials.ts'
import { openDownload } from './materials.sql.ts'

/** What `select` finds. */
interface OpenMaterial {
  /** Null for a video. */
  file_id: number | null
  name: string
  file_type: string
  storage_key: string
  preview_key: string | null
}

interface Options<Material extends OpenMaterial> {
  kind: MaterialKind
  /** The material, if this viewer may open it now; of a link to download, the file that it was made for. */
  select(id: number, fileId?: number): Sql
  /** Stores the bytes that this viewer gets, where they differ from the original, and returns their key. */
  keyFor?(viewer: Session, material: Material): Promise<string>
}

type MaterialRequest = FastifyRequest<{ Params: { id: string }; Querystring: { token?: string } }>
/** Shown by our own viewer or player; everything else is downloaded. */
const INLINE = new Set(['application/pdf', 'video/mp4', 'video/webm'])

export function registerMaterialRoutes<Material extends OpenMaterial = OpenMaterial>(
  app: FastifyInstance,
  { pool, readPool, blobs, sessions }: AppContext,
  options: Options<Material>,
) {
  const { kind } = options
  const find = async (viewer: Session, id: number, fileId?: number) =>
    (await selectRows<Material>(readPool, options.select(id, fileId), viewer))[0]
  const at = MATERIAL_PATHS[kind]
  const keyFor = options.keyFor ?? ((_: Session, material: Material) => Promise.resolve(material.storage_key))
  const missing = () => problem('materials.file_not_found', { message: 'This file isn’t available.', status: 404 })
  const viewerOf = async (request: MaterialRequest) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to open this file.', status: 401 })
    return viewer
  }
  const send = async (
    request: MaterialRequest,
    reply: FastifyReply,
    sent: Omit<Parameters<typeof sendFile>[2], 'blobs'>,
  ) => {
    void reply.header('content-security-policy', INERT_FILE).header('cache-control', 'private, no-store')
    if (!(await sendFile(request, reply, { ...sent, blobs }))) throw missing()
    return reply
  }

  app.get(`${at}/:id/file`, async (request: MaterialRequest, reply) => {
    const viewer = await viewerOf(request)
    const material = await find(viewer, idIn(request))
    if (!material || !INLINE.has(material.file_type)) throw missing()
    const key = await keyFor(viewer, material)
    return send(request, reply, { key, type: material.file_type, disposition: 'inline' })
  })
  app.get(`${at}/:id/preview`, async (request: MaterialRequest, reply) => {
    const material = await find(await viewerOf(request), idIn(request))
    if (!material?.preview_key) throw missing()
    return send(request, reply, { key: material.preview_key, type: 'image/webp', disposition: 'inline' })
  })
  app.get(`${at}/:id/download`, async (request: MaterialRequest, reply) => {
    const viewer = await viewerOf(request)
    const token = request.query.token ?? ''
    const asked = { userId: viewer.id, kind, itemId: idIn(request), token, minutes: DOWNLOAD_MINUTES }
    const { rows } = await pool.query<{ file_id: number }>(openDownload(asked))
    const material = rows[0] && (await find(viewer, asked.itemId, rows[0].file_id))
    if (!material) throw missing()
    const key = await keyFor(viewer, material)
    return send(request, reply, { key, type: 'application/octet-stream', disposition: asAttachment(material.name) })
  })
}
