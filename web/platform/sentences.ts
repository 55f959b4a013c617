import { ProblemError, isUnexpected } from '#web/platform/problems.ts'

/** A failure as a sentence. `fact` says what did not happen. */
export function sentenceOf(error: unknown, fact: string): string {
  if (error instanceof ProblemError && error.kind === 'network')
    return `${fact}: there is no connection. Try again when there is one.`
  if (isUnexpected(error)) {
    const id = error instanceof ProblemError ? error.errorId : undefined
    return `${fact}: the server could not do it just now.${id ? ` Error id: ${id}.` : ''}`
  }
  return (error as ProblemError).message
}
