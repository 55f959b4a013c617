/** Puts what another app has shared into the draft of a new thread. */
import { TOPIC_LENGTH } from '#shared/posts.ts'
import { ROUTES } from '#shared/routes.ts'
import { readSharedLink, type SharedLink } from '#shared/share-target.ts'
import { threadDraftKey, type ThreadDraft } from '#web/features/discussions/new-thread/thread-draft.ts'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { readDraft, storeDraft } from '#web/writing/drafts/draft-store.ts'

/** Below what the member has begun, which stays. True if something was shared. */
export function takeSharedLink(userId: number): boolean {
  const shared = readSharedLink(new URLSearchParams(location.search))
  if (shared === null) return false
  const key = threadDraftKey(userId)
  const begun = readDraft<ThreadDraft>(key)
  storeDraft(key, {
    areas_of_expertise: [],
    geographies: [],
    ...begun,
    topic: begun?.topic || shared.title.slice(0, TOPIC_LENGTH),
    html: (begun?.html ?? '') + htmlOf(shared),
    text: [begun?.text, shared.text, shared.url].filter(Boolean).join('\n'),
  })
  // A reload must not add it again.
  navigateTo(ROUTES.feed, { replace: true })
  return true
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function htmlOf({ text, url }: SharedLink): string {
  const paragraphs = text.split(/\n+/).filter(Boolean)
  const link = url === null ? '' : `<p><a href="${escaped(url)}">${escaped(url)}</a></p>`
  return paragraphs.map((line) => `<p>${escaped(line)}</p>`).join('') + link
}
