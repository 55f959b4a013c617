/** Where a page leads back to that is reached from several, and the words for it. */
import { ROUTES, appSectionOf, barePath } from './routes.ts'

/**
 * Where the directory leads back to, by the address of the feed before it: the member whom its search named, else the
 * directory itself.
 */
export function directoryBackLink(previous: string | undefined): string {
  if (previous === undefined || appSectionOf(previous) !== ROUTES.feed) return ROUTES.members
  const query = new URLSearchParams(previous.split(/[?#]/, 2)[1] ?? '')
  const id = query.get('sid') ?? ''
  return query.get('s') === 'members' && /^[1-9]\d{0,15}$/.test(id) ? `${ROUTES.members}/${id}` : ROUTES.members
}

export const DEFAULT_BACK_LABEL = 'Back'

// Main stage, series, notifications, badges, membership and settings have no label of their own: they stay "Back".
const BACK_LABELS: readonly (readonly [RegExp, string])[] = [
  [/^\/feed$/, 'Discussions'],
  [/^\/feed\/\d+$/, 'Thread'],
  [/^\/chatbot$/, 'AI Assistant'],
  [/^\/members$/, 'Members'],
  [/^\/members\/[^/]+$/, 'Member'],
  [/^\/content\/event-materials$/, 'Events'],
  [/^\/content\/event-materials\/\d+$/, 'Event'],
  [/^\/content\/learning-hub$/, 'Learning Hub'],
  [/^\/experts\/categories$/, 'Expert Categories'],
  [/^\/experts\/\d+$/, 'Expert Profile'],
  [/^\/profile\/activity$/, 'Profile Activity'],
  [/^\/content\/peer-documents(\/featured)?$/, 'Peer Documents'],
  [/^\/inbox$/, 'Chats'],
  [/^\/bookmarks$/, 'Bookmarks'],
  [/^\/recommendations$/, 'Recommendations'],
  [/^\/braintrust$/, 'Braintrust'],
  [/^\/profile$/, 'Profile'],
]

/** The words of a link back to this address. */
export function backLabelOf(address: string | undefined): string {
  if (address === undefined) return DEFAULT_BACK_LABEL
  const path = barePath(address)
  return BACK_LABELS.find(([pattern]) => pattern.test(path))?.[1] ?? DEFAULT_BACK_LABEL
}
