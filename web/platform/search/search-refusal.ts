import { ApiError } from '#web/platform/api/api-error.ts'

/** The message of a rejected search: what to change or wait for; undefined for other failures. */
export const searchRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code.startsWith('search.') ? error.message : undefined
