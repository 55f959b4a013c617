/** Back links of pages that can be reached from several places: their targets and labels. */
import { ROUTES, appSectionOf, barePath } from './routes.ts'

/**
 * The target of the directory's back link, from the feed URL the member came from: the member that the search there
 * found, otherwise the directory itself.
 */
export function directoryBackLink(previous: string | undefined): string {
  if (previous === undefined || appSectionOf(previous) !== ROUTES.feed) return ROUTES.members
  const query = new URLSearchParams(previous.split(/[?#]/, 2)[1] ?? '')
  const id = query.get('sid') ?? ''
  return query.get('s') === 'members' && /^[1-9]\d{0,15}$/.test(id) ? `${ROUTES.members}/${id}` : ROUTES.members
}

export const DEFAULT_BACK_LABEL = 'Back'

// Main stage, series, notifications, badges, membership and settings have no label and keep "Back".
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

/** The label of a back link to this URL. */
export function backLabelOf(address: string | undefined): string {
  if (address === undefined) return DEFAULT_BACK_LABEL
  const path = barePath(address)
  return BACK_LABELS.find(([pattern]) => pattern.test(path))?.[1] ?? DEFAULT_BACK_LABEL
}
