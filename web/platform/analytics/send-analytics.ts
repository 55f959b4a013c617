/**
 * Sends an event, limited to what shared/analytics.ts allows: to the server, and after the server has counted it also
 * to the snippet.
 */
import { leavingData, leavingWords, type AnalyticsKind } from '#shared/analytics.ts'
import { newKey } from '#shared/kit/ids.ts'
import { trackedSection } from '#shared/tracked-sections.ts'
import { snippet } from '#web/platform/analytics/loaded-snippet.ts'
import { storedAbtests, storedMetadata, storedSession } from '#web/platform/storage/analytics-context.ts'
import { POST } from '#web/platform/api/http.ts'
import { log } from '#web/platform/log.ts'

interface NotificationFact {
  key: AnalyticsKind
  given: Record<string, unknown>
  /** URL of the page where the event happened, which may no longer be the current one. */
  address: string
  occurred_at: string
  invite_code: string | null
}

/** The snippet would add the URL and the title of the page, which identify threads. */
const NO_PAGE = { context: { page: { path: '/', referrer: '', search: '', title: '', url: '' } } }

/**
 * Only the server knows whether the thread is anonymous, so the snippet gets the event after the server has counted it.
 */
export async function send({ key, given, address, occurred_at, invite_code }: NotificationFact): Promise<void> {
  // A view's source is the page that led to it; the source of (un)following is the position of the button.
  const unit = key === 'follow' || key === 'unfollow' ? given['referral_source'] : undefined
  const data = leavingData(key, { ...trackedSection(address, unit), ...given })
  const event = {
    insert_id: newKey(),
    occurred_at,
    key,
    data,
    metadata: leavingWords(storedMetadata()),
    abtests: leavingWords(storedAbtests()),
    session: storedSession(),
    invite_code,
  }
  const [answer, error] = await POST<null | { counted: boolean }>('/tracking/analytics-event', event, {
    keepalive: true,
  })
  if (!error && answer === null) snippet()?.track(key, data, NO_PAGE)
  // A failed event must never disturb the member.
  if (error) log.debug('The event was not recorded.', { key, kind: error.kind })
}
