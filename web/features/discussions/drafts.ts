import { forget, keep, keptKeys, readKept } from '#web/features/discussions/device.ts'

/** What stands in a composer before it is sent. */
export interface Draft {
  html: string
  text: string
  is_private: boolean
}

export interface ThreadDraft {
  topic: string
  html: string
  text: string
  peer_network_ids: number[]
  areas_of_expertise: number[]
  geographies: number[]
  is_anonymous?: boolean
}

const PREFIX = 'counterpart.draft'

export const replyDraftKey = (userId: number, threadId: number, repliedToId: number | null) =>
  `${PREFIX}.${userId}.${threadId}.${repliedToId ?? 'thread'}`
export const threadDraftKey = (userId: number) => `${PREFIX}.${userId}.new`

// Drafts that the device refused live here until the page is left, so that moving between pages loses nothing.
const unstored = new Map<string, unknown>()

export function readDraft<T>(key: string): T | null {
  return (unstored.get(key) as T | undefined) ?? readKept<T>(key)
}

/** True when the draft is really on the device. */
export function keepDraft(key: string, draft: unknown): boolean {
  const stored = keep(key, draft)
  if (stored) unstored.delete(key)
  else unstored.set(key, draft)
  return stored
}

export function dropDraft(key: string): void {
  unstored.delete(key)
  forget(key)
}

/** The messages of a thread to which the member has begun an answer. */
export function draftedReplies(userId: number, threadId: number): Set<number> {
  const prefix = `${PREFIX}.${userId}.${threadId}.`
  return new Set(
    keptKeys(prefix)
      .map((key) => Number(key.slice(prefix.length)))
      .filter((id) => id > 0),
  )
}

export const hasUnstoredDraft = () => unstored.size > 0
