/** An archive is sent as its bytes: it may be in any encoding. */
import { ARCHIVE_TYPE } from '#shared/mail.ts'
import { ApiError, NETWORK_MESSAGE } from '#web/platform/api/api-error.ts'
import { API_BASE } from '#web/platform/api/http.ts'
import { readCookie } from '#web/platform/storage/cookies.ts'

interface Answer {
  data?: { text: string }
  message?: string
  code?: string
}

export async function sendArchive(network: string, file: File): Promise<{ text: string }> {
  const response = await fetch(`${API_BASE}/staff/mail-archives/${encodeURIComponent(network)}`, {
    method: 'POST',
    body: file,
    credentials: 'same-origin',
    headers: { 'content-type': ARCHIVE_TYPE, 'X-XSRF-TOKEN': readCookie('XSRF-TOKEN') ?? '' },
  }).catch(() => {
    throw new ApiError(NETWORK_MESSAGE, { kind: 'network' })
  })
  const answer = (await response.json().catch(() => ({}))) as Answer
  if (answer.data) return answer.data
  throw new ApiError(answer.message ?? 'We couldn’t import the archive just now.', {
    kind: response.status >= 500 ? 'bad_response' : 'bad_request',
    status: response.status,
    code: answer.code,
  })
}
