/** The Learning Hub: limits, words and paths, shared by server and browser. */
import { ROUTES } from './routes.ts'

export const SERIES_TITLE = 200
export const SERIES_DESCRIPTION = 5_000
/** Parts, documents, speakers or sponsors of one series. */
export const SERIES_ITEMS = 100
/** Series that the viewer has begun, in the side column and above the list. */
export const OWN_SERIES = 10
/** Lines of the transcripts that a search in one series shows. */
export const SAID_LINES = 25
export const SPEAKER_NAME = 120
export const SPEAKER_TITLE = 200
export const SPONSOR_NAME = 80
export const SPONSOR_COMPANY = 120
export const SPONSOR_PAID_FOR = 300
/** After an introduction, members ask the same sponsor again after this many days at the earliest. */
export const SPONSOR_CONNECTION_DAYS = 30
export const SPONSOR_MESSAGE = 2_000
/** Series in the list of staff. */
export const KEPT_SERIES_PAGE = 50
/** Videos that staff choose parts from. */
export const VIDEO_CHOICES = 500

/** Pictures of covers, for who may see the series. */
export const SERIES_IMAGES = '/api/series-images'

export const seriesPath = (id: number) => `${ROUTES.learningHub}/${id}`
/** A part, and where to begin in seconds; without, where the viewer stopped. */
export const partPath = (seriesId: number, videoId: number, seconds?: number) =>
  `${seriesPath(seriesId)}?video=${videoId}${seconds === undefined ? '' : `&t=${Math.floor(seconds)}`}`

export interface SeriesText {
  title: string
  description?: string | null
  videos: readonly { title: string; description?: string | null }[]
  documents: readonly { title: string }[]
  speakers: readonly { user_id?: number | null; name?: string | null; title?: string | null }[]
  sponsors: readonly { first_name: string; company: string; email: string; paid_for?: string | null }[]
}

const lengthOf = (text: string | null | undefined) => [...(text ?? '').trim()].length

function textProblem(what: string, text: string | null | undefined, limit: number, isNeeded = true): string | null {
  const length = lengthOf(text)
  if (isNeeded && length === 0) return `Enter ${what}.`
  return length > limit
    ? `${what[0]!.toUpperCase()}${what.slice(1)} is ${length.toLocaleString('en-US')} characters long. The limit is ${limit.toLocaleString('en-US')}.`
    : null
}

/** What is wrong with a series as staff wrote it, and in which field; null if nothing is. */
export function seriesProblem(series: SeriesText): { field: string; message: string } | null {
  const found: (readonly [string, string | null])[] = [
    ['title', textProblem('the title', series.title, SERIES_TITLE)],
    ['description', textProblem('the description', series.description, SERIES_DESCRIPTION, false)],
    ...series.videos.flatMap(
      ({ title, description }, at) =>
        [
          ['videos', textProblem(`the title of part ${at + 1}`, title, SERIES_TITLE)],
          ['videos', textProblem(`the description of part ${at + 1}`, description, SERIES_DESCRIPTION, false)],
        ] as const,
    ),
    ...series.documents.map(
      ({ title }) => ['documents', textProblem('the title of each document', title, SERIES_TITLE)] as const,
    ),
    ...series.speakers.flatMap(
      ({ user_id, name, title }) =>
        [
          ['speakers', user_id ? null : textProblem('the name of each speaker', name, SPEAKER_NAME)],
          ['speakers', textProblem('the title of a speaker', title, SPEAKER_TITLE, false)],
        ] as const,
    ),
    ...series.sponsors.flatMap(
      ({ first_name, company, email, paid_for }) =>
        [
          ['sponsors', textProblem('the first name of each sponsor’s contact', first_name, SPONSOR_NAME)],
          ['sponsors', textProblem('the company of each sponsor', company, SPONSOR_COMPANY)],
          [
            'sponsors',
            /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+$/.test(email.trim())
              ? null
              : 'Enter an email address for each sponsor.',
          ],
          ['sponsors', textProblem('the sentence about what was paid for', paid_for, SPONSOR_PAID_FOR, false)],
        ] as const,
    ),
  ]
  for (const name of ['videos', 'documents', 'speakers', 'sponsors'] as const)
    if (series[name].length > SERIES_ITEMS)
      return { field: name, message: `A series can have up to ${SERIES_ITEMS} ${name}.` }
  const wrong = found.find(([, message]) => message !== null)
  return wrong ? { field: wrong[0], message: wrong[1]! } : null
}

/** Why a message to a sponsor cannot be sent; null if it can. */
export function sponsorMessageProblem(message: string): string | null {
  const { length } = [...message.trim()]
  return length > SPONSOR_MESSAGE
    ? `The message is ${length.toLocaleString('en-US')} characters long. The limit is ${SPONSOR_MESSAGE.toLocaleString('en-US')}.`
    : null
}
