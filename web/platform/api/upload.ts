/** Uploads one file to /api/uploads and reports progress. XMLHttpRequest, because fetch reports no upload progress. */
import type { UploadedFile } from '#shared/uploads.ts'
import { API_BASE } from '#web/platform/api/http.ts'
import { redirectWhenSignedOut } from '#web/platform/api/redirect-to-login.ts'
import { readCookie } from '#web/platform/storage/cookies.ts'
import { NETWORK_MESSAGE, ApiError } from '#web/platform/api/api-error.ts'

interface Answer {
  data?: UploadedFile
  message?: string
  code?: string
  error_id?: string
}

export interface UploadOptions {
  signal?: AbortSignal
  /** Gets the fraction sent, from 0 to 1. */
  onProgress?: (part: number) => void
}

/** Throws an ApiError with a message for the member. */
export function uploadFile(file: File, { signal, onProgress }: UploadOptions = {}): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file, file.name)
    request.open('POST', `${API_BASE}/uploads`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('X-XSRF-TOKEN', readCookie('XSRF-TOKEN') ?? '')
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new ApiError(NETWORK_MESSAGE, { kind: 'network' }))
    request.onabort = () => reject(new ApiError('The upload was canceled.', { kind: 'canceled' }))
    request.onload = () => {
      const answer = answerOf(request)
      if (answer?.data) return resolve(answer.data)
      const problem = problemOf(request.status, answer)
      redirectWhenSignedOut(problem)
      reject(problem)
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

function answerOf({ responseText }: XMLHttpRequest): Answer | null {
  try {
    return JSON.parse(responseText) as Answer
  } catch {
    return null
  }
}

function problemOf(status: number, answer: Answer | null): ApiError {
  const isOurs = answer?.message !== undefined
  const kind = status >= 500 || !isOurs ? 'bad_response' : 'bad_request'
  return new ApiError(answer?.message ?? 'We couldn’t upload the file just now.', {
    kind,
    status,
    code: answer?.code ?? kind,
    errorId: answer?.error_id,
  })
}
