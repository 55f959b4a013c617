/** What members do, by name. Goes to our own tracking call and, with a write key, to the analytics snippet. */
import { newKey } from '#shared/kit/ids.ts'
import { readSearchContext } from '#shared/search-context.ts'
import { platformOf } from '#web/platform/app-bridge.ts'
import { storedAbtests, storedMetadata, storedSession } from '#web/platform/analytics-storage.ts'
import { POST } from '#web/platform/http.ts'
import { log } from '#web/platform/log.ts'
import { snippet } from '#web/platform/analytics-snippet.ts'

/** Events of the screens that exist, each with its own properties. */
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
  follow: { thread_id: number } | { user_id: number; referral_source: ReferralSource }
  unfollow: { thread_id: number } | { user_id: number; referral_source: ReferralSource }
  'payment-banner-clicked': { target: 'portal' | 'cancel' }
  'onboarding-checkout-loaded': { placement: 'onboarding' | 'membership' }
  'onboarding-checkout-success': { placement: 'onboarding' | 'membership' }
  'onboarding-checkout-error': { placement: 'onboarding' | 'membership'; reason: string }
  'expert-directory-viewed': { referral_source?: ReferralSource }
  'member-directory-viewed': { referral_source?: ReferralSource }
  /** From where, and not whose: who looks at whom is nobody's business. */
  'member-page-viewed': { referral_source?: ReferralSource }
  'expert-page-viewed': { referral_source?: ReferralSource }
  'notifications-viewed': { referral_source?: ReferralSource }
  'notification-read': { notification_id: number }
  'notifications-mark-all-read': Record<string, never>
  'badges-viewed': { referral_source?: ReferralSource }
  'inbox-viewed': Record<never, never>
  'thread-viewed': { thread_id: number; referral_source?: ReferralSource }
}

export const REFERRAL_SOURCES = [
  'expert_recommendations',
  'followers_modal',
  'following_modal',
  'inbox',
  'member_directory',
  'member_page',
  'thread_details',
  'feed',
  'email',
  'member_connections_unit',
  'notifications',
  'onboarding',
] as const
export type ReferralSource = (typeof REFERRAL_SOURCES)[number]

/** Which section of a search led here, and to what; never its words. */
const searchOf = (search: string) => readSearchContext(Object.fromEntries(new URLSearchParams(search)))

export interface IdentifiedPerson {
  id: number
  first_name: string
  last_name: string
  email: string
}

let inviteCode: string | null = null
/** Set while an invitation is being answered. */
export function setInviteCode(code: string | null): void {
  inviteCode = code
}

export function utmOf(search: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => name.startsWith('utm_')))
}

export function track<Name extends keyof AnalyticsEvents>(key: Name, properties: AnalyticsEvents[Name]): Promise<void> {
  const data = { ...properties, ...utmOf(location.search), ...searchOf(location.search), platform: platformOf() }
  snippet()?.track(key, data)
  return send(key, data)
}

async function send(key: string, data: object): Promise<void> {
  const event = {
    insert_id: newKey(),
    occurred_at: new Date().toISOString(),
    key,
    data,
    metadata: storedMetadata(),
    abtests: storedAbtests(),
    session: storedSession(),
    invite_code: inviteCode,
  }
  const [, error] = await POST('/tracking/analytics-event', event, { keepalive: true })
  // A lost count must never trouble a member.
  if (error) log.debug('The event was not recorded.', { key, kind: error.kind })
}

let identified: string | undefined

/** The member; the invitee only when there is no member. */
export function identify(user: IdentifiedPerson | null, invitee: IdentifiedPerson | null = null): void {
  const person = user ?? invitee
  if (!person || identified === person.email) return
  identified = person.email
  snippet()?.identify(String(person.id), {
    name: `${person.first_name} ${person.last_name}`.trim(),
    email: person.email,
  })
}

/** For work after a route change: what fails there is told to the console and to nobody else. */
export function trackRoute(work: () => unknown): void {
  try {
    Promise.resolve(work()).catch((error: unknown) => console.error('Route tracking failed', error))
  } catch (error) {
    console.error('Route tracking failed', error)
  }
}
