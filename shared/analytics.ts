/**
 * The allowlist for analytics: each event kind with the keys it may contain and the form of their values. Server and
 * browser drop everything else, so data that is not listed here is neither stored nor sent to third parties.
 */
import { CONTENT_KINDS } from './bookmarks.ts'
import { SECTION_LABELS } from './networks.ts'
import { REFERRAL_SOURCES } from './referral-sources.ts'
import { SEARCH_SECTIONS } from './search-context.ts'

export const ANALYTICS_PLATFORMS = ['web', 'mobile', 'web-mobile'] as const

/** A closed list of words, or a named form. Ids of threads, messages and polls identify what the event is about. */
type Form = readonly string[] | 'thread' | 'message' | 'poll' | 'entity' | 'id' | 'flag' | 'count' | 'word' | 'sentence'

const viewed = { referral_source: REFERRAL_SOURCES } as const
const placement = { placement: ['onboarding', 'membership'] } as const
const followed = { thread_id: 'thread', user_id: 'id', referral_source: REFERRAL_SOURCES } as const

export const ANALYTICS_EVENTS = {
  'new-frontend-reloaded': { old_version: 'word', new_version: 'word' },
  'landing-page-viewed': {},
  'onboarding-payment-viewed': {},
  'onboarding-create-password-viewed': {},
  'onboarding-welcome-viewed': {},
  'feed-viewed': viewed,
  'feed-searched': { search_length: 'count' },
  'feed-filtered': { filter: 'word', value: 'word' },
  'post-created': { thread_id: 'thread', message_id: 'message', kind: ['thread', 'reply'], is_private: 'flag' },
  'poll-results-downloaded': { poll_id: 'poll' },
  upvote: { entity_type: ['thread', 'message', 'expert'], entity_id: 'entity', sentiment: 'flag' },
  // Without the item: nobody sees what a member saves.
  bookmark: { content_kind: CONTENT_KINDS, is_saved: 'flag' },
  'bookmarks-viewed': viewed,
  follow: followed,
  unfollow: followed,
  'payment-banner-clicked': { target: ['portal', 'cancel'] },
  'onboarding-checkout-loaded': placement,
  'onboarding-checkout-success': placement,
  'onboarding-checkout-error': { ...placement, reason: 'sentence' },
  'expert-directory-viewed': viewed,
  'member-directory-viewed': viewed,
  // Where the member came from, but not whose page it is: we do not track who views whom.
  'member-page-viewed': viewed,
  'expert-page-viewed': viewed,
  'notifications-viewed': viewed,
  // Without the notification: some are about a thread of which only its author is notified.
  'notification-read': {},
  'notifications-mark-all-read': {},
  'badges-viewed': viewed,
  'peer-docs-viewed': viewed,
  'cle-viewed': viewed,
  'inbox-viewed': {},
  'events-viewed': viewed,
  'content-library-viewed': viewed,
  'event-viewed': { event_id: 'id', ...viewed },
  'mainstage-viewed': viewed,
  'learning-hub-viewed': viewed,
  'series-viewed': { series_id: 'id', ...viewed },
  'series-video-viewed': { series_id: 'id', video_id: 'id', ...viewed },
  'thread-viewed': { thread_id: 'thread', ...viewed },
} as const satisfies Record<string, Record<string, Form>>
export type AnalyticsKind = keyof typeof ANALYTICS_EVENTS

/** Keys that every event may have in addition to its own. */
const EVERYWHERE: Record<string, Form> = {
  platform: ANALYTICS_PLATFORMS,
  s: SEARCH_SECTIONS,
  sid: 'id',
  section: Object.keys(SECTION_LABELS),
  section_label: Object.values(SECTION_LABELS),
  utm_source: 'word',
  utm_medium: 'word',
  utm_campaign: 'word',
  utm_term: 'word',
  utm_content: 'word',
}

const WORD = /^[\w.,:+-]{1,100}$/
const SENTENCE = /^[\w .,:'’-]{1,200}$/
const isId = (value: unknown) => /^[1-9]\d{0,15}$/.test(String(value))
const FORMS: Record<Exclude<Form, readonly string[]>, (value: unknown) => boolean> = {
  thread: isId,
  message: isId,
  poll: isId,
  entity: isId,
  id: isId,
  flag: (value) => value === null || typeof value === 'boolean',
  count: (value) => /^\d{1,6}$/.test(String(value)),
  word: (value) => typeof value === 'string' && WORD.test(value),
  sentence: (value) => typeof value === 'string' && SENTENCE.test(value),
}
const has = (form: Form, value: unknown) =>
  typeof form === 'string' ? FORMS[form](value) : form.includes(value as string)

export const isAnalyticsKind = (kind: string): kind is AnalyticsKind => Object.hasOwn(ANALYTICS_EVENTS, kind)

const formsOf = (kind: AnalyticsKind): Record<string, Form> => ({ ...EVERYWHERE, ...ANALYTICS_EVENTS[kind] })

type Data = Readonly<Record<string, unknown>>

/** The keys that may be sent. The same rule applies to our own log and to third parties. */
export function leavingData(kind: AnalyticsKind, data: Data): Record<string, unknown> {
  const forms = formsOf(kind)
  return Object.fromEntries(
    Object.entries(data).filter(([key, value]) => Object.hasOwn(forms, key) && has(forms[key]!, value)),
  )
}

/** Filters the metadata that the device stores with events: words, numbers and booleans under short keys. */
export const leavingWords = (given: Data): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) => FORMS.word(key) && (FORMS.word(value) || typeof value === 'boolean' || Number.isFinite(value)),
    ),
  )

/** Ids of the threads, messages and polls that an event is about. */
export interface AnalyticsReferences {
  threads: number[]
  messages: number[]
  polls: number[]
}

export function referencesOf(kind: AnalyticsKind, data: Data): AnalyticsReferences {
  const forms = formsOf(kind)
  const of = (wanted: Form) =>
    Object.keys(data)
      .filter((key) => forms[key] === wanted)
      .map((key) => Number(data[key]))
  const liked = (type: string) => (data['entity_type'] === type ? of('entity') : [])
  // A search of everything or of threads leads to threads.
  const found = data['s'] === 'threads' || data['s'] === 'all' ? of('id').concat(Number(data['sid'] ?? 0)) : []
  return {
    threads: [...of('thread'), ...liked('thread'), ...found],
    messages: [...of('message'), ...liked('message'), ...found],
    polls: of('poll'),
  }
}
