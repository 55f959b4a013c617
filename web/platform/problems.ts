/** Every way in which a call can fail, as one error with the facts that a screen needs. */

export type ProblemKind =
  | 'network'
  | 'aborted'
  | 'timeout'
  | 'canceled'
  | 'unsupported_protocol'
  /** An answer with status 4xx, and any refusal by rule. */
  | 'bad_request'
  /** An answer with status 5xx, or one that is not what was agreed. */
  | 'bad_response'

export interface ProblemFacts {
  kind: ProblemKind
  status?: number
  code?: string
  field?: string | undefined
  errorId?: string | undefined
}

export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly kind: ProblemKind
  /** 0 when there was no answer. */
  readonly status: number
  /** `feature.reason`, or one of forbidden, not_found, validation_failed, throttled, internal. */
  readonly code: string
  readonly field: string | undefined
  /** What support can look up. */
  readonly errorId: string | undefined

  constructor(message: string, facts: ProblemFacts) {
    super(message)
    this.kind = facts.kind
    this.status = facts.status ?? 0
    this.code = facts.code ?? facts.kind
    this.field = facts.field
    this.errorId = facts.errorId
  }
}

export const NETWORK_MESSAGE = 'There is no connection to Counterpart.'

/** True when trying the same again may help: nobody decided against it. */
export const mayRetry = (error: unknown): boolean =>
  !(error instanceof ProblemError) ||
  error.kind === 'network' ||
  error.kind === 'timeout' ||
  error.kind === 'bad_response'

/** True for failures that nobody foresaw: the member is told that they are logged. */
export const isUnexpected = (error: unknown): boolean =>
  !(error instanceof ProblemError) || error.kind === 'bad_response' || error.code === 'internal'

interface ErrorEntry {
  message: string
  extensions?: { code?: string; field?: string; error_id?: string }
}

/** The first error of an operation's answer. */
export function problemOf(entry: ErrorEntry, status: number): ProblemError {
  const { code, field, error_id } = entry.extensions ?? {}
  const kind = status >= 500 || code === 'internal' ? 'bad_response' : 'bad_request'
  return new ProblemError(entry.message, { kind, status, code: code ?? kind, field, errorId: error_id })
}
