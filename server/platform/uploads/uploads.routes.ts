/** POST /api/uploads: one file, streamed to disk, scanned, and stored until a post claims its key. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { countActs, limitsOf } from '#server/platform/limits/limits.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session, Sessions } from '#server/platform/session/sessions.ts'
import { UPLOAD_BYTES, fileEmpty, fileProblem, fileTooLarge, type UploadedFile } from '#shared/uploads.ts'
import type { Scan } from './scan.ts'
import { sniff } from './sniff.ts'
import { storeUpload } from './store-upload.ts'

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

interface Places {
  given: string
  drawn: string
  preview: string
}

/** Removes all temporary files, whatever happens. */
async function withoutTraces<T>(blobs: Blobs, work: (places: Places) => Promise<T>): Promise<T> {
  const given = await blobs.unfinished()
  const places = { given, drawn: `${given}.drawn`, preview: `${given}.preview` }
  try {
    return await work(places)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw problem('uploads.no_room', {
      message: 'File storage is full right now. Your text is safe; post without the file, or try again later.',
      status: 503,
    })
  } finally {
    await Promise.all(Object.values(places).map((path) => rm(path, { force: true })))
  }
}

interface DraftStatus extends Omit<UploadOptions, 'sessions'> {
  part: MultipartFile
  request: FastifyRequest
  viewer: Session
  places: Places
}

async function keep({ part, request, viewer, places, pool, blobs, scan }: DraftStatus): Promise<UploadedFile> {
  const given = part.filename ?? ''
  const refuse = (message: string) => problem('uploads.refused', { message, field: 'file' })
  // Check the name before storing any bytes; the size is not known yet.
  const found = fileProblem({ name: given, size: 1 })
  if (found !== null) {
    part.file.resume()
    throw refuse(found)
  }
  await pipeline(part.file, unlessSilent(request), createWriteStream(places.given))
  if (part.file.truncated) throw refuse(fileTooLarge(given))
  const { size } = await stat(places.given)
  if (size === 0) throw refuse(fileEmpty(given))
  await scan(places.given)
  const sniffed = await sniff(places.given, given, size)
  return storeUpload(
    places.given,
    { key: randomBytes(16).toString('base64url'), name: given, kind: sniffed, userId: viewer.id },
    { pool, blobs },
  )
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
