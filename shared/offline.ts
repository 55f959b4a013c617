/** What a device may store for reading offline. Never private messages: only public content is stored. */
import { EXCERPT_LENGTH } from '#shared/discussions.ts'

/** The browser cache that contains it; deleted with the session. */
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
  /** HTML as sanitized by the server. */
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

/** The excerpt is cut at its maximum length, possibly within a word: drop the partial word. */
const whole = (text: string) => (text.length < EXCERPT_LENGTH ? text : `${text.replace(/\s+\S*$/, '')} …`)

/** Public messages in chronological order, starting with the opening message. */
export const offlineThreadOf = ({ id, topic, messages }: AnyThread, kept_at: number): OfflineThread => ({
  kept_at,
  id,
  topic,
  messages: messages
    .filter(({ is_private }) => !is_private)
    .sort((one, other) => Date.parse(one.pub_date) - Date.parse(other.pub_date))
    .map(({ parsed_body, pub_date, sender }) => ({ author: sender.name, html: parsed_body, pub_date })),
})
