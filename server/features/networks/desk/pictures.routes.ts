/** Logos and favicons, for everyone with the key: the browser asks for a favicon before it knows a session. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { INERT_FILE } from '#server/platform/http/page-policy.ts'
import { notFound } from '#server/platform/problems.ts'
import { NETWORK_PICTURES } from '#shared/network-fields.ts'
import { findNetworkPicture } from './desk.sql.ts'

export function registerNetworkPictures(app: FastifyInstance, { pool, blobs }: { pool: pg.Pool; blobs: Blobs }) {
  app.get(`${NETWORK_PICTURES}/:key`, async (request: FastifyRequest<{ Params: { key: string } }>, reply) => {
    const { key } = request.params
    const { rows } = /^[\w-]{22}$/.test(key) ? await pool.query(findNetworkPicture({ key })) : { rows: [] }
    const bytes = rows[0] && (await blobs.open(rows[0].storage_key).catch(() => undefined))
    if (!bytes) throw notFound()
    return reply
      .header('content-security-policy', INERT_FILE)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-disposition', 'inline')
      .type('image/png')
      .send(bytes)
  })
}
