/** The format of the demo's threads. Times are relative to the moment of seeding, so that the feed looks active. */
import type { ThreadType } from '#shared/discussions.ts'
import type { Area, NetworkSlug } from '../networks.ts'

export interface ReplySeed {
  by: string
  /** Paragraphs, `- ` lists, `> ` quotes, `**strong**`, `_emphasis_`, `@{key}` mentions: see markup.ts. */
  text: string
  /** Id for references from later replies. */
  id?: string
  /** The id of the reply that this one answers; by default the opening message. */
  to?: string
  private?: boolean
  likes?: number
  /** Hours after the previous message; by default a plausible delay. */
  after?: number
  review?: 'waiting' | 'rejected'
  /** A reply that waits for review is hidden if it came by email (`other`), and visible at once if from the web. */
  source?: 'web' | 'other'
  /** Keys of the experts it names. */
  experts?: readonly string[]
}

export interface ThreadSeed {
  by: string
  network: NetworkSlug
  also?: readonly NetworkSlug[]
  /** `3d 10:20`: three days ago at that time (UTC, moved off weekends). `90m`: ninety minutes ago. */
  at: `${number}d ${string}` | `${number}m`
  type?: ThreadType
  topic: string
  text: string
  areas?: readonly Area[]
  geographies?: readonly string[]
  likes?: number
  review?: 'waiting' | 'rejected'
  replies?: readonly ReplySeed[]
}

type Details = Omit<ReplySeed, 'by' | 'text'>

export const re = (by: string, text: string, details: Details = {}): ReplySeed => ({ by, text, ...details })

/**
 * A reply that only its author, the author of the message answered and the thread's author can read, apart from staff.
 */
export const privateComposers = (by: string, text: string, details: Details = {}): ReplySeed => ({
  by,
  text,
  private: true,
  ...details,
})
