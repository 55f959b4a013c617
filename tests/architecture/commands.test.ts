/** Mutations use useCommand; forms use useForm and the fields of the kit. */
import { expect, it } from 'vitest'
import { isTest, sources, textOf } from '../harness/sources.ts'

const web = sources.filter((file) => file.startsWith('web/') && !isTest(file))

/**
 * Hooks that give a request its single run, its error handling and its retry; the query library caches queries and
 * refetches them.
 */
const RUNNERS = /\b(?:useCommand|useForm|useQuery|useInfiniteQuery|queryOptions|infiniteQueryOptions)(?:<[^()]*>)?\(/g

/** The text without the arguments of those hooks: any call left is made directly. */
function outsideRunners(text: string): string {
  let left = ''
  let from = 0
  for (const match of text.matchAll(RUNNERS)) {
    const open = match.index + match[0].length
    if (open <= from) continue
    left += text.slice(from, open)
    let depth = 1
    from = open
    while (depth > 0 && from < text.length) depth += { '(': 1, ')': -1 }[text[from++]!] ?? 0
  }
  return left + text.slice(from)
}

const CALL = /(?<![.\w])(?:execute|POST|DELETE)\(/

/** Components that call the server directly, each with its reason. The list only shrinks. */
const CALLS_BY_ITSELF = [
  'web/features/discussions/editing/EditPostForm.tsx', // Its command's function is separate, by kind of post.
  'web/features/discussions/keyboard/keyboard-shortcuts.tsx', // On a key press, outside any component.
  'web/features/discussions/new-thread/AnonymousChoice.tsx', // While the member types.
  'web/features/discussions/polls/PollPanel.tsx', // Marks as seen, silently.
  'web/features/documents/document/DocumentPage.tsx', // Records the view, silently.
  'web/features/experts/recommend/ExpertChoice.tsx', // While the member types.
  'web/features/inbox/Welcome.tsx', // Marks as seen, silently.
  'web/features/onboarding/Alerts.tsx', // Marks as seen, silently; in the first view of Home.
  'web/features/onboarding/guides/Tours.tsx', // Marks as seen, silently.
  'web/features/people/profile/MemberPage.tsx', // Marks as seen, silently.
]

/** Components with their own pending flag. The list only shrinks. */
const KEEPS_A_FLAG: string[] = []

it('a component changes something by a command or a form', () => {
  const found = web.filter((file) => file.endsWith('.tsx') && CALL.test(outsideRunners(textOf(file))))
  expect(found).toEqual(CALLS_BY_ITSELF)
})

it('finds a call that stands by itself, and not one that a command runs', () => {
  expect(CALL.test(outsideRunners('const go = async () => { await execute(Save, { id }) }'))).toBe(true)
  expect(CALL.test(outsideRunners('useCommand((id) => { f(id); return execute(Save, { id }) }, {}); done()'))).toBe(
    false,
  )
  expect(CALL.test(outsideRunners('useForm<A, B>({ submit: () => execute(Save) }); execute(Save)'))).toBe(true)
})

it('only useCommand knows useMutation', () => {
  expect(web.filter((file) => /\buseMutation\b/.test(textOf(file)))).toEqual(['web/platform/forms/use-command.ts'])
})

it('nothing that calls the server keeps a busy flag of its own', () => {
  const flag = /\bset(?:Busy|Sending|Saving|Acting|Pending|Deciding|Removing|Going)\b/
  const found = web.filter((file) => CALL.test(textOf(file)) && flag.test(textOf(file)))
  expect(found).toEqual(KEEPS_A_FLAG)
})

it('controls are drawn by the fields of the kit', () => {
  const found = web.filter(
    (file) => !file.startsWith('web/kit/forms/') && /<(?:input|textarea|select)\b/.test(textOf(file)),
  )
  expect(found).toEqual([])
})
