/** Every way in which a request can fail, as one error class with the facts that a screen needs. */

export type ApiErrorKind =
  | 'network'
  | 'aborted'
  | 'timeout'
  | 'canceled'
  | 'unsupported_protocol'
  /** A response with status 4xx, or a rejection by a business rule. */
  | 'bad_request'
  /** A response with status 5xx, or with an invalid body. */
  | 'bad_response'

export interface ApiErrorDetails {
  kind: ApiErrorKind
  status?: number
  code?: string
  field?: string | undefined
  errorId?: string | undefined
  /** When the action can be retried, as sent by the server. */
  retryAt?: string | undefined
}

export class ApiError extends Error {
  override name = 'ProblemError'
  readonly kind: ApiErrorKind
  /** 0 if there was no response. */
  readonly status: number
  /** `feature.reason`, or one of forbidden, not_found, validation_failed, throttled, internal. */
  readonly code: string
  readonly field: string | undefined
  /** The id that support can look up. */
  readonly errorId: string | undefined
  /** When the action can be retried, in milliseconds since 1970. */
  readonly retryAt: number | undefined

  constructor(message: string, facts: ApiErrorDetails) {
    super(message)
    this.kind = facts.kind
    this.status = facts.status ?? 0
    this.code = facts.code ?? facts.kind
    this.field = facts.field
    this.errorId = facts.errorId
    this.retryAt = facts.retryAt === undefined ? undefined : Date.parse(facts.retryAt)
  }
}

export const NETWORK_MESSAGE = 'Can’t connect to Counterpart.'

/** Whether a retry may help: the server did not reject the request. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind === 'network' || error.kind === 'timeout' || error.kind === 'bad_response'

/** True for unexpected failures: the message says that they are logged. */
export const isUnexpected = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind === 'bad_response' || error.code === 'internal'

export interface ErrorEntry {
  message: string
  extensions?: { code?: string; field?: string; error_id?: string; retry_at?: string }
}

/** Converts the first error of an operation's response. */
export function toApiError(entry: ErrorEntry, status: number): ApiError {
  const { code, field, error_id, retry_at } = entry.extensions ?? {}
  const kind = status >= 500 || code === 'internal' ? 'bad_response' : 'bad_request'
  return new ApiError(entry.message, {
    kind,
    status,
    code: code ?? kind,
    field,
    errorId: error_id,
    retryAt: retry_at,
  })
}
