/** Sends an event: what shared/analytics.ts lets through, to the server, and when it was counted there to the snippet. */
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
  /** Of the page it happened on, which may be another by now. */
  address: string
  occurred_at: string
  invite_code: string | null
}

/** The snippet would add the address and the title of the page, which name threads. */
const NO_PAGE = { context: { page: { path: '/', referrer: '', search: '', title: '', url: '' } } }

/** Only the server knows what concerns an anonymous thread, so others are told when it has counted the event. */
export async function send({ key, given, address, occurred_at, invite_code }: NotificationFact): Promise<void> {
  // The source of a view is the page that led to it; that of following is where the button stands.
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
  // A lost count must never trouble a member.
  if (error) log.debug('The event was not recorded.', { key, kind: error.kind })
}
