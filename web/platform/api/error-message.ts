/** An error as text for the member: one rule for every screen. */
import { ApiError, isUnexpected } from '#web/platform/api/api-error.ts'
import { reportUnexpectedError } from '#web/platform/api/report-error.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

export interface ErrorMessages {
  /** What did not happen, without a period: "Your photo wasn’t changed". Opens both sentences. */
  fact?: string
  /** The whole sentence without a connection. */
  offline?: string
  /** The whole sentence for what nobody foresaw; the error's id follows it. */
  failed?: string
  /** The title of a toast, in place of the fact; the sentence becomes its text. */
  title?: string
}

/** A refusal by rule is the server's own sentence. */
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

/** Without sentences of its own, what nobody foresaw is the general toast with the address of support. */
export function showErrorToast(error: unknown, messages?: ErrorMessages): void {
  if (!messages && isUnexpected(error)) return reportUnexpectedError(error)
  const message = errorMessage(error, messages)
  if (messages?.title) toast.error(messages.title, message)
  else toast.error(message)
}
