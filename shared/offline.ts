/** What a device may keep to be read without a connection. Never a private word: what is not public is left out before. */
import { EXCERPT_LENGTH } from '#shared/discussions.ts'

/** The store of the browser in which it lies; forgotten with the session. */
export const OFFLINE_STORE = 'offline'
export const OFFLINE_DAYS = 7
export const OFFLINE_THREADS = 30
export const OFFLINE_OWNER = '/offline/owner'
export const OFFLINE_FEED = '/offline/feed'
export const offlineThread = (id: number | string) => `/offline/threads/${id}`

export interface OfflineFeed {
  kept_at: number
  entries: { id: number; topic: string; author: string; excerpt: string; pub_date: string }[]
}
export interface OfflineThread {
  kept_at: number
  id: number
  topic: string
  /** HTML as the server sanitised it. */
  messages: { author: string; html: string; pub_date: string }[]
}

interface AnyPerson {
  name: string
}
interface AnyEntry {
  thread: { id: number; topic: string; excerpt: string; pub_date: string }
  author: AnyPerson
}
interface AnyThread {
  id: number
  topic: string
  messages: { parsed_body: string; pub_date: string; is_private: boolean; sender: AnyPerson }[]
}

export const offlineFeedOf = (items: readonly AnyEntry[], kept_at: number): OfflineFeed => ({
  kept_at,
  entries: items.map(({ thread: { id, topic, excerpt, pub_date }, author }) => ({
    id,
    topic,
    author: author.name,
    excerpt: whole(excerpt),
    pub_date,
  })),
})

/** The excerpt is cut where its room ends, if need be within a word. */
const whole = (text: string) => (text.length < EXCERPT_LENGTH ? text : `${text.replace(/\s+\S*$/, '')} …`)

/** The opening message first, then what was said in the order of saying it. */
export const offlineThreadOf = ({ id, topic, messages }: AnyThread, kept_at: number): OfflineThread => ({
  kept_at,
  id,
  topic,
  messages: messages
    .filter(({ is_private }) => !is_private)
    .sort((one, other) => Date.parse(one.pub_date) - Date.parse(other.pub_date))
    .map(({ parsed_body, pub_date, sender }) => ({ author: sender.name, html: parsed_body, pub_date })),
})
