/** Limits of the library, shared by server and browser: files with pages, videos, links to download. */

/** What a file or a video of the library belongs to, with the path of its routes. */
export const MATERIAL_PATHS = {
  peer_document: '/api/peer-documents',
  event_document: '/api/event-documents',
  series_document: '/api/series-documents',
  event_video: '/api/event-videos',
  series_video: '/api/series-videos',
  mainstage_session: '/api/mainstage-sessions',
} as const
export type MaterialKind = keyof typeof MATERIAL_PATHS

/** How long a link to download works. */
export const DOWNLOAD_MINUTES = 10
/** Rows in a page of documents, events, series or videos. */
export const MATERIALS_PAGE = 25
/** Excerpts from the pages of one document. */
export const PAGE_HITS = 2
/** Lines of a transcript that a search shows for one video. */
export const CUE_HITS = 2
/** Players save the position this often while they play. */
export const WATCH_SAVE_SECONDS = 5
/** The most seconds that one call adds: what it missed while it was offline is not counted. */
export const WATCH_CALL_SECONDS = 30
/** A video counts as watched when its end was reached and this share of it was played: twice the speed is enough. */
export const COMPLETED_SHARE = 0.4
/** The end begins here: few watch the last words of thanks. */
export const END_SHARE = 0.95
/** Chapters, captions and pages of one item. */
export const CHAPTERS = 100
export const CUES = 5_000
export const PAGES = 2_000
