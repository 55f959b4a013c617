import type { Signal } from '#server/platform/signals/bus.ts'

/** What those attending are told. */
export type EventNews = 'soon' | 'promoted' | 'moved' | 'canceled'

/** Only the members it names learn of it, and they are notified. */
export const eventNews = (eventId: number, news: EventNews, users: readonly number[]): Signal => ({
  signal: 'events.news',
  channels: [],
  users,
  isConfidential: true,
  data: { event_id: eventId, news },
})
