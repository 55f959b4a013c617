/** Bookmarks: kinds, limits and refusals, shared by server and browser. */

export const CONTENT_KINDS = [
  'EVENT',
  'EVENT_DOCUMENT',
  'EVENT_MAINSTAGE_SESSION',
  'EVENT_VIDEO',
  'PEER_DOCUMENT',
  'SERIES',
  'SERIES_DOCUMENT',
  'SERIES_VIDEO',
  'THREAD',
] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]

export const CONTENT_KIND_LABELS: Readonly<Record<ContentKind, string>> = {
  EVENT: 'Event',
  EVENT_DOCUMENT: 'Event document',
  EVENT_MAINSTAGE_SESSION: 'Mainstage session',
  EVENT_VIDEO: 'Event video',
  PEER_DOCUMENT: 'Peer document',
  SERIES: 'Series',
  SERIES_DOCUMENT: 'Series document',
  SERIES_VIDEO: 'Series video',
  THREAD: 'Discussion',
}

export const COLLECTIONS_LIMIT = 100
/** Of one member, in all collections together. */
export const BOOKMARKS_LIMIT = 2_000
export const BOOKMARKS_PER_CALL = 200
export const COLLECTION_TITLE_LENGTH = 80
export const BOOKMARK_NOTE_LENGTH = 500

export const collectionExists = (title: string) =>
  `You already have a collection named “${title}”. Choose another name.`
export const TITLE_REQUIRED = 'Enter a name for the collection.'
export const titleTooLong = () => `Use at most ${COLLECTION_TITLE_LENGTH} characters for the name.`
export const noteTooLong = (length: number) =>
  `Your note has ${length.toLocaleString('en-US')} characters. The limit is ${BOOKMARK_NOTE_LENGTH}.`
export const tooManyBookmarks = () =>
  `You have saved ${BOOKMARKS_LIMIT.toLocaleString('en-US')} bookmarks, which is the limit. Remove some first.`
export const tooManyCollections = () =>
  `You have ${COLLECTIONS_LIMIT} collections, which is the limit. Delete one first.`
export const tooManyAtOnce = () => `Select at most ${BOOKMARKS_PER_CALL} bookmarks at once.`
