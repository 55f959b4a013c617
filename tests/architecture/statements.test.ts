/** How SQL statements of the server are written. */
import { expect, it } from 'vitest'
import { isTest, sources, textOf } from '../harness/sources.ts'

/** Files that number parameters by hand. The list may only shrink. */
const BY_HAND = [
  // Runs before the rest of the server, on files that are SQL only.
  'server/platform/database/migrations.ts',
  'server/features/search/search.jobs.ts',
  'server/features/search/search.sql.ts',
]
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
