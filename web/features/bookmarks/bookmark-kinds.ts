/** How each kind of bookmark is shown. A title of null means that the item is gone or may no longer be read. */
import { IconMessage2 } from '@tabler/icons-react'
import { CONTENT_KIND_LABELS, type ContentKind } from '#shared/bookmarks.ts'
import { threadPath, type ThreadType } from '#shared/discussions.ts'
import type { Bookmark } from '#web/features/bookmarks/bookmarks.queries.ts'

interface Shown {
  label: string
  title: string
  path: string
  /** What to know before opening it. */
  line: string
}

export const KIND_ICONS: Partial<Record<ContentKind, typeof IconMessage2>> = { THREAD: IconMessage2 }

const THREAD_LABELS: Readonly<Record<ThreadType, string>> = {
  discussion: 'Discussion',
  document_request: 'Document request',
  poll: 'Poll',
  recommendation_request: 'Recommendation request',
}

const replies = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'reply' : 'replies'}`

function shownThread({ thread, num_of_responses }: Bookmark): Shown | null {
  if (!thread) return null
  const fresh = thread.num_of_responses - (num_of_responses ?? thread.num_of_responses)
  const networks = thread.peer_networks.map(({ display_name }) => display_name).join(', ')
  return {
    label: THREAD_LABELS[thread.thread_type],
    title: thread.topic,
    path: threadPath(thread.id),
    line: `${networks}. ${replies(thread.num_of_responses)}${fresh > 0 ? `, ${fresh.toLocaleString('en-US')} new since you saved it` : ''}`,
  }
}

const SHOWN: Partial<Record<ContentKind, (bookmark: Bookmark) => Shown | null>> = { THREAD: shownThread }

export const shownAs = (bookmark: Bookmark): Shown | null => SHOWN[bookmark.kind]?.(bookmark) ?? null
export const titleOf = (bookmark: Bookmark): string | null => shownAs(bookmark)?.title ?? null
export const labelOf = (bookmark: Bookmark): string => shownAs(bookmark)?.label ?? CONTENT_KIND_LABELS[bookmark.kind]
