/** POST /api/uploads: one file, streamed to disk, scanned, and stored until a post claims its key. */
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { countActs, limitsOf } from '#server/platform/limits/limits.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import { UPLOAD_BYTES, fileProblem, fileTooLarge, type UploadedFile } from '#shared/uploads.ts'
import type { Scan } from './scan.ts'
import { refusedFile, storeFile, withoutTraces, type Places } from './store-file.ts'

/** Multipart boundaries and headers around the file. */
const AROUND_BYTES = 16_384
/** A client that sends nothing for this long is disconnected; the whole upload may take as long as a request may. */
const SILENCE_MS = 20_000

export interface UploadOptions {
  pool: pg.Pool
  blobs: Blobs
  sessions: Sessions
  scan: Scan
}

export async function registerUploadRoutes(app: FastifyInstance, { pool, blobs, sessions, scan }: UploadOptions) {
  // In its own Fastify scope, so that no other route parses multipart bodies.
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 0, parts: 1, headerPairs: 20, fileSize: UPLOAD_BYTES },
      throwFileSizeLimit: false,
    })
    const route = { bodyLimit: UPLOAD_BYTES + AROUND_BYTES, config: { isMultipart: true } }
    scope.post('/api/uploads', route, async (request, reply) => {
      const viewer = await sessions.find(request.headers.cookie)
      if (!viewer) throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
      // A file that is refused later also counts: checking it costs the same.
      await countActs(pool, await limitsOf(pool, viewer), { upload: 1 })
      const part = request.isMultipart() ? await request.file() : undefined
      if (!part) throw problem('uploads.none', { message: 'No file was received.', field: 'file' })
      const upload = await withoutTraces(blobs, (places) => keep({ part, request, viewer, places, pool, blobs, scan }))
      reply.header('cache-control', 'no-store')
      return { data: upload }
    })
  })
}

interface DraftStatus extends Omit<UploadOptions, 'sessions'> {
  part: MultipartFile
  request: FastifyRequest
  viewer: Session
  places: Places
}

async function keep({ part, request, viewer, places, pool, blobs, scan }: DraftStatus): Promise<UploadedFile> {
  const given = part.filename ?? ''
  // Check the name before storing any bytes; the size is not known yet.
  const found = fileProblem({ name: given, size: 1 })
  if (found !== null) {
    part.file.resume()
    throw refusedFile(found)
  }
  await pipeline(part.file, unlessSilent(request), createWriteStream(places.given))
  if (part.file.truncated) throw refusedFile(fileTooLarge(given))
  return storeFile(places.given, { name: given, userId: viewer.id }, { pool, blobs, scan })
}

/** Passes data through, and disconnects a client that has gone silent. */
function unlessSilent(request: FastifyRequest): Transform {
  let clock: NodeJS.Timeout
  const restart = () => {
    clearTimeout(clock)
    clock = setTimeout(() => request.raw.socket.destroy(), SILENCE_MS)
  }
  restart()
  return new Transform({
    transform(chunk, _encoding, done) {
      restart()
      done(null, chunk)
    },
    flush(done) {
      clearTimeout(clock)
      done()
    },
    destroy(error, done) {
      clearTimeout(clock)
      done(error)
    },
  })
}
