/** The only way to refuse. Anything else that is thrown is a bug. */

export interface ProblemFacts {
  message: string
  /** HTTP status; a refusal by rule is an answer to an operation, so 200, and 409 to a plain call. */
  status?: number
  /** The variable that must change. */
  field?: string
}

export class Problem extends Error {
  readonly code: string
  readonly status: number
  readonly field: string | undefined
  constructor(code: string, facts: ProblemFacts) {
    super(facts.message)
    this.code = code
    this.status = facts.status ?? 200
    this.field = facts.field
  }
}

/** `code` is feature.reason; the message is a sentence for the member that says what to change. */
export const problem = (code: string, facts: ProblemFacts) => new Problem(code, facts)
