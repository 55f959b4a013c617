/** The only way to refuse a request. Anything else that is thrown is a bug. */

export interface ProblemFacts {
  message: string
  /** HTTP status. 200 by default: a rule refusal is a normal response to an operation. A REST call sends 409. */
  status?: number
  /** The variable that must change. */
  field?: string
  /** When the same request can succeed: until then the client keeps it and retries later. */
  retryAt?: Date
}

export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  readonly retryAt: Date | undefined
  /** A permission rule refused this user; such refusals are recorded. */
  isForbidden = false
  constructor(code: string, facts: ProblemFacts) {
    super(facts.message)
    this.code = code
    this.status = facts.status ?? 200
    this.field = facts.field
    this.retryAt = facts.retryAt
  }
}

/** `code` is feature.reason; `message` is a sentence that tells the member what to change. */
export const problem = (code: string, facts: ProblemFacts) => new Problem(code, facts)

/** For a route: what is not there, and what is nothing for this viewer, look the same. */
export const notFound = (): Problem => problem('request.not_found', { message: 'Not found.', status: 404 })

/** Marks a refusal that depends on the user, not on the content of the request. */
export const forbidden = (refused: Problem): Problem => Object.assign(refused, { isForbidden: true })
