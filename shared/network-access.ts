/** What members of one network may do in another. */
import { counted } from '#shared/kit/text.ts'

export const ACCESS_KINDS = [
  'discussion',
  'document_request',
  'poll',
  'recommendation_request',
  'member_directory',
  'event',
  'document',
  'chat',
  'recommendation_request_creation',
  'discussion_creation',
] as const
export type AccessKind = (typeof ACCESS_KINDS)[number]

interface AccessWords {
  /** Of a checkbox, and in the matrix. */
  label: string
  /** After "will be able to" or "will no longer be able to". */
  act: string
  /** What is counted, one and several. */
  items?: readonly [one: string, several: string]
}
export const ACCESS_WORDS: Record<AccessKind, AccessWords> = {
  discussion: { label: 'Discussions', act: 'read and answer', items: ['discussion', 'discussions'] },
  document_request: {
    label: 'Document requests',
    act: 'read and answer',
    items: ['document request', 'document requests'],
  },
  poll: { label: 'Polls', act: 'read and vote in', items: ['poll', 'polls'] },
  recommendation_request: {
    label: 'Recommendation requests',
    act: 'read and answer',
    items: ['recommendation request', 'recommendation requests'],
  },
  member_directory: { label: 'Find members', act: 'find', items: ['member', 'members'] },
  event: { label: 'Events', act: 'open', items: ['event', 'events'] },
  document: { label: 'Documents', act: 'open', items: ['document', 'documents'] },
  chat: { label: 'Send messages', act: 'send messages to members' },
  recommendation_request_creation: { label: 'Ask for recommendations', act: 'ask for recommendations' },
  discussion_creation: { label: 'Start discussions', act: 'start discussions' },
}

/** Who writes somewhere must be able to read the answers. */
const NEEDS: Partial<Record<AccessKind, AccessKind>> = {
  recommendation_request_creation: 'recommendation_request',
  discussion_creation: 'discussion',
}

export function accessProblem(kinds: readonly AccessKind[]): string | undefined {
  for (const kind of kinds) {
    const needed = NEEDS[kind]
    if (needed && !kinds.includes(needed))
      return `“${ACCESS_WORDS[kind].label}” needs “${ACCESS_WORDS[needed].label}.” Members must be able to read the answers.`
  }
  return undefined
}

/** The kinds of one cell in words. */
export function accessWords(kinds: readonly AccessKind[]): string {
  if (kinds.length === 0) return 'Nothing'
  if (kinds.length === ACCESS_KINDS.length) return 'Everything'
  return ACCESS_KINDS.filter((kind) => kinds.includes(kind))
    .map((kind, at) => (at === 0 ? ACCESS_WORDS[kind].label : ACCESS_WORDS[kind].label.toLowerCase()))
    .join(', ')
}

interface Effect {
  kind: AccessKind
  num_of_members: number
  num_of_items: number | null
}

/** "612 members of Finance will be able to read and answer 4,102 discussions of Legal." */
export function effectSentence(effect: Effect, isOpened: boolean, [from, to]: readonly [string, string]): string {
  const { act, items } = ACCESS_WORDS[effect.kind]
  const who = `${counted(effect.num_of_members, 'member')} of ${from}`
  const what =
    items && effect.num_of_items !== null ? ` ${counted(effect.num_of_items, ...items)} of ${to}` : ` in ${to}`
  return `${who} ${isOpened ? 'will be able to' : 'will no longer be able to'} ${act}${what}.`
}
