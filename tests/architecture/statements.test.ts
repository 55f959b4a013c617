/** How SQL statements of the server are written. */
import { expect, it } from 'vitest'
import { reads } from '#server/app.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine } from '#server/platform/graph/engine.ts'
import { isTest, sources, textOf } from '../harness/sources.ts'

/** Files that number parameters by hand. The list may only shrink. */
const BY_HAND = [
  // Runs before the rest of the server, on files that are SQL only.
  'server/platform/database/migrations.ts',
]
const ACCOUNT_STATES = 'server/platform/session/account-states.ts'
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
/** `$1` in a string; the replacement `'$1'` of a regular expression is not SQL. */
const isNumbered = (file: string) =>
  withoutComments(textOf(file))
    .replaceAll(/\.replace(All)?\(.*$/gm, '')
    .search(/\$\d|\$\$\{[^}]*(index|\+ ?\d)/) >= 0

it('has no parameters numbered by hand: a statement names them', () => {
  const numbered = sources.filter((file) => file.startsWith('server/') && !isTest(file) && isNumbered(file))
  expect(numbered.toSorted()).toEqual(BY_HAND.toSorted())
})

it('says the states of an account once, in account-states.ts', () => {
  const states =
    /\bsuspended\s+and\s+(\w+\.)?current_state\b|\bcurrent_state (in|= 'full)[^`]{0,60}\band\s+not\s+(\w+\.)?suspended\b/
  const repeated = sources.filter(
    (file) =>
      file.startsWith('server/') &&
      !isTest(file) &&
      file !== ACCOUNT_STATES &&
      states.test(withoutComments(textOf(file))),
  )
  expect(repeated).toEqual([])
})

it('gives each relation an alias, which PostgreSQL before 16 demands', () => {
  const without = sources
    .filter((file) => file.startsWith('server/') && !isTest(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/(?<!distinct )\b(?:from|join) \$\{\w+\.\w+\}(?! \w).*/g)]
        // A sentence of an email says whom it is from.
        .filter(([line]) => !/^from \$\{(\w+\.)?name\}/.test(line))
        .map(([line]) => `${file}: ${line.slice(0, 80)}`),
    )
  expect(without).toEqual([])
})

/** One field that is not steady is enough for the whole statement to be planned each time. */
it.each([
  ['SearchPeerDocuments', { search: 'notice' }],
  ['SearchPeerDocuments', { search: 'notice', areas_of_expertise: [1], types: ['template'] }],
  ['SearchFilterAllEvents', { search: 'notice' }],
  ['AllLearningHubSearch', { search: 'notice' }],
  ['SearchFilterExperts', { search: 'notice', prices: [1] }],
  ['MentionSuggestions', { search: 'no', thread_id: 1 }],
  ['GetTrendingThread', { get_summaries: true }],
  ['LastMessagesInGroups', { user_id: 1, where: 'invited' }],
  ['userLikes', { user_id: 1, cursor: 9, orderBy: 'oldest' }],
])('%s with %o is planned once for each connection: planning takes longer than reading', (name, given) => {
  const pool = { options: { max: 1 } } as never
  const engine = makeEngine({ contract: loadContract(), reads, hot: pool, search: pool })
  const viewer = { id: 1, networks: [1], channels: [4], is_staff: false, grants: [] }
  const { statementName } = engine.variant(name, { viewer, variables: engine.coerce(name, given) })
  expect(statementName).toMatch(`${name}/`)
})
