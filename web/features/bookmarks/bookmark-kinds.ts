/** How each kind of bookmark is shown. A title of null means that the item is gone or may no longer be read. */
import { IconCalendarEvent, IconFileText, IconMessage2, IconPlayerPlay, IconSchool } from '@tabler/icons-react'
import { CONTENT_KIND_LABELS, type ContentKind } from '#shared/bookmarks.ts'
import { eventPath, sessionPath } from '#shared/events.ts'
import { longDate } from '#shared/kit/dates.ts'
import { partPath, seriesPath } from '#shared/learning.ts'
import { ROUTES } from '#shared/routes.ts'
import { threadPath, type ThreadType } from '#shared/discussions.ts'
import { counted } from '#shared/kit/text.ts'
import type { Bookmark } from '#web/features/bookmarks/bookmarks.queries.ts'

interface Shown {
  label: string
  title: string
  path: string
  /** What to know before opening it. */
  line: string
}

export const KIND_ICONS: Readonly<Record<ContentKind, typeof IconMessage2>> = {
  THREAD: IconMessage2,
  PEER_DOCUMENT: IconFileText,
  EVENT: IconCalendarEvent,
  EVENT_DOCUMENT: IconFileText,
  EVENT_VIDEO: IconPlayerPlay,
  EVENT_MAINSTAGE_SESSION: IconPlayerPlay,
  SERIES: IconSchool,
  SERIES_DOCUMENT: IconFileText,
  SERIES_VIDEO: IconPlayerPlay,
}

const THREAD_LABELS: Readonly<Record<ThreadType, string>> = {
  discussion: 'Discussion',
  document_request: 'Document request',
  poll: 'Poll',
  recommendation_request: 'Recommendation request',
}

function shownThread({ thread, num_of_responses }: Bookmark): Shown | null {
  if (!thread) return null
  const fresh = thread.num_of_responses - (num_of_responses ?? thread.num_of_responses)
  const networks = thread.peer_networks.map(({ display_name }) => display_name).join(', ')
  return {
    label: THREAD_LABELS[thread.thread_type],
    title: thread.topic,
    path: threadPath(thread.id),
    line: `${networks}. ${counted(thread.num_of_responses, 'reply', 'replies')}${fresh > 0 ? `, ${fresh.toLocaleString('en-US')} new since you saved it` : ''}`,
  }
}

const minutes = (seconds: number | null) => `${Math.max(1, Math.round((seconds ?? 0) / 60))} min`

const SHOWN: Readonly<Record<ContentKind, (bookmark: Bookmark, timeZone: string) => Omit<Shown, 'label'> | null>> = {
  THREAD: shownThread,
  PEER_DOCUMENT: ({ peer_document: found }) =>
    found && {
      title: found.title,
      path: `${ROUTES.peerDocuments}/${found.id}`,
      line: found.networks.map(({ display_name }) => display_name).join(', '),
    },
  EVENT: ({ event }, timeZone) =>
    event && {
      title: event.title,
      path: eventPath(event.id),
      line: event.cancelled_at
        ? 'Cancelled'
        : [longDate(event.start_date, timeZone), event.venue].filter(Boolean).join(', '),
    },
  EVENT_DOCUMENT: ({ event_document: found }) =>
    found && { title: found.title, path: eventPath(found.event.id), line: found.event.title },
  EVENT_VIDEO: ({ event_video: found }) =>
    found && {
      title: found.title,
      path: `${eventPath(found.event.id)}?video=${found.id}`,
      line: `${minutes(found.duration)}. ${found.event.title}`,
    },
  EVENT_MAINSTAGE_SESSION: ({ mainstage_session: found }) =>
    found && {
      title: found.title,
      path: sessionPath(found.id),
      line: [found.duration === null ? '' : minutes(found.duration), found.speakers, found.event.title]
        .filter(Boolean)
        .join('. '),
    },
  SERIES: ({ series }) =>
    series && {
      title: series.title,
      path: seriesPath(series.id),
      line: `${counted(series.num_of_videos, 'part')}, ${minutes(series.duration)}`,
    },
  SERIES_DOCUMENT: ({ series_document: found }) =>
    found && { title: found.title, path: seriesPath(found.series.id), line: found.series.title },
  SERIES_VIDEO: ({ series_video: found }) =>
    found && {
      title: found.title,
      path: partPath(found.series.id, found.id),
      line: `Part ${found.index}, ${minutes(found.duration)}. ${found.series.title}`,
    },
}

export function shownAs(bookmark: Bookmark, timeZone = 'UTC'): Shown | null {
  const shown = SHOWN[bookmark.kind](bookmark, timeZone)
  return shown ? { label: CONTENT_KIND_LABELS[bookmark.kind], ...shown } : null
}
export const titleOf = (bookmark: Bookmark): string | null => shownAs(bookmark)?.title ?? null
export const labelOf = (bookmark: Bookmark): string => shownAs(bookmark)?.label ?? CONTENT_KIND_LABELS[bookmark.kind]
