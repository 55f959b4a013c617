import { ApiError, isUnexpected } from '#web/platform/api/api-error.ts'

/** A failure as a sentence. `fact` says what did not happen. */
export function errorMessage(error: unknown, fact: string): string {
  if (error instanceof ApiError && error.kind === 'network')
    return `${fact}. You’re offline; try again when you’re back online.`
  if (isUnexpected(error)) {
    const id = error instanceof ApiError ? error.errorId : undefined
    return `${fact}. Something went wrong on our end.${id ? ` Error ID: ${id}.` : ''}`
  }
  return (error as ApiError).message
}
