import type { UploadedFile } from '#shared/uploads.ts'
import type { ThreadType } from '#shared/discussions.ts'
import { removeKey, writeJson, keysWithPrefix, readJson } from '#web/platform/storage/json-storage.ts'
import type { ExpertTagDraft } from '#web/writing/drafts/expert-tag-draft.ts'

/** What stands in a composer before it is sent. */
export interface Draft {
  html: string
  text: string
  is_private: boolean
  /** Files that are on the server already. */
  attachments?: UploadedFile[]
  experts?: ExpertTagDraft[]
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
  experts?: ExpertTagDraft[]
  is_anonymous?: boolean
}

/** What is said where a page did not arrive. */
export const DRAFTS_SAFE = 'Drafts marked “Draft saved” are on this device.'

const PREFIX = 'counterpart.draft'

export const replyDraftKey = (userId: number, threadId: number, repliedToId: number | null) =>
  `${PREFIX}.${userId}.${threadId}.${repliedToId ?? 'thread'}`
export const threadDraftKey = (userId: number) => `${PREFIX}.${userId}.new`

export const editDraftKey = (userId: number, messageId: number) => `${PREFIX}.${userId}.edit.${messageId}`

/** Called with the key of a draft that came from elsewhere, and with none when what is being written has to be stored. */
export const draftListeners = new Set<(key: string) => void>()
/** A key that no draft has. */
export const SAVE_NOW = ''

/**
 * Where the member writes to a few, until it is sent. An empty composer has no draft that could say so, and each text
 * that is put into one draws it anew.
 */
export const privateComposers = new Set<string>()

// Drafts that the device refused live here until the page is left, so that moving between pages loses nothing.
const unstored = new Map<string, unknown>()

export function readDraft<T>(key: string): T | null {
  return (unstored.get(key) as T | undefined) ?? readJson<T>(key)
}

/** True when the draft is really on the device. */
export function storeDraft(key: string, draft: unknown): boolean {
  const stored = writeJson(key, draft)
  if (stored) unstored.delete(key)
  else unstored.set(key, draft)
  return stored
}

/** When the account, too, had dropped what was dropped on this page, by its clock; infinity until then. */
export const deletedAt = new Map<string, number>()

/** Takes a draft off this device; `discardDraft` takes it off the account as well. */
export function removeDraft(key: string): void {
  deletedAt.set(key, Infinity)
  unstored.delete(key)
  removeKey(key)
}

export const hasDraftsIn = (userId: number, threadId: number) =>
  keysWithPrefix(`${PREFIX}.${userId}.${threadId}.`).length > 0

/** The messages of a thread to which the member has begun an answer. */
export function draftedReplies(userId: number, threadId: number): Set<number> {
  const prefix = `${PREFIX}.${userId}.${threadId}.`
  return new Set(
    keysWithPrefix(prefix)
      .map((key) => Number(key.slice(prefix.length)))
      .filter((id) => id > 0),
  )
}

export const hasUnsavedDraft = () => unstored.size > 0
