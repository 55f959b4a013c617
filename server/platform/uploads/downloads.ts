/**
 * Serves files that members shared: as a download that no page can execute; for a picture also inline and as a preview.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { idIn } from '#server/platform/http/checked-body.ts'
import type { Blobs } from '#server/platform/blobs.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import { asAttachment, sendFile } from './send-file.ts'

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

interface Answer {
  key: string | null | undefined
  type: string
  disposition: string
}

export function registerDownloads(app: FastifyInstance, { at, missing, blobs, sessions, find }: Options) {
  type FileRequest = FastifyRequest<{ Params: { id: string } }>
  const found = async (request: FileRequest) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to open this file.', status: 401 })
    return find(viewer, idIn(request))
  }
  const answer = async (request: FileRequest, reply: FastifyReply, sent: Answer) => {
    void reply.header('content-security-policy', INERT_FILE).header('cache-control', 'private, no-store')
    const isSent = sent.key && (await sendFile(request, reply, { ...sent, blobs, key: sent.key }))
    if (!isSent) throw problem(missing, { message: 'This file isn’t available.', status: 404 })
    return reply
  }

  app.get(`${at}/:id`, async (request: FileRequest, reply) => {
    const file = await found(request)
    const disposition = asAttachment(file?.name ?? '')
    return answer(request, reply, { key: file?.storage_key, type: 'application/octet-stream', disposition })
  })
  app.get(`${at}/:id/picture`, async (request: FileRequest, reply) => {
    const file = await found(request)
    // Only pictures that we re-encoded have a preview.
    const key = file?.preview_key && file.storage_key
    return answer(request, reply, { key, type: file?.file_type ?? '', disposition: 'inline' })
  })
  // Re-encoded by us from the pixels, so it may be shown inline; other uploads may not.
  app.get(`${at}/:id/preview`, async (request: FileRequest, reply) => {
    const key = (await found(request))?.preview_key
    return answer(request, reply, { key, type: 'image/webp', disposition: 'inline' })
  })
}
