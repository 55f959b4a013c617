/** How a thread of the demo is written down. Times are told from the moment of seeding, so that the feed lives. */
import type { ThreadType } from '#shared/discussions.ts'
import type { Area, NetworkSlug } from '../networks.ts'

export interface ReplySeed {
  by: string
  /** Paragraphs, `- ` lists, `> ` quotes, `**strong**`, `_emphasis_`, `@{key}` mentions: see markup.ts. */
  text: string
  /** What later replies call it. */
  id?: string
  /** The reply answered; without it the opening message. */
  to?: string
  private?: boolean
  likes?: number
  /** Hours after the message before it; without it a plausible pause. */
  after?: number
  review?: 'waiting' | 'rejected'
  /** By mail waits unseen, from the web it is seen at once. */
  source?: 'web' | 'other'
  /** Experts that it names, by key. */
  experts?: readonly string[]
}

export interface ThreadSeed {
  by: string
  network: NetworkSlug
  also?: readonly NetworkSlug[]
  /** `3d 10:20` is three days ago at that time (UTC, moved off a weekend), `90m` ninety minutes ago. */
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

/** A reply that only its author, the author of the message answered and the thread's author read. */
export const privateComposers = (by: string, text: string, details: Details = {}): ReplySeed => ({
  by,
  text,
  private: true,
  ...details,
})
