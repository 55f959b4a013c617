/** POST /api/uploads: one file, streamed to the disk, looked at, and kept until a post names its key. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs.ts'
import { problem } from '#server/platform/problems.ts'
import type { Sessions } from '#server/platform/session/sessions.ts'
import { cleanFileName } from '#shared/kit/file-names.ts'
import {
  FILE_TYPES,
  UPLOAD_BYTES,
  UPLOADS_PER_HOUR,
  fileEmpty,
  fileProblem,
  fileTooLarge,
  tooManyUploads,
  type UploadedFile,
} from '#shared/uploads.ts'
import { drawnAs, isPicture, redraw, type Picture } from './pictures.ts'
import type { Scan } from './scan.ts'
import { sniff } from './sniff.ts'
import { insertUpload } from './uploads.sql.ts'

/** Boundaries and headers around the file. */
const AROUND_BYTES = 16_384
const HOUR_MS = 3_600_000
/** A sender who sends nothing for so long is cut off; the whole may take as long as the server lets a request take. */
const SILENCE_MS = 20_000

export interface UploadOptions {
  pool: pg.Pool
  blobs: Blobs
  sessions: Sessions
  scan: Scan
}

/** After the routes of accounts, which bring the limits of attempts. */
export async function registerUploadRoutes(app: FastifyInstance, { pool, blobs, sessions, scan }: UploadOptions) {
  const byMember = app.createRateLimit({
    max: UPLOADS_PER_HOUR,
    timeWindow: HOUR_MS,
    keyGenerator: (request) => `uploads ${(request as FastifyRequest & { uploader?: number }).uploader}`,
  })
  const requireRoom = async (request: FastifyRequest, uploader: number) => {
    const tried = await byMember(Object.assign(request, { uploader }))
    if (!tried.isAllowed && tried.isExceeded)
      throw problem('throttled', { message: tooManyUploads(Math.ceil(tried.ttlInSeconds / 60)) })
  }
  // In a room of its own, so that no other address reads such bodies.
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { files: 1, fields: 0, parts: 1, headerPairs: 20, fileSize: UPLOAD_BYTES },
      throwFileSizeLimit: false,
    })
    const route = { bodyLimit: UPLOAD_BYTES + AROUND_BYTES, config: { isMultipart: true } }
    scope.post('/api/uploads', route, async (request, reply) => {
      const viewer = await sessions.find(request.headers.cookie)
      if (!viewer) throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
      await requireRoom(request, viewer.id)
      const part = request.isMultipart() ? await request.file() : undefined
      if (!part) throw problem('uploads.none', { message: 'There is no file in this request.', field: 'file' })
      const upload = await withoutTraces(blobs, (places) =>
        keep({ part, request, userId: viewer.id, places, pool, blobs, scan }),
      )
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

/** Whatever happens, nothing half done stays on the disk. */
async function withoutTraces<T>(blobs: Blobs, work: (places: Places) => Promise<T>): Promise<T> {
  const given = await blobs.unfinished()
  const places = { given, drawn: `${given}.drawn`, preview: `${given}.preview` }
  try {
    return await work(places)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw problem('uploads.no_room', {
      message: 'There is no room for files at the moment. Your text is safe; post it without the file, or try later.',
      status: 503,
    })
  } finally {
    await Promise.all(Object.values(places).map((path) => rm(path, { force: true })))
  }
}

interface Keeping extends Omit<UploadOptions, 'sessions'> {
  part: MultipartFile
  request: FastifyRequest
  userId: number
  places: Places
}

async function keep({ part, request, userId, places, pool, blobs, scan }: Keeping): Promise<UploadedFile> {
  const given = part.filename ?? ''
  const refuse = (message: string) => problem('uploads.refused', { message, field: 'file' })
  // Before a byte is stored; the size is not known yet.
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
  const picture: Picture | undefined = isPicture(sniffed.file_type)
    ? await redraw(places.given, {
        extension: sniffed.extension,
        name: given,
        drawn: places.drawn,
        preview: places.preview,
      })
    : undefined
  const extension = drawnAs(sniffed.extension)
  const file_type = FILE_TYPES[extension]!
  const kept = picture ? places.drawn : places.given
  const upload: UploadedFile = {
    key: randomBytes(16).toString('base64url'),
    name: cleanFileName(given, extension),
    file_type,
    size: (await stat(kept)).size,
  }
  const storageKey = await blobs.adopt(kept)
  const previewKey = picture ? await blobs.adopt(places.preview) : null
  const values = [upload.key, userId, upload.name, file_type, upload.size, storageKey, previewKey]
  try {
    await pool.query({ ...insertUpload, values: [...values, picture?.width ?? null, picture?.height ?? null] })
  } catch (error) {
    for (const key of [storageKey, previewKey]) if (key !== null) await blobs.remove(key)
    throw error
  }
  return upload
}

/** Passes everything on, and gives up on a sender who has gone quiet. */
function unlessSilent(request: FastifyRequest): Transform {
  let clock: NodeJS.Timeout
  const wind = () => {
    clearTimeout(clock)
    clock = setTimeout(() => request.raw.socket.destroy(), SILENCE_MS)
  }
  wind()
  return new Transform({
    transform(chunk, _encoding, done) {
      wind()
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
