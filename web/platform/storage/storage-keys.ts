/** Keys of the product in local storage, shared with its earlier visits. */
export const STORAGE_KEYS = {
  version: 'version',
  theme: 'THEME',
  analyticsMetadata: 'analytics_metadata',
  abtests: 'abtests',
  analyticsSession: 'analytics_session_id',
  /** The member whose reading this device keeps. */
  offline: 'offline_reading',
  /** The member who gets push notifications on this device. */
  push: 'push_member',
  closedOnboardingChecklist: 'hasClosedOnboardingChecklist',
} as const

/** Everything that a member has written and not sent is stored under keys with this prefix; signing out deletes it. */
export const UNSENT_PREFIX = 'counterpart.'
/** Replies that have not arrived yet. */
export const replyOutboxKey = (userId: number) => `${UNSENT_PREFIX}outbox.${userId}`
export const chatOutboxKey = (userId: number) => `${UNSENT_PREFIX}chat-outbox.${userId}`
/** Items of the outbox that the member cancelled, by their idempotency keys, for other tabs. */
export const CANCELLED_KEY = 'replies-withdrawn'

/** Keys in session storage. */
export const SESSION_KEYS = { visits: 'trail', scroll: 'scroll' } as const
