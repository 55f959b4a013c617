/**
 * Profile pictures, for everyone with a session and the picture's key. The key appears only in readable rows of people
 * and cannot be guessed, so it proves access.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { openIfStored, type Blobs } from '#server/platform/blobs.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { notFound, problem } from '#server/platform/problems.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { PICTURES } from '#shared/settings.ts'
import { findPicture } from './picture.sql.ts'

interface PictureOptions {
  pool: pg.Pool
  blobs: Blobs
  sessions: Sessions
}
type PictureRequest = FastifyRequest<{ Params: { key: string } }>

export function registerPictureRoutes(app: FastifyInstance, { pool, blobs, sessions }: PictureOptions) {
  const answer = (which: 'picture_key' | 'thumbnail_key') => async (request: PictureRequest, reply: FastifyReply) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Sign in to see this photo.', status: 401 })
    const { key } = request.params
    const { rows } = /^[\w-]{22}$/.test(key) ? await pool.query(findPicture({ key })) : { rows: [] }
    const bytes = rows[0] && (await openIfStored(blobs, rows[0][which]))
    if (!bytes) throw notFound()
    return reply
      .header('content-security-policy', INERT_FILE)
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .type('image/webp')
      .send(bytes)
  }
  app.get(`${PICTURES}/:key`, answer('picture_key'))
  app.get(`${PICTURES}/:key/small`, answer('thumbnail_key'))
}
