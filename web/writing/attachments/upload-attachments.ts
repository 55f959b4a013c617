/** The files of one composer: chosen, uploading, uploaded, or rejected; and the transitions between these states. */
import { FILES_PER_POST, fileProblem, tooManyFiles, type UploadedFile } from '#shared/uploads.ts'
import { ApiError, isUnexpected, isRetryable } from '#web/platform/api/api-error.ts'
import { uploadFile } from '#web/platform/api/upload.ts'

export interface AttachmentUpload {
  id: number
  name: string
  size: number
  /** Set once it is on the server. */
  uploaded: UploadedFile | null
  /** Upload progress from 0 to 1. */
  progress: number
  problem: string | null
  /** Whether a retry may help. */
  mayRetry: boolean
}

/** How many files a text can have, and what is said about one more. */
export interface FileLimit {
  files: number
  message: string
}
const POST_LIMIT: FileLimit = { files: FILES_PER_POST, message: tooManyFiles() }

const AT_ONCE = 2
let lastId = 0

interface Work {
  id: number
  file: File
}

/** A list of files that uploads itself; calls `onChange` on every change. */
export class AttachmentUploadList {
  rows: readonly AttachmentUpload[]
  #onChange: () => void
  #limit: FileLimit
  #files = new Map<number, File>()
  #running = new Map<number, AbortController>()
  #queue: Work[] = []

  constructor(restored: readonly UploadedFile[], onChange: () => void, limit: FileLimit = POST_LIMIT) {
    this.rows = restored.map(there)
    this.#onChange = onChange
    this.#limit = limit
  }

  /** Replaces uploaded files with those of the draft. Files not uploaded yet exist nowhere else, so they stay. */
  restore(restored: readonly UploadedFile[]): void {
    this.rows = [...restored.map(there), ...this.rows.filter(({ uploaded }) => uploaded === null)]
  }

  /** Adds the files; rejected ones stay in the list with the reason. */
  add(files: readonly File[]): void {
    for (const file of files) {
      const taken = this.rows.filter(({ problem, mayRetry: again }) => problem === null || again).length
      const problem = fileProblem(file) ?? (taken >= this.#limit.files ? this.#limit.message : null)
      const row = { ...fresh(file.name, file.size), problem }
      this.rows = [...this.rows, row]
      if (problem !== null) continue
      this.#files.set(row.id, file)
      this.#queue.push({ id: row.id, file })
    }
    this.#onChange()
    this.#next()
  }

  retry(id: number): void {
    const file = this.#files.get(id)
    if (!file) return
    this.#queue.push({ id, file })
    this.#update(id, { problem: null, progress: 0 })
    this.#next()
  }

  /** Cancels a running upload, or removes an uploaded file. */
  remove(id: number): void {
    this.#queue = this.#queue.filter((work) => work.id !== id)
    this.#running.get(id)?.abort()
    this.#files.delete(id)
    this.rows = this.rows.filter((row) => row.id !== id)
    this.#onChange()
  }

  close(): void {
    this.#queue = []
    for (const running of this.#running.values()) running.abort()
  }

  #update(id: number, part: Partial<AttachmentUpload>): void {
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, ...part } : row))
    this.#onChange()
  }

  #next(): void {
    while (this.#running.size < AT_ONCE) {
      const work = this.#queue.shift()
      if (!work) return
      void this.#upload(work)
    }
  }

  async #upload({ id, file }: Work): Promise<void> {
    const leaving = new AbortController()
    this.#running.set(id, leaving)
    try {
      const uploaded = await uploadFile(file, {
        signal: leaving.signal,
        onProgress: (progress) => this.#update(id, { progress }),
      })
      this.#update(id, { uploaded, progress: 1, name: uploaded.name, size: uploaded.size })
    } catch (error) {
      if (!leaving.signal.aborted) this.#update(id, { problem: errorMessage(error), mayRetry: isWorthRetrying(error) })
    } finally {
      this.#running.delete(id)
      this.#next()
    }
  }
}

const fresh = (name: string, size: number): AttachmentUpload => ({
  id: (lastId += 1),
  name,
  size,
  uploaded: null,
  progress: 0,
  problem: null,
  mayRetry: false,
})

const there = (uploaded: UploadedFile): AttachmentUpload => ({
  ...fresh(uploaded.name, uploaded.size),
  uploaded,
  progress: 1,
})

const isWorthRetrying = (error: unknown) =>
  isRetryable(error) || (error instanceof ApiError && error.code === 'limits.reached')

function errorMessage(error: unknown): string {
  if (error instanceof ApiError && error.kind === 'network')
    return 'The connection was lost before the file finished uploading.'
  // A rejection because there is no virus scanner or no disk space has its own message and no error id.
  if (isUnexpected(error) && (!(error instanceof ApiError) || error.errorId)) {
    const id = error instanceof ApiError ? ` Error ID: ${error.errorId}.` : ''
    return `We couldn’t upload the file just now.${id}`
  }
  return (error as ApiError).message
}
