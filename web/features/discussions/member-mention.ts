import { Mention, type MentionNodeAttrs } from '@tiptap/extension-mention'
import type { SuggestionKeyDownProps, SuggestionProps } from '@tiptap/suggestion'
import type { Among } from '#web/features/discussions/editor-tools.ts'
import { MentionSuggestions, type MentionSuggestionsQuery } from '#api/operations.ts'
import { execute } from '#web/platform/operations.ts'

export type Suggested = MentionSuggestionsQuery['mention_suggestions'][number]

export interface SuggestionState {
  members: Suggested[]
  query: string
  /** The list is that of the letters before; the next one is on its way. */
  isLoading: boolean
  /** Index of the member that Enter would name. */
  chosen: number
  rect: DOMRect | null
  choose: (member: Suggested) => void
  point: (index: number) => void
}

const LONGEST_QUERY = 40

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

async function membersNamed(query: string, threadId: number | null, among: Among): Promise<Suggested[]> {
  if (query.trim() === '' || query.length > LONGEST_QUERY) return []
  const answer = await execute(MentionSuggestions, { thread_id: threadId, search: query.trim() }).catch(() => null)
  const found = answer?.mention_suggestions ?? []
  if (among === null) return found
  const mayRead = found.map((member) => ({
    ...member,
    can_read: member.can_read && among.some(({ id }) => id === member.id),
  }))
  return mayRead.sort((a, b) => Number(b.can_read) - Number(a.can_read))
}

function suggestionRender(show: (state: SuggestionState | null) => void) {
  let state: SuggestionState | null = null
  const set = (next: SuggestionState | null) => {
    state = next
    show(next)
  }
  const update = ({ items, query, loading, clientRect, command }: SuggestionProps<Suggested, MentionNodeAttrs>) =>
    set({
      members: loading ? (state?.members ?? []) : items,
      query,
      isLoading: loading,
      chosen: 0,
      rect: clientRect?.() ?? null,
      choose: (member) => member.can_read && command({ id: String(member.id), label: member.name }),
      point: (index) => state && set({ ...state, chosen: index }),
    })
  return {
    onStart: update,
    onUpdate: update,
    onExit: () => set(null),
    onKeyDown: ({ event }: SuggestionKeyDownProps) => {
      if (state === null || state.members.length === 0) return false
      // Those who cannot read it come last, and cannot be come to.
      const last = state.members.filter(({ can_read }) => can_read).length - 1
      if (last < 0) return false
      if (event.key === 'ArrowDown') set({ ...state, chosen: state.chosen === last ? 0 : state.chosen + 1 })
      else if (event.key === 'ArrowUp') set({ ...state, chosen: state.chosen === 0 ? last : state.chosen - 1 })
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab')
        state.choose(state.members[state.chosen]!)
      else return false
      return true
    },
  }
}

export const MemberMention = {
  for: (threadId: number | null, show: (state: SuggestionState | null) => void, among: { current: Among }) =>
    MentionSpan.configure({
      deleteTriggerWithBackspace: true,
      suggestion: {
        char: '@',
        allowSpaces: true,
        debounce: 120,
        items: ({ query }) => membersNamed(query, threadId, among.current),
        render: () => suggestionRender(show),
      },
    }),
}
