/** Keys in local storage, shared with earlier versions of the product. */
export const STORAGE_KEYS = {
  version: 'version',
  theme: 'THEME',
  analyticsMetadata: 'analytics_metadata',
  abtests: 'abtests',
  analyticsSession: 'analytics_session_id',
  /** The member with offline reading on this device. */
  offline: 'offline_reading',
  /** The member who gets push notifications on this device. */
  push: 'push_member',
  closedOnboardingChecklist: 'hasClosedOnboardingChecklist',
  /** The start of the quarter whose summary the member hid. */
  hiddenQuarter: 'hidden_quarter',
} as const

/** Every unsent text of a member is stored under keys with this prefix; sign-out deletes them. */
export const UNSENT_PREFIX = 'counterpart.'
/** Unsent replies. */
export const replyOutboxKey = (userId: number) => `${UNSENT_PREFIX}outbox.${userId}`
export const chatOutboxKey = (userId: number) => `${UNSENT_PREFIX}chat-outbox.${userId}`
export const bookmarkOutboxKey = (userId: number) => `${UNSENT_PREFIX}bookmark-outbox.${userId}`
/** Items of the outbox that the member cancelled, by their idempotency keys, for other tabs. */
export const CANCELLED_KEY = 'replies-withdrawn'

/** Keys in session storage. */
export const SESSION_KEYS = { visits: 'trail', scroll: 'scroll' } as const
