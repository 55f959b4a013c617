/** What the palette can do, besides finding and opening. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  IconChecks,
  IconFileSearch,
  IconKeyboard,
  IconMail,
  IconMoon,
  IconPencil,
  IconSearch,
  IconSparkles,
  IconSun,
} from '@tabler/icons-react'
import { isSectionOn } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { questionDraftKey, type QuestionDraft } from '#web/features/assistant/question/question-draft.ts'
import { handleShortcut } from '#web/features/discussions/keyboard/keyboard-shortcuts.tsx'
import { openNewThread } from '#web/features/discussions/new-thread/open-new-thread.ts'
import { markAllRead } from '#web/features/discussions/queries/reading.queries.ts'
import type { PaletteRow } from '#web/kit/palette/Palette.tsx'
import { navigateTo } from '#web/platform/navigation/navigation.ts'
import { stringifySearch } from '#web/platform/navigation/search-params.ts'
import { setScheme, useScheme, type Scheme } from '#web/platform/session/display.ts'
import { menuVisibilityFor } from '#web/platform/session/features.ts'
import { useUser } from '#web/platform/session/session.ts'
import { toast } from '#web/platform/toasts/toasts.ts'
import { askPeers } from '#web/routes/palette/ask-peers.ts'
import { readDraft, storeDraft } from '#web/writing/drafts/draft-store.ts'

/** Names that find an act, besides the words it shows. */
interface Act extends PaletteRow {
  also?: string
}

/** The acts that fit the text, and those about it. Without a text, the usual ones. */
export function useActs(typed: string, people: readonly { id: number; name: string }[]): PaletteRow[] {
  const client = useQueryClient()
  const { id } = useUser()
  const visibility = menuVisibilityFor(useUser())
  const scheme = useScheme()
  const words = typed.trim()
  const isAboutText = words.length > 1
  const hasAssistant = isSectionOn(visibility, 'ai_assistant')
  const named = fitting([...askingActs(id, '', hasAssistant), ...generalActs(client, scheme)], words)
  const about = isAboutText ? askingActs(id, words, hasAssistant) : []
  const rows = [
    ...(isAboutText ? [searchAct(words)] : []),
    ...(isSectionOn(visibility, 'inbox') ? messageActs(words, people) : []),
    ...named.filter(({ key }) => !about.some((each) => each.key === key)),
    ...about,
  ]
  if (isAboutText && isSectionOn(visibility, 'peer_documents')) rows.push(requestAct(words))
  return rows
}

const fitting = (acts: readonly Act[], words: string) =>
  acts.filter(({ words: own, also = '' }) => fits(`${own} ${also}`, words))

/** Whether each word of the text begins a word of the name. */
export function fits(name: string, words: string): boolean {
  const own = name.toLowerCase().split(/\s+/)
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => own.some((each) => each.startsWith(word)))
}

const askingActs = (userId: number, words: string, hasAssistant: boolean): Act[] => [
  {
    key: 'ask',
    icon: <IconPencil />,
    words: words === '' ? 'Ask a question' : `Start a discussion about “${words}”`,
    note: 'You choose who can read it',
    also: 'new discussion start compose write',
    hint: 'c',
    run: () => (words === '' ? openNewThread() : startDiscussion(userId, words)),
  },
  ...(hasAssistant
    ? [
        {
          key: 'assistant',
          icon: <IconSparkles />,
          words: 'Ask the assistant',
          note: 'Answers with sources you can open',
          also: 'ai chatbot',
          hint: 'a',
          run: () => askAssistant(userId, words),
        },
      ]
    : []),
]

function startDiscussion(userId: number, words: string): void {
  const begun = askPeers(userId, words, false)
  if (begun === null) return
  openNewThread()
  toast.info('You already have a draft', `Post or discard “${begun.slice(0, 60)}” first.`)
}

/** A question that is being written stays. */
function askAssistant(userId: number, words: string): void {
  const key = questionDraftKey(userId, undefined)
  if (words !== '' && !readDraft<QuestionDraft>(key)?.text) storeDraft(key, { text: words, attachments: [] })
  navigateTo(ROUTES.assistant)
}

/** First, so that Enter searches until there are results. */
const searchAct = (words: string): PaletteRow => ({
  key: 'search',
  icon: <IconSearch />,
  words: `Search for “${words}”`,
  note: 'Everything you have access to',
  href: ROUTES.search + stringifySearch({ q: words }),
})

const requestAct = (words: string): PaletteRow => ({
  key: 'request',
  icon: <IconFileSearch />,
  words: 'Request a document',
  note: `Ask members for “${words}”`,
  href: `${ROUTES.documentRequests}?title=${encodeURIComponent(words)}`,
})

/** "message priya", or the first member found. */
const messageActs = (words: string, people: readonly { id: number; name: string }[]): PaletteRow[] =>
  words === ''
    ? []
    : people.slice(0, 1).map((person) => ({
        key: `message to ${person.id}`,
        icon: <IconMail />,
        words: `Message ${person.name}`,
        note: 'Private, in your inbox',
        href: `${ROUTES.inbox}?to=${person.id}`,
      }))

function generalActs(client: QueryClient, scheme: Scheme): Act[] {
  const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  return [
    {
      key: 'read',
      icon: <IconChecks />,
      words: 'Mark all as read',
      note: 'All discussions; you can undo this',
      run: () => void markAllRead(client),
    },
    {
      key: 'scheme',
      icon: isDark ? <IconSun /> : <IconMoon />,
      words: isDark ? 'Light' : 'Dark',
      note: 'Change the appearance on this device',
      also: 'theme appearance mode scheme light dark',
      run: () => setScheme(isDark ? 'light' : 'dark'),
    },
    {
      key: 'keys',
      icon: <IconKeyboard />,
      words: 'Keyboard shortcuts',
      note: 'Everything that has a key',
      also: 'help',
      hint: '?',
      run: () => handleShortcut('?', client),
    },
  ]
}
