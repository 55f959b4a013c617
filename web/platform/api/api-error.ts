/** Every way in which a call can fail, as one error with the facts that a screen needs. */

export type ApiErrorKind =
  | 'network'
  | 'aborted'
  | 'timeout'
  | 'canceled'
  | 'unsupported_protocol'
  /** An answer with status 4xx, and any refusal by rule. */
  | 'bad_request'
  /** An answer with status 5xx, or one that is not what was agreed. */
  | 'bad_response'

export interface ApiErrorDetails {
  kind: ApiErrorKind
  status?: number
  code?: string
  field?: string | undefined
  errorId?: string | undefined
  /** When the same can be done, as the server writes it. */
  retryAt?: string | undefined
}

export class ApiError extends Error {
  override name = 'ProblemError'
  readonly kind: ApiErrorKind
  /** 0 when there was no answer. */
  readonly status: number
  /** `feature.reason`, or one of forbidden, not_found, validation_failed, throttled, internal. */
  readonly code: string
  readonly field: string | undefined
  /** What support can look up. */
  readonly errorId: string | undefined
  /** When the same can be done: until then it waits. In milliseconds since 1970. */
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

/** True when trying the same again may help: nobody decided against it. */
export const isRetryable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind === 'network' || error.kind === 'timeout' || error.kind === 'bad_response'

/** True for failures that nobody foresaw: the member is told that they are logged. */
export const isUnexpected = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.kind === 'bad_response' || error.code === 'internal'

export interface ErrorEntry {
  message: string
  extensions?: { code?: string; field?: string; error_id?: string; retry_at?: string }
}

/** The first error of an operation's answer. */
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
