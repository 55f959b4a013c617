/** Uploads a large file in parts. After a lost connection, and after a reload with the same file, it goes on where it stopped. */
import {
  RESUMABLE_PART_BYTES,
  RESUMABLE_PATH,
  UPLOAD_BYTES,
  type ResumablePurpose,
  type UploadedFile,
} from '#shared/uploads.ts'
import { NETWORK_MESSAGE, ApiError } from '#web/platform/api/api-error.ts'
import { redirectWhenSignedOut } from '#web/platform/api/redirect-to-login.ts'
import { uploadFile, type UploadOptions } from '#web/platform/api/upload.ts'
import { readCookie } from '#web/platform/storage/cookies.ts'

const RETRY_DELAYS = [0, 1_000, 3_000, 10_000, 30_000]

interface LargeUploadOptions extends UploadOptions {
  purpose: ResumablePurpose
}

interface Refusal {
  status: number
  text: string
}

/** Throws an ApiError with a message for the member. Loads the protocol on the first call. */
export async function uploadLargeFile(
  file: File,
  { purpose, signal, onProgress }: LargeUploadOptions,
): Promise<UploadedFile> {
  const { Upload } = await import('tus-js-client').catch(() => {
    throw new ApiError(NETWORK_MESSAGE, { kind: 'network' })
  })
  const headers = { 'X-XSRF-TOKEN': readCookie('XSRF-TOKEN') ?? '' }
  const address = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: RESUMABLE_PATH,
      chunkSize: RESUMABLE_PART_BYTES,
      retryDelays: RETRY_DELAYS,
      metadata: { filename: file.name, purpose },
      headers,
      removeFingerprintOnSuccess: true,
      onProgress: (sent, total) => onProgress?.(total > 0 ? sent / total : 0),
      onSuccess: () => resolve(upload.url!),
      onError: (error) => {
        const response = 'originalResponse' in error ? error.originalResponse : null
        reject(response ? refusalOf({ status: response.getStatus(), text: response.getBody() }) : lost())
      },
    })
    signal?.addEventListener('abort', () => {
      void upload.abort(true)
      reject(new ApiError('The upload was canceled.', { kind: 'canceled' }))
    })
    void upload.findPreviousUploads().then(([previous]) => {
      if (previous) upload.resumeFromPreviousUpload(previous)
      upload.start()
    })
  })
  const response = await fetch(`${address}/finish`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
    signal: signal ?? null,
  }).catch(() => {
    throw lost()
  })
  const text = await response.text()
  if (!response.ok) throw refusalOf({ status: response.status, text })
  return (JSON.parse(text) as { data: UploadedFile }).data
}

/** A document of the library: in one request as long as it fits. */
export const uploadDocument = (file: File, options: UploadOptions = {}): Promise<UploadedFile> =>
  file.size > UPLOAD_BYTES ? uploadLargeFile(file, { ...options, purpose: 'document' }) : uploadFile(file, options)

const lost = () => new ApiError(NETWORK_MESSAGE, { kind: 'network' })

function refusalOf({ status, text }: Refusal): ApiError {
  const answer = parsed(text)
  const kind = status >= 500 || answer?.message === undefined ? 'bad_response' : 'bad_request'
  const problem = new ApiError(answer?.message ?? 'We couldn’t upload the file just now.', {
    kind,
    status,
    code: answer?.code ?? kind,
    errorId: answer?.error_id,
  })
  redirectWhenSignedOut(problem)
  return problem
}

function parsed(text: string): { message?: string; code?: string; error_id?: string } | null {
  try {
    return JSON.parse(text) as { message?: string }
  } catch {
    return null
  }
}
