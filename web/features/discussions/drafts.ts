import type { UploadedFile } from '#shared/uploads.ts'
import type { ThreadType } from '#shared/discussions.ts'
import { forget, keep, keptKeys, readKept } from '#web/features/discussions/device.ts'
import type { NamedDraft } from '#web/features/discussions/use-naming.tsx'

/** The files of a composer. */
export interface Files {
  uploaded: UploadedFile[]
  /** Why the post cannot go yet, in words. */
  problem: string | null
}

/** What stands in a composer before it is sent. */
export interface Draft {
  html: string
  text: string
  is_private: boolean
  /** Files that are on the server already. */
  attachments?: UploadedFile[]
  experts?: NamedDraft[]
}

export interface PollDraft {
  options: string[]
  allow_other: boolean
  can_change_vote: boolean
  /** As a field for dates holds it; empty: it stays open. */
  end_day: string
}

export interface ThreadDraft {
  kind?: ThreadType
  poll?: PollDraft
  topic: string
  html: string
  text: string
  peer_network_ids: number[]
  areas_of_expertise: number[]
  geographies: number[]
  attachments?: UploadedFile[]
  experts?: NamedDraft[]
  is_anonymous?: boolean
}

const PREFIX = 'counterpart.draft'

export const replyDraftKey = (userId: number, threadId: number, repliedToId: number | null) =>
  `${PREFIX}.${userId}.${threadId}.${repliedToId ?? 'thread'}`
export const threadDraftKey = (userId: number) => `${PREFIX}.${userId}.new`

export const editDraftKey = (userId: number, messageId: number) => `${PREFIX}.${userId}.edit.${messageId}`

/** The copy on the account; loaded when there is something to copy. */
export const loadSync = () => import('#web/features/discussions/draft-sync.ts')

/** Called with the key of a draft that came from elsewhere, and with none when what is being written has to be stored. */
export const draftListeners = new Set<(key: string) => void>()

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
  loadSync().then(
    ({ dropped }) => dropped(key),
    () => undefined,
  )
}

export const hasDraftsIn = (userId: number, threadId: number) => keptKeys(`${PREFIX}.${userId}.${threadId}.`).length > 0

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
