/** The toast for failures that nobody foresaw. */
import { log } from '#web/platform/log.ts'
import { pageProps } from '#web/platform/page-props.ts'
import { ProblemError } from '#web/platform/problems.ts'
import { toast } from '#web/platform/toasts.ts'

export const FAILURE_TITLE = 'An error has occurred'

export function failureText(supportEmail: string | undefined, errorId: string | undefined): string {
  const support = supportEmail ? `contact support at ${supportEmail}` : 'contact support'
  const reference = errorId ? ` Error id: ${errorId}.` : ''
  return `This error has been logged. If this is time-sensitive, please ${support}.${reference}`
}

export function reportFailure(error: unknown): void {
  log.error(FAILURE_TITLE, error)
  const errorId = error instanceof ProblemError ? error.errorId : undefined
  toast.error(FAILURE_TITLE, failureText(pageProps()?.supportEmail, errorId))
}

/** For an act that was shown at once and taken back: the reason, where there is one. */
export function sayRefusal(error: unknown): void {
  if (!(error instanceof ProblemError)) reportFailure(error)
  else if (error.kind === 'bad_request') toast.error(error.message)
  else if (error.kind === 'network' || error.kind === 'timeout')
    toast.error('There is no connection', 'Nothing was changed. Try again when you are back.')
  else reportFailure(error)
}
