/** Single-key shortcuts for the front layer. Each one also has a visible control. */
import type { QueryClient } from '@tanstack/react-query'
import { LikeEntity } from '#api/operations.ts'
import { ROUTES } from '#shared/routes.ts'
import { openNewThread } from '#web/features/discussions/new-thread/open-new-thread.ts'
import { trackThreadView } from '#web/features/discussions/queries/discussions.queries.ts'
import { follow, hide } from '#web/features/discussions/queries/reading.queries.ts'
import styles from '#web/features/discussions/keyboard/KeyboardShortcuts.module.css'
import { openDialog } from '#web/kit/overlay/open-dialog.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { showErrorToast } from '#web/platform/api/error-message.ts'
import { clearOverlay, navigateTo } from '#web/platform/navigation/navigation.ts'
import { execute } from '#web/platform/api/operations.ts'
import { toast } from '#web/platform/toasts/toasts.ts'

export const SHORTCUTS: readonly (readonly [string, string])[] = [
  ['j', 'Next discussion or reply'],
  ['k', 'Previous discussion or reply'],
  ['o or Enter', 'Open discussion'],
  ['n', 'Go to the next new reply'],
  ['r', 'Reply to the group'],
  ['Shift + r', 'Reply privately'],
  ['l', 'Agree'],
  ['b', 'Save to Bookmarks; again to choose a collection'],
  ['f', 'Follow or unfollow'],
  ['h', 'Hide from the feed'],
  ['m', 'Mark as read'],
  ['e', 'Mark as read and continue'],
  ['c', 'Start a discussion, from any page'],
  ['a', 'Ask the Assistant'],
  ['/', 'Search discussions'],
  ['Ctrl + k', 'Search everything, or type a command'],
  ['u', 'Back'],
  ['g, then h', 'Go to Home'],
  ['g, then f', 'Go to Discussions'],
  ['g, then m', 'Go to Members'],
  ['g, then x', 'Go to Experts'],
  ['g, then d', 'Go to Peer Documents'],
  ['g, then e', 'Go to Events'],
  ['g, then l', 'Go to the Learning Hub'],
  ['g, then i', 'Go to the Inbox'],
  ['g, then a', 'Go to the Assistant'],
  ['g, then b', 'Go to Bookmarks'],
  ['g, then n', 'Go to Notifications'],
  ['g, then p', 'Go to your profile'],
  ['g, then s', 'Go to Settings'],
  ['?', 'Show this list'],
]
const SEQUENCE_MS = 1_500
/** The pages after `g`. */
const PLACES: Readonly<Record<string, string>> = {
  h: ROUTES.home,
  f: ROUTES.feed,
  m: ROUTES.members,
  x: ROUTES.experts,
  d: ROUTES.peerDocuments,
  e: ROUTES.events,
  l: ROUTES.learningHub,
  i: ROUTES.inbox,
  a: ROUTES.assistant,
  b: ROUTES.bookmarks,
  n: ROUTES.notifications,
  p: ROUTES.profile,
  s: ROUTES.profileSettings,
}

let goSince = -Infinity

/** The layer in front: a thread over the feed, or the page itself. */
const front = (): ParentNode => document.querySelector('[data-top-layer]') ?? document

export function handleShortcut(key: string, client: QueryClient): void {
  const isSequence = performance.now() - goSince < SEQUENCE_MS
  goSince = -Infinity
  if (isSequence && PLACES[key]) return goTo(PLACES[key])
  if (key === 'g') goSince = performance.now()
  else if (key === '?') openDialog({ title: 'Keyboard shortcuts', children: <ShortcutList /> })
  else if (key === '/') search()
  else if (key === 'u') front().querySelector<HTMLElement>('[data-back]')?.click()
  else if (key === 'c') openNewThread()
  else if (key === 'a') goTo(ROUTES.assistant)
  else if (key === 'b') save()
  else if (key === 'n') front().querySelector<HTMLElement>('[data-jump]')?.click()
  else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1)
  else if (front().querySelector('[role=feed]')) inFeed(key, client)
  else inThread(key)
}

function goTo(path: string): void {
  clearOverlay()
  navigateTo(path)
}

const TRIES = 90

/** Focuses the search field; on other pages, opens the feed first and retries until the field exists. */
function search(tries = 0): void {
  const field = document.querySelector<HTMLElement>('#feed-filters input[type=search]')
  const isCovered = field?.closest('[inert]') || document.querySelector('[data-top-layer]')
  const toggle = document.querySelector<HTMLElement>('[data-opens=feed-filters]')
  if (field && !isCovered) return field.focus()
  if (tries === 0 && isCovered) clearOverlay()
  else if (tries === 0 && !toggle) navigateTo(ROUTES.feed)
  else if (toggle && !isCovered && !field) toggle.click()
  if (tries < TRIES) requestAnimationFrame(() => search(tries + 1))
}

const PATIENCE_MS = 10_000

/** The buttons of a thread load after its first view. A key pressed earlier waits for them, unless the page changes. */
const isLoading = () =>
  front().querySelector('[data-awaits-acts]:not(:has([data-thread-acts] [data-act=follow]:enabled))')

function whenThere(find: () => HTMLElement | null | undefined, act: (found: HTMLElement | null) => void): void {
  const { href } = location
  const until = performance.now() + PATIENCE_MS
  const look = () => {
    const found = find()
    if (location.href !== href) return
    if (found || !isLoading() || performance.now() > until) act(found ?? null)
    else requestAnimationFrame(look)
  }
  look()
}

/** Saves what has the focus, or the item of the page. What is saved already gets a collection. */
function save(): void {
  const focused = document.activeElement?.closest('article, li')?.querySelector<HTMLElement>('[data-bookmark]')
  const ofPage = () =>
    [...front().querySelectorAll<HTMLElement>('[data-bookmark]')].find((each) => !each.closest('article, li'))
  whenThere(
    () => focused ?? ofPage(),
    (button) => {
      if (!button) return toast.info('Select a discussion first', 'Use j and k to move through the list.') as never
      const isSaved = button.getAttribute('aria-pressed') === 'true'
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey: isSaved }))
    },
  )
}

const stops = () => [...front().querySelectorAll<HTMLElement>('[role=feed] article h3 a, [aria-label=Replies] article')]
const current = () => document.activeElement?.closest('article') ?? null

/** Moves focus to the next topic or reply; without a current one, to the first in view. */
function step(by: 1 | -1): void {
  const all = stops()
  const here = all.findIndex((stop) => stop.closest('article') === current())
  const inView = all.findIndex((stop) => stop.getBoundingClientRect().top > 0)
  const next = all[here < 0 ? Math.max(0, inView) : here + by]
  if (!next) return
  next.focus({ preventScroll: true })
  next.closest('article')?.scrollIntoView({ block: 'nearest' })
}

function inFeed(key: string, client: QueryClient): void {
  const entry = current()
  const topic = entry?.querySelector<HTMLElement>('h3 a[data-thread]')
  if (!entry || !topic) return toast.info('Select a discussion first', 'Use j and k to move through the list.') as never
  const threadId = Number(topic.dataset['thread'])
  if (key === 'o') topic.click()
  else if (key === 'r' || key === 'R') entry.querySelector<HTMLElement>('a[href$="#reply"]')?.click()
  else if (key === 'h') {
    step(1)
    void hide(client, threadId, true)
  } else if (key === 'e') {
    step(1)
    void trackThreadView(client, threadId).catch(showErrorToast)
  } else if (key === 'm') void trackThreadView(client, threadId).catch(showErrorToast)
  else if (key === 'f') void toggleFollow(client, threadId)
  else if (key === 'l') void agree(threadId)
}

async function toggleFollow(client: QueryClient, threadId: number): Promise<void> {
  const { threadStateQuery } = await import('#web/features/discussions/queries/reading.queries.ts')
  const { thread } = await client.fetchQuery({ ...threadStateQuery(threadId), staleTime: 0 })
  if (thread) await follow(client, threadId, !thread.is_followed)
}

async function agree(entity_id: number, sentiment: boolean | null = true): Promise<void> {
  try {
    await execute(LikeEntity, { likes: [{ entity_type: 'thread', entity_id, sentiment }] })
    void track('upvote', { entity_type: 'thread', entity_id, sentiment })
    if (sentiment === null) toast.success('You no longer agree')
    else toast.success('You agreed', undefined, { label: 'Undo', run: () => void agree(entity_id, null) })
  } catch (error) {
    showErrorToast(error)
  }
}

/** Clicks the button of the focused reply, or of the thread if none is focused. */
function inThread(key: string): void {
  // An open thread is read already.
  if (key === 'e') return front().querySelector<HTMLElement>('[data-back]')?.click()
  const act = { r: 'reply', R: 'reply', l: 'agree', f: 'follow', h: 'hide' }[key]
  if (!act) return
  const reply = current()
  const ofReply = reply?.querySelector<HTMLElement>(`[data-act=${act}]`)
  if (act === 'reply') {
    ofReply?.click()
    setTimeout(() => compose(reply, key === 'R'), ofReply ? 100 : 0)
  } else
    whenThere(
      () => ofReply ?? front().querySelector<HTMLElement>(`[data-thread-acts] [data-act=${act}]:enabled`),
      (button) => button?.click(),
    )
}

/** Selects the audience, then focuses the text. */
function compose(reply: Element | null, isPrivate: boolean): void {
  const near = reply?.closest('li')?.querySelector('form')
  const form = near ?? front().querySelector('main form[data-reply]')
  const audiences = form?.querySelectorAll<HTMLElement>('[role=radiogroup] input')
  const wanted = isPrivate ? audiences?.[audiences.length - 1] : audiences?.[0]
  wanted?.click()
  const text = form?.querySelector<HTMLElement>('[contenteditable=true]')
  if (text) text.focus()
  else form?.querySelector<HTMLElement>('button.t-reply')?.click()
  form?.scrollIntoView({ block: 'nearest' })
}

function ShortcutList() {
  return (
    <dl className={styles.list}>
      {SHORTCUTS.map(([keys, what]) => (
        <div key={keys} className={styles.row}>
          <dt>
            <kbd className={styles.key}>{keys}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  )
}
