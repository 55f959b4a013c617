/**
 * The copy of drafts on the account. The device is the first, immediate layer; the account follows a moment later, so
 * that what was begun here can be continued elsewhere. Loaded when somebody writes or has begun to.
 */
import { DropDraft, GetDrafts, SaveDraft } from '#api/operations.ts'
import { cleanBody } from '#web/features/discussions/clean-body.ts'
import { forget, keep, keptKeys, readKept } from '#web/features/discussions/device.ts'
import { draftListeners, keepDraft, readDraft } from '#web/features/discussions/drafts.ts'
import { execute } from '#web/platform/operations.ts'

const SAVE_AFTER_MS = 2_000
const PREFIX = 'counterpart.draft.'
// Not among what a member wrote: that is counted and forgotten when they sign out.
const NOTE_PREFIX = 'draft-note.'

/** What this device knows of the copy on the account. */
interface Note {
  /** When the account last took it from here or gave it to here; null: never. */
  synced_at: string | null
  /** When it was last changed here, while the account does not have that change. */
  changed_at: string | null
}

const NOTHING: Note = { synced_at: null, changed_at: null }
const noteKey = (key: string) => key.replace(PREFIX, NOTE_PREFIX)
const noteOf = (key: string): Note => readKept<Note>(noteKey(key)) ?? NOTHING
const note = (key: string, part: Partial<Note>) => keep(noteKey(key), { ...noteOf(key), ...part })
const remoteKey = (key: string) => key.slice(PREFIX.length).replace(/^\d+\./, '')

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

/** The draft was changed on this device. Resolves to whether the account has it. */
export function changed(key: string): Promise<boolean> {
  note(key, { changed_at: new Date().toISOString() })
  return saveSoon(key)
}

/** Has the account follow, if it does not have the draft as it is here. */
export const follow = (key: string): Promise<boolean> => (isOnAccount(key) ? Promise.resolve(true) : saveSoon(key))

function saveSoon(key: string): Promise<boolean> {
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
    const content = readDraft(key)
    if (content === null) return false
    const { changed_at } = noteOf(key)
    const { saveDraft } = await execute(SaveDraft, { key: remoteKey(key), content }, { keepalive })
    const isStillSo = noteOf(key).changed_at === changed_at
    note(key, { synced_at: saveDraft.updated_at, ...(isStillSo && { changed_at: null }) })
    return true
  }
  // A page that is put away cannot wait for the call before.
  ;(keepalive ? send() : inTurn(key, send)).then(tell, () => tell(false))
}

/** The draft was sent or thrown away here, so it vanishes there too. */
export function dropped(key: string): void {
  const isKnownThere = noteOf(key).synced_at !== null || turns.has(key)
  clearTimeout(waiting.get(key)?.timer)
  waiting.delete(key)
  forget(noteKey(key))
  if (isKnownThere) inTurn(key, () => execute(DropDraft, { key: remoteKey(key) })).catch(() => undefined)
}

export const isOnAccount = (key: string): boolean => {
  const { synced_at, changed_at } = noteOf(key)
  return synced_at !== null && changed_at === null
}

/** Brings this device in line with the account: the newer of two wins, and what was sent elsewhere is gone here. */
export async function pull(userId: number): Promise<void> {
  const own = `${PREFIX}${userId}.`
  const before = new Map(keptKeys(own).map((key) => [key, noteOf(key).synced_at]))
  const { drafts } = await execute(GetDrafts, {})
  const there = new Map(drafts.map((draft) => [own + draft.key, draft]))
  for (const [key, draft] of there) {
    const { synced_at, changed_at } = noteOf(key)
    const isSame = readDraft(key) !== null && synced_at === draft.updated_at
    // Put back here without a stroke, such as a reply that was taken back: that has just happened.
    const isPutBack = readDraft(key) !== null && synced_at === null && changed_at === null
    const isNewerHere = changed_at !== null && Date.parse(changed_at) > Date.parse(draft.updated_at)
    if (isSame || isNewerHere || isPutBack) continue
    keepDraft(key, cleaned(draft.content))
    note(key, { synced_at: draft.updated_at, changed_at: null })
    announce(key)
  }
  for (const [key, syncedAt] of before) {
    if (there.has(key) || syncedAt === null || noteOf(key).synced_at !== syncedAt) continue
    if (noteOf(key).changed_at !== null) continue
    forget(key)
    forget(noteKey(key))
    announce(key)
  }
  // What was written without a connection goes there now.
  for (const key of keptKeys(own)) if (!waiting.has(key)) void follow(key)
}

// What comes from elsewhere enters the page, so it is cleaned like everything else.
function cleaned(content: unknown): object {
  const draft = (content ?? {}) as { html?: unknown }
  return { ...draft, html: cleanBody(typeof draft.html === 'string' ? draft.html : '') }
}

const announce = (key: string) => {
  for (const listener of draftListeners) listener(key)
}

const saveAll = () => {
  for (const key of [...waiting.keys()]) save(key, true)
}
addEventListener('blur', saveAll)
addEventListener('pagehide', saveAll)
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && saveAll())
