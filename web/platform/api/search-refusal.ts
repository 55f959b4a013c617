import { ApiError } from '#web/platform/api/api-error.ts'

/** What anyone who searched should change or wait for; nothing where the failure is another. */
export const searchRefusal = (error: unknown): string | undefined =>
  error instanceof ApiError && error.code.startsWith('search.') ? error.message : undefined
