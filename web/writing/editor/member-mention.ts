import { Mention, type MentionNodeAttrs } from '@tiptap/extension-mention'
import type { SuggestionKeyDownProps, SuggestionProps } from '@tiptap/suggestion'
import type {
  AllowedReaders,
  SuggestMembers,
  Suggested,
  SuggestedOther,
  SuggestOthers,
} from '#web/writing/editor/editor-types.ts'

/** Members first, then entries outside the community. */
export type MentionCandidate = { isMember: true; member: Suggested } | { isMember: false; outside: SuggestedOther }

export interface SuggestionState {
  found: readonly MentionCandidate[]
  query: string
  /** `found` still holds the results of the previous query; the next response is pending. */
  isLoading: boolean
  /** Index of the candidate that Enter would insert; -1 if there is none. */
  chosen: number
  /**
   * The candidate was chosen by key or pointer since the last letter, so it stays chosen when the next results arrive.
   */
  isPointed: boolean
  rect: DOMRect | null
  choose: (one: MentionCandidate) => void
  point: (index: number) => void
}

const LONGEST_QUERY = 40

const keyOf = (one: MentionCandidate) =>
  one.isMember ? String(one.member.id) : `${one.outside.name}, ${one.outside.line}`
export const canBeMentioned = (one: MentionCandidate) => !one.isMember || one.member.can_read

/** The mention span of the contract: `<span data-mention-id="12">@Priya Raman</span>`. */
const MentionSpan = Mention.extend({
  addAttributes() {
    return {
      id: { default: null, parseHTML: (element) => element.getAttribute('data-mention-id') },
      label: { default: null, parseHTML: (element) => element.textContent.replace(/^@/, '') },
    }
  },
  parseHTML: () => [{ tag: 'span[data-mention-id]' }],
  renderHTML: ({ node }) => ['span', { 'data-mention-id': node.attrs.id as string }, `@${node.attrs.label}`],
  renderText: ({ node }) => `@${node.attrs.label}`,
})

async function membersNamed(
  query: string,
  suggest: SuggestMembers,
  among: AllowedReaders,
): Promise<readonly Suggested[]> {
  const found = await suggest(query).catch(() => [])
  if (among === null) return found
  const mayRead = found.map((member) => ({
    ...member,
    can_read: member.can_read && among.some(({ id }) => id === member.id),
  }))
  return mayRead.sort((a, b) => Number(b.can_read) - Number(a.can_read))
}

async function named(query: string, whom: Whom): Promise<MentionCandidate[]> {
  if (query.trim() === '' || query.length > LONGEST_QUERY) return []
  const [members, outside] = await Promise.all([
    membersNamed(query.trim(), whom.suggest, whom.among),
    whom.suggestOutside(query.trim()).catch(() => []),
  ])
  return [
    ...members.map((member): MentionCandidate => ({ isMember: true, member })),
    ...outside.map((each): MentionCandidate => ({ isMember: false, outside: each })),
  ]
}

/** The next candidate that can be mentioned, wrapping around. */
function nextOf(found: readonly MentionCandidate[], from: number, step: 1 | -1): number {
  for (let tried = 1; tried <= found.length; tried += 1) {
    const index = (from + step * tried + found.length * tried) % found.length
    if (canBeMentioned(found[index]!)) return index
  }
  return -1
}

function suggestionRender(show: (state: SuggestionState | null) => void) {
  let state: SuggestionState | null = null
  // Enter was pressed before the results for the last letter arrived: the first of the earlier results may be someone
  // else.
  let held: string | null = null
  const set = (next: SuggestionState | null) => {
    state = next
    show(next)
  }
  const update = (asked: SuggestionProps<MentionCandidate, MentionNodeAttrs>) => {
    const found = asked.loading ? (state?.found ?? []) : asked.items
    const pointed = state?.isPointed && state.query === asked.query ? keyOf(state.found[state.chosen]!) : undefined
    const kept = found.findIndex((one) => keyOf(one) === pointed)
    const key = held
    held = null
    set({
      found,
      query: asked.query,
      isLoading: asked.loading,
      chosen: kept < 0 ? found.findIndex(canBeMentioned) : kept,
      isPointed: kept >= 0,
      rect: asked.clientRect?.() ?? null,
      choose: (one) => {
        if (!canBeMentioned(one)) return
        if (one.isMember) return asked.command({ id: String(one.member.id), label: one.member.name })
        const { name, onNamed } = one.outside
        asked.editor
          .chain()
          .focus()
          .insertContentAt(asked.range, { type: 'text', text: `${name} ` })
          .run()
        onNamed()
      },
      point: (index) => state && set({ ...state, chosen: index, isPointed: true }),
    })
    if (asked.loading || key === null) return
    const first = found[state!.chosen]
    if (first) state!.choose(first)
    // No candidate: the key has its usual effect.
    else asked.editor.commands.keyboardShortcut(key)
  }
  return {
    onStart: update,
    onUpdate: update,
    onExit: () => set(null),
    onKeyDown: ({ event }: SuggestionKeyDownProps) => {
      // Members who cannot read the post cannot be chosen.
      if (state === null || state.chosen < 0) return false
      const { found, chosen, isLoading, isPointed } = state
      if (event.key === 'ArrowDown') state.point(nextOf(found, chosen, 1))
      else if (event.key === 'ArrowUp') state.point(nextOf(found, chosen, -1))
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') {
        if (isLoading && !isPointed) held = event.key
        else state.choose(found[chosen]!)
      } else return false
      return true
    },
  }
}

interface Whom {
  suggest: SuggestMembers
  suggestOutside: SuggestOthers
  among: AllowedReaders
}

export const MemberMention = {
  /** `whom` is read on each keystroke, so that it may change while the user writes. */
  for: (whom: { current: Whom }, show: (state: SuggestionState | null) => void) =>
    MentionSpan.configure({
      deleteTriggerWithBackspace: true,
      suggestion: {
        char: '@',
        allowSpaces: true,
        debounce: 120,
        items: ({ query }) => named(query, whom.current),
        render: () => suggestionRender(show),
      },
    }),
}
