/** An error as text for the member: the same rule on every screen. */
import { ApiError, isUnexpected } from '#web/platform/api/api-error.ts'
import { reportUnexpectedError } from '#web/platform/api/report-error.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

export interface ErrorMessages {
  /** What did not happen, without a period: "Your photo wasn’t changed". Starts both messages. */
  fact?: string
  /** The full message when offline. */
  offline?: string
  /** The full message of an unexpected error; the error's id follows it. */
  failed?: string
  /** The title of a toast, in place of `fact`; the message becomes its text. */
  title?: string
}

/** A rejection by a business rule shows the server's own message. */
export function errorMessage(error: unknown, messages: ErrorMessages = {}): string {
  const { title, fact = 'Nothing was changed', offline, failed } = messages
  const opening = title ? '' : `${fact}. `
  if (isDisconnected(error)) return offline ?? `${opening}You’re offline; try again when you’re back online.`
  if (!isUnexpected(error)) return (error as ApiError).message
  const id = error instanceof ApiError && error.errorId
  return `${failed ?? `${opening}Something went wrong on our end.`}${id ? ` Error ID: ${id}.` : ''}`
}

const isDisconnected = (error: unknown) =>
  error instanceof ApiError && (error.kind === 'network' || error.kind === 'timeout')

/** Without `messages`, an unexpected error shows the general toast with the support address. */
export function showErrorToast(error: unknown, messages?: ErrorMessages): void {
  if (!messages && isUnexpected(error)) return reportUnexpectedError(error)
  const message = errorMessage(error, messages)
  if (messages?.title) toast.error(messages.title, message)
  else toast.error(message)
}
