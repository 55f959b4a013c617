/**
 * Synchronizes drafts with the account. The device is the first, immediate store; the account follows a moment later,
 * so that a draft can be continued on another device. Loaded when the user writes or has a draft.
 */
import { DropDraft, GetDrafts, SaveDraft } from '#api/operations.ts'
import { newKey } from '#shared/kit/ids.ts'
import { cleanBody } from '#web/writing/editor/clean-body.ts'
import { hasStarted, inTurn } from '#web/kit/in-turn.ts'
import { readJson, removeKey, writeJson } from '#web/platform/storage/json-storage.ts'
import { registerDraftSync } from '#web/writing/drafts/discard-draft.ts'
import {
  DRAFT_PREFIX,
  draftChanges,
  draftKeys,
  readDraft,
  saveDraftsNow,
  storeDraft,
} from '#web/writing/drafts/draft-store.ts'
import { execute } from '#web/platform/api/operations.ts'
import { ApiError } from '#web/platform/api/api-error.ts'

const SAVE_AFTER_MS = 2_000
// Not under `UNSENT_PREFIX`: drafts there are counted and deleted on sign-out.
const NOTE_PREFIX = 'draft-note.'

/** The fields needed to sanitize and merge drafts; all others are stored unchanged. */
interface SyncedDraft {
  html: string
  text: string
  is_private?: boolean | undefined
  is_anonymous?: boolean | undefined
  attachments?: unknown[]
  experts?: unknown[]
}

/** The sync state of a draft on this device. */
interface SyncRecord {
  /** When the draft was last saved to the account or loaded from it; null: never. */
  synced_at: string | null
  /** When it was last changed here; null if the account has that change. */
  changed_at: string | null
  /** When it was sent or discarded here, while the account may still have it. */
  dropped_at?: string | null
}

const NOTHING: SyncRecord = { synced_at: null, changed_at: null }
const noteKey = (key: string) => key.replace(DRAFT_PREFIX, NOTE_PREFIX)
const noteOf = (key: string): SyncRecord => readJson<SyncRecord>(noteKey(key)) ?? NOTHING
const note = (key: string, part: Partial<SyncRecord>) => writeJson(noteKey(key), { ...noteOf(key), ...part })
const remoteKey = (key: string) => key.slice(DRAFT_PREFIX.length).replace(/^\d+\./, '')

interface Waiting {
  timer: ReturnType<typeof setTimeout>
  told: ((isOnAccount: boolean) => void)[]
}
const waiting = new Map<string, Waiting>()

const DEVICE = 'this-device'
/** Identifies the copies that this device has saved. */
const device = readJson<string>(DEVICE) ?? newKey()
writeJson(DEVICE, device)

/** Id of the member whose drafts this page syncs. */
let owner: number | null = null
const ownerOf = (key: string) => Number(/\d+/.exec(key)?.[0])

/** Call when the draft was changed on this device. Resolves to whether the account has it. */
export function onDraftChanged(key: string): Promise<boolean> {
  note(key, { changed_at: new Date().toISOString(), dropped_at: null })
  return saveSoon(key)
}

/** Saves the draft to the account if the account does not have the current version. */
export const ensureSynced = (key: string): Promise<boolean> =>
  isOnAccount(key) ? Promise.resolve(true) : saveSoon(key)

function saveSoon(key: string): Promise<boolean> {
  owner = ownerOf(key)
  const known = waiting.get(key)
  clearTimeout(known?.timer)
  return new Promise((tell) => {
    const timer = setTimeout(() => save(key), SAVE_AFTER_MS)
    waiting.set(key, { timer, told: [...(known?.told ?? []), tell] })
    if (document.visibilityState === 'hidden') save(key, true)
  })
}

function save(key: string, keepalive = false): void {
  const { timer, told } = waiting.get(key) ?? { told: [] }
  clearTimeout(timer)
  waiting.delete(key)
  const tell = (isOnAccount: boolean) => told.forEach((each) => each(isOnAccount))
  const send = async () => {
    const draft = readDraft<object>(key)
    if (draft === null) return false
    const { changed_at, synced_at: known } = noteOf(key)
    const content = { ...draft, device }
    const { saveDraft } = await execute(SaveDraft, { key: remoteKey(key), content, known }, { keepalive })
    if (readDraft(key) === null) return true
    const isStillSo = noteOf(key).changed_at === changed_at
    note(key, { synced_at: saveDraft.updated_at, dropped_at: null, ...(isStillSo && { changed_at: null }) })
    discardedAt.delete(key)
    return true
  }
  // In sequence, so that a late save cannot restore a deleted draft. When the page is hidden it cannot wait for the
  // previous request, but later requests wait for this one.
  const sent = keepalive ? send() : inTurn(key, send)
  if (keepalive) void inTurn(key, () => sent).catch(() => undefined)
  sent.then(tell, (error: unknown) => {
    tell(false)
    if (error instanceof ApiError && error.code === 'discussions.draft_elsewhere')
      pullDrafts(ownerOf(key)).catch(() => undefined)
  })
}

/**
 * When the account deleted a draft that was discarded on this page, in `performance.now()` time; infinity until then.
 */
const discardedAt = new Map<string, number>()

/** The draft was sent or discarded here, so delete it from the account. */
function onDiscarded(key: string): void {
  if (!key.startsWith(DRAFT_PREFIX)) return
  discardedAt.set(key, Infinity)
  const { synced_at } = noteOf(key)
  const isKnownThere = synced_at !== null || hasStarted(key)
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
  removeKey(noteKey(key))
  if (!isKnownThere) return void discardedAt.set(key, performance.now())
  // If this request fails, the device retries on the next visit.
  writeJson(noteKey(key), { ...NOTHING, synced_at, dropped_at: new Date().toISOString() })
  drop(key)
}

function drop(key: string): void {
  const done = () => {
    discardedAt.set(key, performance.now())
    if (noteOf(key).dropped_at) removeKey(noteKey(key))
  }
  // Delete only the known version: text added on another device since then has not been sent.
  const { synced_at: known } = noteOf(key)
  inTurn(key, () => execute(DropDraft, { key: remoteKey(key), known, device })).then(done, () => undefined)
}

export const isOnAccount = (key: string): boolean => {
  const { synced_at, changed_at } = noteOf(key)
  return synced_at !== null && changed_at === null
}

/**
 * Synchronizes this device with the account: drafts continued elsewhere are loaded, drafts sent elsewhere are removed,
 * and drafts changed in two places are merged without loss.
 */
export async function pullDrafts(userId: number): Promise<void> {
  owner = userId
  const own = `${DRAFT_PREFIX}${userId}.`
  const asked = performance.now()
  saveDraftsNow()
  const before = new Map(draftKeys(own).map((key) => [key, { ...noteOf(key), text: textOf(key) }]))
  const { drafts } = await execute(GetDrafts, {})
  saveDraftsNow()
  const there = new Map(drafts.map((draft) => [own + draft.key, draft]))
  for (const [key, draft] of there) {
    // The response may predate the deletion: a draft sent since then would reappear in the composer.
    if ((discardedAt.get(key) ?? 0) > asked) continue
    const { synced_at, changed_at, dropped_at } = noteOf(key)
    const { device: from, ...other } = cleaned(draft.content)
    if (dropped_at && (synced_at === draft.updated_at || from === device)) {
      drop(key)
      continue
    }
    const here = readDraft<SyncedDraft>(key)
    // Skip versions that this device saved or loaded, whether or not it has changed the draft since.
    if (here !== null && (synced_at === draft.updated_at || from === device)) continue
    const isChanged = synced_at === null || changed_at !== null || before.get(key)?.text !== textOf(key)
    const isInBoth = here !== null && isChanged
    storeDraft(key, isInBoth ? joined(here, other) : other)
    const changedAt = isInBoth ? new Date().toISOString() : null
    note(key, { synced_at: draft.updated_at, changed_at: changedAt, dropped_at: null })
    draftChanges.emit({ key })
  }
  for (const [key, { synced_at, text }] of before) {
    if (there.has(key) || synced_at === null || noteOf(key).synced_at !== synced_at) continue
    if (noteOf(key).changed_at !== null || textOf(key) !== text) continue
    removeKey(key)
    removeKey(noteKey(key))
    draftChanges.emit({ key })
  }
  // Save drafts that were written offline.
  for (const key of draftKeys(own)) if (!waiting.has(key)) void ensureSynced(key)
}

// Drafts from other devices are untrusted HTML: sanitize.
function cleaned(content: unknown): SyncedDraft & { device?: unknown } {
  const draft = (content ?? {}) as SyncedDraft
  const { html, text } = draft
  return { ...draft, html: cleanBody(typeof html === 'string' ? html : ''), text: typeof text === 'string' ? text : '' }
}

const textOf = (key: string) => JSON.stringify(readDraft(key))

/**
 * Merges two drafts: if one text contains the other, only the longer one is used; otherwise the text from the account
 * is first.
 */
function joined(here: SyncedDraft, other: SyncedDraft): SyncedDraft {
  const whole = [here, other].find(({ text }) => text.includes(here.text) && text.includes(other.text))
  const { html, text } = whole ?? { html: other.html + here.html, text: `${other.text}\n${here.text}` }
  return {
    ...other,
    ...here,
    html,
    text,
    // If either is private, the result is private.
    is_private: other.is_private || here.is_private,
    // So is a name that one of them leaves out.
    ...((other.is_anonymous || here.is_anonymous) && { is_anonymous: true }),
    attachments: union(other.attachments, here.attachments),
    experts: union(other.experts, here.experts),
  }
}

const union = <T>(some: readonly T[] = [], more: readonly T[] = []): T[] => [
  ...new Map([...some, ...more].map((each) => [JSON.stringify(each), each])).values(),
]

const saveAll = () => {
  for (const key of [...waiting.keys()]) save(key, true)
}
addEventListener('blur', saveAll)
addEventListener('pagehide', saveAll)
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') saveAll()
  // The draft may have been continued or finished on another device.
  else if (owner !== null) pullDrafts(owner).catch(() => undefined)
})
registerDraftSync(onDiscarded)
