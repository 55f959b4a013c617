/** The only way to refuse. Anything else that is thrown is a bug. */

export interface ProblemFacts {
  message: string
  /** HTTP status; a refusal by rule is an answer to an operation, so 200, and 409 to a plain call. */
  status?: number
  /** The variable that must change. */
  field?: string
  /** When the same can be done: until then it waits, and is not lost. */
  retryAt?: Date
}

export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  readonly retryAt: Date | undefined
  /** A rule says that this person may not; such refusals are put on record. */
  isForbidden = false
  constructor(code: string, facts: ProblemFacts) {
    super(facts.message)
    this.code = code
    this.status = facts.status ?? 200
    this.field = facts.field
    this.retryAt = facts.retryAt
  }
}

/** `code` is feature.reason; the message is a sentence for the member that says what to change. */
export const problem = (code: string, facts: ProblemFacts) => new Problem(code, facts)

/** Marks a refusal because of who asks, as against one because of what was asked. */
export const forbidden = (refused: Problem): Problem => Object.assign(refused, { isForbidden: true })
