/** Webhooks: what other systems are told of, without a word of what members write. */
export const WEBHOOK_EVENTS = {
  'discussion.published': 'A discussion is published',
  'reply.published': 'A reply to the group is published',
  'member.joined': 'A member joins',
  'event.published': 'An event is published',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const isWebhookEvent = (text: string): text is WebhookEvent => Object.hasOwn(WEBHOOK_EVENTS, text)

export const WEBHOOK_URL_LENGTH = 500
/** Of a network. */
export const WEBHOOKS = 10
/** After this many days without a success a webhook is turned off. */
export const WEBHOOK_FAILING_DAYS = 5
export const WEBHOOK_LOG_DAYS = 30
/** Pauses before the next attempt, in minutes: about two days in all. */
export const WEBHOOK_PAUSES = [1, 5, 15, 60, 180, 720, 1_440] as const
