/** Downloads the member's data export. It requires a password, so it cannot be a plain link. */
import { API_BASE } from '#web/platform/api/http.ts'
import { redirectWhenSignedOut } from '#web/platform/api/redirect-to-login.ts'
import { readCookie } from '#web/platform/storage/cookies.ts'
import { NETWORK_MESSAGE, ApiError } from '#web/platform/api/api-error.ts'

const KEPT_MS = 60_000

export async function saveCopy(body: { token: string; password: string }, name: string): Promise<ApiError | null> {
  const response = await fetch(`${API_BASE}/account/export/file`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': readCookie('XSRF-TOKEN') ?? '' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  if (!response) return new ApiError(NETWORK_MESSAGE, { kind: 'network' })
  if (!response.ok) {
    const { message, code, field } = (await response.json()) as { message: string; code: string; field?: string }
    redirectWhenSignedOut({ status: response.status, code })
    return new ApiError(message, { kind: 'bad_request', status: response.status, code, field })
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
  return null
}
