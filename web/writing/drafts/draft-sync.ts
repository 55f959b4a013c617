/**
 * The copy of drafts on the account. The device is the first, immediate layer; the account follows a moment later, so
 * that what was begun here can be continued elsewhere. Loaded when somebody writes or has begun to.
 */
import { DropDraft, GetDrafts, SaveDraft } from '#api/operations.ts'
import { newKey } from '#shared/kit/ids.ts'
import { cleanBody } from '#web/writing/editor/clean-body.ts'
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
// Not among what a member wrote: that is counted and forgotten when they sign out.
const NOTE_PREFIX = 'draft-note.'

/** What the copy must know of a draft to clean it and to join two: the rest is kept as it is. */
interface SyncedDraft {
  html: string
  text: string
  is_private?: boolean | undefined
  attachments?: unknown[]
  experts?: unknown[]
}

/** What this device knows of the copy on the account. */
interface SyncRecord {
  /** When the account last took it from here or gave it to here; null: never. */
  synced_at: string | null
  /** When it was last changed here, while the account does not have that change. */
  changed_at: string | null
  /** When it was sent or thrown away here, while the account may still have it. */
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
/** Calls about one draft follow each other, so that a late save cannot bring back what was dropped. */
const turns = new Map<string, Promise<unknown>>()

function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const next = (turns.get(key) ?? Promise.resolve()).then(work, work)
  turns.set(
    key,
    next.catch(() => undefined),
  )
  return next
}

const DEVICE = 'this-device'
/** Tells the copy that this device has kept from those of others. */
const device = readJson<string>(DEVICE) ?? newKey()
writeJson(DEVICE, device)

/** Whose drafts this page keeps. */
let owner: number | null = null
const ownerOf = (key: string) => Number(/\d+/.exec(key)?.[0])

/** The draft was changed on this device. Resolves to whether the account has it. */
export function onDraftChanged(key: string): Promise<boolean> {
  note(key, { changed_at: new Date().toISOString(), dropped_at: null })
  return saveSoon(key)
}

/** Has the account follow, if it does not have the draft as it is here. */
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
  // A page that is put away cannot wait for the call before, but what follows waits for this one too.
  const sent = keepalive ? send() : inTurn(key, send)
  if (keepalive) void inTurn(key, () => sent).catch(() => undefined)
  sent.then(tell, (error: unknown) => {
    tell(false)
    if (error instanceof ApiError && error.code === 'discussions.draft_elsewhere')
      pullDrafts(ownerOf(key)).catch(() => undefined)
  })
}

/** When the account, too, dropped what was discarded on this page, by the page's clock; infinity until then. */
const discardedAt = new Map<string, number>()

/** The draft was sent or discarded here, so it is discarded there too. */
function onDiscarded(key: string): void {
  if (!key.startsWith(DRAFT_PREFIX)) return
  discardedAt.set(key, Infinity)
  const { synced_at } = noteOf(key)
  const isKnownThere = synced_at !== null || turns.has(key)
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
  removeKey(noteKey(key))
  if (!isKnownThere) return void discardedAt.set(key, performance.now())
  // Should the account not hear of it now, this device tells it at the next visit.
  writeJson(noteKey(key), { ...NOTHING, synced_at, dropped_at: new Date().toISOString() })
  drop(key)
}

function drop(key: string): void {
  const done = () => {
    discardedAt.set(key, performance.now())
    if (noteOf(key).dropped_at) removeKey(noteKey(key))
  }
  // Only what is known here: what was added elsewhere meanwhile nobody has sent.
  const { synced_at: known } = noteOf(key)
  inTurn(key, () => execute(DropDraft, { key: remoteKey(key), known, device })).then(done, () => undefined)
}

export const isOnAccount = (key: string): boolean => {
  const { synced_at, changed_at } = noteOf(key)
  return synced_at !== null && changed_at === null
}

/**
 * Brings this device in line with the account: what was continued elsewhere comes here, what was sent elsewhere is gone
 * here, and of what was continued in two places nothing is lost.
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
    // Told of before it was gone there: sent meanwhile, it would stand in the composer again.
    if ((discardedAt.get(key) ?? 0) > asked) continue
    const { synced_at, changed_at, dropped_at } = noteOf(key)
    const { device: from, ...other } = cleaned(draft.content)
    if (dropped_at && (synced_at === draft.updated_at || from === device)) {
      drop(key)
      continue
    }
    const here = readDraft<SyncedDraft>(key)
    // As it was given to the account or came from there, or continued here since.
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
  // What was written without a connection goes there now.
  for (const key of draftKeys(own)) if (!waiting.has(key)) void ensureSynced(key)
}

// What comes from elsewhere enters the page, so it is cleaned like everything else.
function cleaned(content: unknown): SyncedDraft & { device?: unknown } {
  const draft = (content ?? {}) as SyncedDraft
  const { html, text } = draft
  return { ...draft, html: cleanBody(typeof html === 'string' ? html : ''), text: typeof text === 'string' ? text : '' }
}

const textOf = (key: string) => JSON.stringify(readDraft(key))

/** What the one text holds already is not said twice; otherwise that from elsewhere stands first. */
function joined(here: SyncedDraft, other: SyncedDraft): SyncedDraft {
  const whole = [here, other].find(({ text }) => text.includes(here.text) && text.includes(other.text))
  const { html, text } = whole ?? { html: other.html + here.html, text: `${other.text}\n${here.text}` }
  return {
    ...other,
    ...here,
    html,
    text,
    // Either may be meant for a few.
    is_private: other.is_private || here.is_private,
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
  // Meanwhile it may have been continued or finished on another device.
  else if (owner !== null) pullDrafts(owner).catch(() => undefined)
})
registerDraftSync(onDiscarded)
