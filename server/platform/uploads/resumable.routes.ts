/**
 * Large files, in parts that go on where they stopped: the tus protocol under RESUMABLE_PATH. Each upload belongs to one
 * member. `finish` checks the whole file like any other upload, and answers its key.
 */
import { mayAnywhere } from '#shared/staff-roles.ts'
import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { FileStore } from '@tus/file-store'
import { Server, type Upload } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileTypeFromFile } from 'file-type'
import { countActs, limitsOf } from '#server/platform/limits/limits.ts'
import { FOLDER_MODE } from '#server/platform/private-files.ts'
import { problem } from '#server/platform/problems.ts'
import type { Session } from '#server/platform/session/sessions.ts'
import { cleanFileName } from '#shared/kit/file-names.ts'
import {
  fileEmpty,
  fileProblem,
  fileTooLarge,
  RESUMABLE_AT_ONCE,
  RESUMABLE_PART_BYTES,
  RESUMABLE_PATH,
  RESUMABLE_PURPOSES,
  tooManyResumable,
  UPLOAD_WAITS_HOURS,
  VIDEO_TYPES,
  videoOfWrongKind,
  type ResumablePurpose,
  type UploadedFile,
} from '#shared/uploads.ts'
import { storeUpload } from './store-upload.ts'
import { sniff } from './sniff.ts'
import { selectUpload } from './uploads.sql.ts'
import type { UploadOptions } from './uploads.routes.ts'

const HOUR_MS = 3_600_000
/** What tus sends with each part, besides the file itself. */
const PART_TYPE = 'application/offset+octet-stream'

interface Options extends UploadOptions {
  folder: string
}
type Metadata = Record<'user_id' | 'purpose' | 'filename', string>
type UploadRequest = FastifyRequest<{ Params: { id: string } }>

/** The uploads that are not finished, in a folder of their own. */
export function openResumableStore(folder: string): FileStore {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE })
  return new FileStore({ directory: folder, expirationPeriodInMilliseconds: UPLOAD_WAITS_HOURS * HOUR_MS })
}

export async function registerResumableRoutes(app: FastifyInstance, options: Options) {
  const { pool, sessions, folder } = options
  const store = openResumableStore(folder)
  // What the client says about the file is replaced by what was checked.
  const checked = new WeakMap<IncomingMessage, Metadata>()
  const tus = new Server({
    onUploadCreate: async (request) => ({ metadata: checked.get(request.runtime!.node!.req as IncomingMessage)! }),
    path: RESUMABLE_PATH,
    datastore: store,
    relativeLocation: true,
    namingFunction: () => randomBytes(16).toString('base64url'),
    maxSize: Math.max(...Object.values(RESUMABLE_PURPOSES)),
  })
  const viewerOf = async (request: FastifyRequest) => {
    const viewer = await sessions.find(request.headers.cookie)
    if (!viewer) throw problem('session.none', { message: 'Your session has ended. Sign in again.', status: 401 })
    return viewer
  }
  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    await tus.handle(request.raw, reply.raw)
  }

  await app.register(async (scope) => {
    // Parts are streamed to the disk by tus, which counts them.
    scope.addContentTypeParser(PART_TYPE, (_request, _payload, done) => done(null))
    scope.post(RESUMABLE_PATH, async (request, reply) => {
      const viewer = await viewerOf(request)
      await countActs(pool, await limitsOf(pool, viewer), { upload: 1 })
      await requireRoom(folder, store, viewer)
      checked.set(request.raw, checkedMetadata(request, viewer))
      return pass(request, reply)
    })
    const part = { bodyLimit: RESUMABLE_PART_BYTES + 1, config: { partType: PART_TYPE } as object }
    const ofMember = async (request: FastifyRequest, reply: FastifyReply) => {
      const viewer = await viewerOf(request)
      await ownUpload(store, viewer, (request as UploadRequest).params.id)
      return pass(request, reply)
    }
    scope.patch(`${RESUMABLE_PATH}/:id`, part, ofMember)
    scope.head(`${RESUMABLE_PATH}/:id`, ofMember)
    scope.delete(`${RESUMABLE_PATH}/:id`, ofMember)
    scope.post(`${RESUMABLE_PATH}/:id/finish`, async (request: UploadRequest, reply) => {
      const viewer = await viewerOf(request)
      reply.header('cache-control', 'no-store')
      return { data: await finish(request.params.id, viewer, { ...options, store }) }
    })
  })
}

const gone = () =>
  problem('uploads.gone', { message: 'This upload has expired. Choose the file again.', status: 404, field: 'file' })
const refused = (message: string) => problem('uploads.refused', { message, field: 'file' })

/** The upload, if it is the member's own. Another member's is as if it were not there. */
async function ownUpload(store: FileStore, viewer: Session, id: string): Promise<Upload> {
  if (!/^[\w-]{22}$/.test(id)) throw gone()
  const upload = await store.getUpload(id).catch(() => undefined)
  if (upload?.metadata?.['user_id'] !== String(viewer.id)) throw gone()
  return upload
}

/** Each member may have only a few, so that nobody fills the disk with files that are never used. */
async function requireRoom(folder: string, store: FileStore, viewer: Session): Promise<void> {
  const ids = (await readdir(folder)).filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
  const uploads = await Promise.all(ids.map((id) => store.getUpload(id).catch(() => undefined)))
  const own = uploads.filter((upload) => upload?.metadata?.['user_id'] === String(viewer.id))
  if (own.length >= RESUMABLE_AT_ONCE) throw refused(tooManyResumable())
}

const decoded = (header: string | undefined, name: string): string => {
  const pair = header?.split(',').find((each) => each.trim().split(' ')[0] === name)
  return Buffer.from(pair?.trim().split(' ')[1] ?? '', 'base64').toString('utf8')
}

/** Only what was checked is stored, with the member who sent it. */
function checkedMetadata(request: FastifyRequest, viewer: Session): Metadata {
  const header = request.headers['upload-metadata'] as string | undefined
  const name = decoded(header, 'filename').slice(0, 1_000)
  const purpose: ResumablePurpose = decoded(header, 'purpose') === 'video' ? 'video' : 'document'
  if (purpose === 'video' && !mayAnywhere(viewer.grants, 'content')) throw refused('Only staff can upload videos.')
  const size = Number(request.headers['upload-length'])
  if (!Number.isSafeInteger(size) || size < 0) throw refused('The size of the file is missing.')
  const limit = RESUMABLE_PURPOSES[purpose]
  const found = purpose === 'document' ? fileProblem({ name, size }, limit) : sizeProblem(name, size, limit)
  if (found !== null) throw refused(found)
  return { user_id: String(viewer.id), purpose, filename: name }
}

const sizeProblem = (name: string, size: number, limit: number) =>
  size > limit ? fileTooLarge(name, size, limit) : size === 0 ? fileEmpty(name) : null

/** Checks and stores the whole file. Asked again after a lost response, it answers the same. */
async function finish(id: string, viewer: Session, options: Options & { store: FileStore }): Promise<UploadedFile> {
  const { pool, store, folder, scan } = options
  if (/^[\w-]{22}$/.test(id)) {
    const { rows } = await pool.query<UploadedFile>(selectUpload({ userId: viewer.id, key: id }))
    if (rows[0]) return rows[0]
  }
  const upload = await ownUpload(store, viewer, id)
  if (upload.offset !== upload.size)
    throw problem('uploads.unfinished', {
      message: 'Part of this file is missing. Resume the upload.',
      field: 'file',
    })
  const given = path.join(folder, id)
  const name = upload.metadata?.['filename'] ?? ''
  try {
    await scan(given)
    const kind =
      upload.metadata?.['purpose'] === 'video' ? await videoKind(given, name) : await sniff(given, name, upload.size!)
    return await storeUpload(given, { key: id, name, kind, userId: viewer.id }, options)
  } finally {
    // What was refused would be refused again. Without its file, which was moved, only the facts are left to remove.
    await store.remove(id).catch(() => store.configstore.delete(id))
  }
}

async function videoKind(file: string, name: string) {
  const found = await fileTypeFromFile(file).catch(() => undefined)
  const file_type = found && VIDEO_TYPES[found.ext]
  if (!file_type) throw refused(videoOfWrongKind(cleanFileName(name)))
  return { extension: found.ext, file_type }
}
