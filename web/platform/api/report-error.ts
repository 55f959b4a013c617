/** The toast for unexpected failures. */
import { log } from '#web/platform/log.ts'
import { pageProps } from '#web/platform/page-props.ts'
import { ApiError } from '#web/platform/api/api-error.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

export const UNEXPECTED_ERROR_TITLE = 'An error has occurred'

export function unexpectedErrorText(supportEmail: string | undefined, errorId: string | undefined): string {
  const support = supportEmail ? `contact support at ${supportEmail}` : 'contact support'
  const reference = errorId ? ` Error ID: ${errorId}.` : ''
  return `This error has been logged. If this is time-sensitive, please ${support}.${reference}`
}

export function reportUnexpectedError(error: unknown): void {
  log.error(UNEXPECTED_ERROR_TITLE, error)
  const errorId = error instanceof ApiError ? error.errorId : undefined
  toast.error(UNEXPECTED_ERROR_TITLE, unexpectedErrorText(pageProps()?.supportEmail, errorId))
}
