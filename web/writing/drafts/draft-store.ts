import { createEmitter } from '#web/kit/store.ts'
import { keysWithPrefix, readJson, removeKey, writeJson } from '#web/platform/storage/json-storage.ts'
import { UNSENT_PREFIX } from '#web/platform/storage/storage-keys.ts'

/** Drafts on this device. The copy on the account is in `draft-sync.ts`, which registers itself in `discard-draft.ts`. */
export const DRAFT_PREFIX = `${UNSENT_PREFIX}draft.`

/** Shown if a page failed to load. */
export const DRAFTS_SAFE = 'Drafts marked “Draft saved” are on this device.'

/** A draft that was synced from another device or finished there; `save-now`: store pending changes. */
export type DraftChange = { key: string } | 'save-now'
export const draftChanges = createEmitter<DraftChange>()
export const saveDraftsNow = () => draftChanges.emit('save-now')

// Drafts that storage refused, kept in memory until the page is left, so that navigating within the app loses nothing.
const unstored = new Map<string, unknown>()

export function readDraft<D>(key: string): D | null {
  return (unstored.get(key) as D | undefined) ?? readJson<D>(key)
}

/** Returns false if storage refused the draft. */
export function storeDraft(key: string, draft: unknown): boolean {
  const stored = writeJson(key, draft)
  if (stored) unstored.delete(key)
  else unstored.set(key, draft)
  return stored
}

export function removeDraft(key: string): void {
  unstored.delete(key)
  removeKey(key)
}

export const draftKeys = keysWithPrefix
export const hasUnsavedDraft = () => unstored.size > 0
