/** Sends one file to /api/uploads and says how far it is. XMLHttpRequest, because fetch does not tell. */
import type { UploadedFile } from '#shared/uploads.ts'
import { API_BASE } from '#web/platform/http.ts'
import { leaveWhenSignedOut } from '#web/platform/leaving.ts'
import { readCookie } from '#web/platform/local.ts'
import { NETWORK_MESSAGE, ProblemError } from '#web/platform/problems.ts'

interface Answer {
  data?: UploadedFile
  message?: string
  code?: string
  error_id?: string
}

/** `onProgress` gets the part that is on its way, from 0 to 1. Throws a ProblemError with a sentence. */
export function uploadFile(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const body = new FormData()
    body.append('file', file, file.name)
    request.open('POST', `${API_BASE}/uploads`)
    request.setRequestHeader('Accept', 'application/json')
    request.setRequestHeader('X-XSRF-TOKEN', readCookie('XSRF-TOKEN') ?? '')
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new ProblemError(NETWORK_MESSAGE, { kind: 'network' }))
    request.onabort = () => reject(new ProblemError('The upload was canceled.', { kind: 'canceled' }))
    request.onload = () => {
      const answer = answerOf(request)
      if (answer?.data) return resolve(answer.data)
      const problem = problemOf(request.status, answer)
      leaveWhenSignedOut(problem)
      reject(problem)
    }
    signal.addEventListener('abort', () => request.abort())
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

function problemOf(status: number, answer: Answer | null): ProblemError {
  const isOurs = answer?.message !== undefined
  const kind = status >= 500 || !isOurs ? 'bad_response' : 'bad_request'
  return new ProblemError(answer?.message ?? 'The server could not take the file just now.', {
    kind,
    status,
    code: answer?.code ?? kind,
    errorId: answer?.error_id,
  })
}
