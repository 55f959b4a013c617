/** Saves the copy of a member's data: asked for with a password, so it cannot be a plain link. */
import { API_BASE } from '#web/platform/http.ts'
import { leaveWhenSignedOut } from '#web/platform/leaving.ts'
import { readCookie } from '#web/platform/local.ts'
import { NETWORK_MESSAGE, ProblemError } from '#web/platform/problems.ts'

const KEPT_MS = 60_000

export async function saveCopy(body: { token: string; password: string }, name: string): Promise<ProblemError | null> {
  const response = await fetch(`${API_BASE}/account/export/file`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': readCookie('XSRF-TOKEN') ?? '' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
  if (!response) return new ProblemError(NETWORK_MESSAGE, { kind: 'network' })
  if (!response.ok) {
    const { message, code, field } = (await response.json()) as { message: string; code: string; field?: string }
    leaveWhenSignedOut({ status: response.status, code })
    return new ProblemError(message, { kind: 'bad_request', status: response.status, code, field })
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
  return null
}
