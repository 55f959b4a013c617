/**
 * Requests under /api as pairs of result and error: `const [result, error] = await GET('/theme')`. Nothing here throws,
 * so a caller cannot forget that a request may fail.
 */
import { readCookie } from '#web/platform/storage/cookies.ts'
import { NETWORK_MESSAGE, ApiError, toApiError, type ErrorEntry } from '#web/platform/api/api-error.ts'

export const API_BASE = '/api'
export const CALL_TIMEOUT_MS = 30_000
const TOKEN_COOKIE = 'XSRF-TOKEN'
const TOKEN_HEADER = 'X-XSRF-TOKEN'

export interface CallConfig {
  signal?: AbortSignal | undefined
  timeoutMs?: number
  headers?: Record<string, string>
  /** Sends the request even if the page is closing. */
  keepalive?: boolean
}
export type Pair<T> = [T, null] | [null, ApiError]

export const GET = <T>(path: string, config?: CallConfig) => call<T>('GET', path, undefined, config)
export const POST = <T>(path: string, body: unknown, config?: CallConfig) => call<T>('POST', path, body, config)
export const DELETE = <T>(path: string, config?: CallConfig) => call<T>('DELETE', path, undefined, config)

async function call<T>(method: string, path: string, body: unknown, config: CallConfig = {}): Promise<Pair<T>> {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(path)?.[1]
  if (scheme !== undefined) {
    return [null, new ApiError(`Unsupported protocol ${scheme}:`, { kind: 'unsupported_protocol' })]
  }
  const timeout = AbortSignal.timeout(config.timeoutMs ?? CALL_TIMEOUT_MS)
  const signal = config.signal ? AbortSignal.any([config.signal, timeout]) : timeout
  try {
    const response = await fetch(API_BASE + path, {
      method,
      signal,
      headers: headersOf(method, body, config),
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'same-origin',
      keepalive: config.keepalive ?? false,
    })
    const answer = await bodyOf(response)
    return response.ok ? [answer as T, null] : [null, parseErrorBody(response, answer)]
  } catch (error) {
    return [null, networkError(error, config.signal, timeout)]
  }
}

function headersOf(method: string, body: unknown, config: CallConfig): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json', ...config.headers }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const token = method === 'GET' ? null : readCookie(TOKEN_COOKIE)
  if (token) headers[TOKEN_HEADER] = token
  return headers
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError('The response isn’t JSON.', { kind: 'bad_response', status: response.status })
  }
}

type ErrorBody = Partial<ErrorEntry> & ErrorEntry['extensions'] & { errors?: ErrorEntry[] }

/** A plain request has its error in the body, an operation in the first entry of `errors`. */
function parseErrorBody({ status }: Response, answer: unknown): ApiError {
  const { errors, message = `Request failed with status code ${status}`, ...extensions } = (answer ?? {}) as ErrorBody
  return toApiError(errors?.[0] ?? { message, extensions }, status)
}

function networkError(error: unknown, own: AbortSignal | undefined, timeout: AbortSignal): ApiError {
  if (error instanceof ApiError) return error
  if (own?.aborted) return new ApiError('The request was canceled.', { kind: 'canceled' })
  if (timeout.aborted) return new ApiError('The request timed out.', { kind: 'timeout' })
  // Neither the caller nor the timeout: the browser aborted it, as it does when the page is left.
  if (error instanceof DOMException && error.name === 'AbortError') {
    return new ApiError('The request was aborted.', { kind: 'aborted' })
  }
  return new ApiError(NETWORK_MESSAGE, { kind: 'network' })
}
