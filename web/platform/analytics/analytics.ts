/** Analytics events by name. Sent to our own tracking endpoint and, with a write key, to the analytics snippet. */
import type { ContentKind } from '#shared/bookmarks.ts'
import { REFERRAL_SOURCES, type ReferralSource } from '#shared/referral-sources.ts'
import { readSearchContext } from '#shared/search-context.ts'
import { platformOf } from '#web/platform/app/app-bridge.ts'
import { snippet } from '#web/platform/analytics/loaded-snippet.ts'

/** The properties of each event; shared/analytics.ts decides which of them may be sent. */
export interface AnalyticsEvents {
  'new-frontend-reloaded': { old_version: string; new_version: string }
  'landing-page-viewed': object
  'onboarding-payment-viewed': object
  'onboarding-create-password-viewed': object
  'onboarding-welcome-viewed': object
  'feed-viewed': { referral_source?: ReferralSource }
  'feed-searched': { search_length: number }
  'feed-filtered': { filter: string; value: string }
  'post-created': { thread_id: number; message_id?: number; kind: 'thread' | 'reply'; is_private: boolean }
  'poll-results-downloaded': { poll_id: number }
  upvote: { entity_type: string; entity_id: number; sentiment: boolean | null }
  bookmark: { content_kind: ContentKind; is_saved: boolean }
  'bookmarks-viewed': { referral_source?: ReferralSource }
  follow: { thread_id: number } | { user_id: number; referral_source: ReferralSource }
  unfollow: { thread_id: number } | { user_id: number; referral_source: ReferralSource }
  'payment-banner-clicked': { target: 'portal' | 'cancel' }
  'onboarding-checkout-loaded': { placement: 'onboarding' | 'membership' }
  'onboarding-checkout-success': { placement: 'onboarding' | 'membership' }
  'onboarding-checkout-error': { placement: 'onboarding' | 'membership'; reason: string }
  'expert-directory-viewed': { referral_source?: ReferralSource }
  'member-directory-viewed': { referral_source?: ReferralSource }
  'member-page-viewed': { referral_source?: ReferralSource }
  'expert-page-viewed': { referral_source?: ReferralSource }
  'notifications-viewed': { referral_source?: ReferralSource }
  'notification-read': Record<string, never>
  'notifications-mark-all-read': Record<string, never>
  'badges-viewed': { referral_source?: ReferralSource }
  'peer-docs-viewed': { referral_source?: ReferralSource }
  'cle-viewed': { referral_source?: ReferralSource }
  'inbox-viewed': Record<never, never>
  'content-library-viewed': { referral_source?: ReferralSource }
  'events-viewed': { referral_source?: ReferralSource }
  'event-viewed': { event_id: number; referral_source?: ReferralSource }
  'mainstage-viewed': { referral_source?: ReferralSource }
  'learning-hub-viewed': { referral_source?: ReferralSource }
  'series-viewed': { series_id: number; referral_source?: ReferralSource }
  'series-video-viewed': { series_id: number; video_id: number; referral_source?: ReferralSource }
  'thread-viewed': { thread_id: number; referral_source?: ReferralSource }
}

export { REFERRAL_SOURCES, type ReferralSource }

/** The search and its section that led here; never the search text. */
const searchOf = (search: string) => readSearchContext(Object.fromEntries(new URLSearchParams(search)))

export interface IdentifiedPerson {
  id: number | string
  first_name: string
  last_name: string
  email: string
}

/** The member's own choice, asked for each event: it may change while the page is open. */
let isChosen = (): boolean => true
export function countOnlyIf(choice: () => boolean): void {
  isChosen = choice
}

/** False if the browser sends Do Not Track or Global Privacy Control, or the member chose not to be counted. */
export const isCounted = (): boolean =>
  navigator.doNotTrack !== '1' &&
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl !== true &&
  isChosen()

let inviteCode: string | null = null
/** Set while an invitation is being accepted. */
export function setInviteCode(code: string | null): void {
  inviteCode = code
}

export function utmOf(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name.startsWith('utm_')))
}

export function track<Name extends keyof AnalyticsEvents>(key: Name, properties: AnalyticsEvents[Name]): Promise<void> {
  if (!isCounted()) return Promise.resolve()
  const given = {
    ...properties,
    ...utmOf(location.search),
    ...searchOf(location.search),
    platform: platformOf(),
  }
  const address = location.pathname + location.search
  const occurred_at = new Date().toISOString()
  // Loaded with the first event, after the first view: it holds the list of what may be sent.
  return import('#web/platform/analytics/send-analytics.ts').then(
    ({ send }) => send({ key, given, address, occurred_at, invite_code: inviteCode }),
    () => undefined,
  )
}

let identified: string | undefined

/** Identifies the member, or the invitee if there is no member. */
export function identify(user: IdentifiedPerson | null, invitee: IdentifiedPerson | null = null): void {
  const person = user ?? invitee
  if (!person || identified === person.email || !isCounted()) return
  identified = person.email
  snippet()?.identify(String(person.id), {
    name: `${person.first_name} ${person.last_name}`.trim(),
    email: person.email,
  })
}

/** For work after a route change: failures are only logged to the console. */
export function trackRoute(work: () => unknown): void {
  try {
    Promise.resolve(work()).catch((error: unknown) => console.error('Route tracking failed', error))
  } catch (error) {
    console.error('Route tracking failed', error)
  }
}
