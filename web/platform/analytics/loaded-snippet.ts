import type { Snippet } from '#web/platform/analytics/analytics-snippet.ts'

/** The third-party snippet, if it has loaded. */
export const snippet = (): Snippet | undefined =>
  typeof window === 'undefined' ? undefined : (window as unknown as { analytics?: Snippet }).analytics
