/** What can be saved: each kind with the field of its items, and the relation of those that the viewer may read. */
import { discussions } from '#server/features/discussions/index.ts'
import { documents } from '#server/features/documents/index.ts'
import { events } from '#server/features/events/index.ts'
import { learning } from '#server/features/learning/index.ts'
import type { Relation } from '#server/platform/graph/sql.ts'
import type { ContentKind } from '#shared/bookmarks.ts'

interface SavedKind {
  field: string
  /** The type of the contract. */
  type: string
  readable: Relation
}

export const SAVED_KINDS: Readonly<Record<ContentKind, SavedKind>> = {
  THREAD: { field: 'thread', type: 'Thread', readable: discussions.threads },
  PEER_DOCUMENT: { field: 'peer_document', type: 'PeerDocument', readable: documents.readable_documents },
  EVENT: { field: 'event', type: 'Event', readable: events.events },
  EVENT_DOCUMENT: { field: 'event_document', type: 'EventDocument', readable: events.event_documents },
  EVENT_VIDEO: { field: 'event_video', type: 'EventVideo', readable: events.event_videos },
  EVENT_MAINSTAGE_SESSION: {
    field: 'mainstage_session',
    type: 'MainStageSession',
    readable: events.mainstage_sessions,
  },
  SERIES: { field: 'series', type: 'Series', readable: learning.series },
  SERIES_DOCUMENT: { field: 'series_document', type: 'SeriesDocument', readable: learning.series_documents },
  SERIES_VIDEO: { field: 'series_video', type: 'SeriesVideo', readable: learning.series_videos },
}
