/**
 * Serves files that members shared: as a download that no page can execute; for a picture also inline and as a preview.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Blobs } from '#server/platform/blobs.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'

export interface StoredFile {
  name: string
  file_type: string
  storage_key: string
  preview_key: string | null
}

interface Options {
  /** The path before `/:id`, `/:id/picture` and `/:id/preview`. */
  at: string
  /** The error code, the same for a missing file and for one that the viewer may not read. */
  missing: string
  blobs: Blobs
  sessions: Sessions
  /** The file, if this viewer may read it. */
  find(viewer: Session, id: number): Promise<StoredFile | undefined>
}

export function registerDownloads(app: FastifyInstance, { at, missing, blobs, sessions, find }: Options) {
  type FileRequest = FastifyRequest<{ Params: { id: string } }>
  const found = async (request: FileRequest) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to open this file.', status: 401 })
    return find(viewer, /^\d{1,15}$/.test(request.params.id) ? Number(request.params.id) : 0)
  }
  const answer = async (reply: FastifyReply, key: string | null | undefined) => {
    const bytes = key ? await blobs.open(key).catch(() => undefined) : undefined
    if (!bytes) throw problem(missing, { message: 'This file isn’t available.', status: 404 })
    reply.header('content-security-policy', INERT_FILE).header('cache-control', 'private, no-store')
    return bytes
  }

  app.get(`${at}/:id`, async (request: FileRequest, reply) => {
    const file = await found(request)
    const bytes = await answer(reply, file?.storage_key)
    const name = encodeURIComponent(file!.name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
    return reply
      .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
      .type('application/octet-stream')
      .send(bytes)
  })
  app.get(`${at}/:id/picture`, async (request: FileRequest, reply) => {
    const file = await found(request)
    // Only pictures that we re-encoded have a preview.
    const bytes = await answer(reply, file?.preview_key && file.storage_key)
    return reply.header('content-disposition', 'inline').type(file!.file_type).send(bytes)
  })
  // Re-encoded by us from the pixels, so it may be shown inline; other uploads may not.
  app.get(`${at}/:id/preview`, async (request: FileRequest, reply) => {
    const bytes = await answer(reply, (await found(request))?.preview_key)
    return reply.header('content-disposition', 'inline').type('image/webp').send(bytes)
  })
}
