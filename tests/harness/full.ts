/** Large suites run a sample, a different one for each commit; `npm test -- full` runs all of them. */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'

export const isFull = process.env['TEST_FULL'] === 'on'

/** Derived from the commit, so that a failure can be repeated and the next commit samples other cases. */
export const seed = Number(process.env['TEST_SEED'] ?? Number.parseInt(headOf(), 16) % 2 ** 31)

function headOf(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return '1'
  }
}

/**
 * 1 on a usual machine, and when files are named on the command line. On a machine that is several times slower, the
 * run would not end in time: it tries fewer browser test files and a smaller sample of large suites, and reports that.
 */
export const oneOf = isFull ? 1 : Number(process.env['TEST_ONE_OF'] ?? 1)

/** Everything in a full run, otherwise one item in `part`; `turn` selects another part of the same list. */
export const sampleOf = <T>(list: readonly T[], part: number, turn = 0): T[] =>
  list.filter((_, index) => isFull || (index + seed + turn) % part === 0)

/** Set by `npm test` without words. */
const pagesOneOf = Number(process.env['TEST_PAGES_ONE_OF'] ?? oneOf)

/** `tried`: the browser test files that this run tries; `all`: how many exist. */
export const browserFiles = (): { tried: string[]; all: number } => {
  const all = globSync('tests/browser/*.test.ts').map((file) => file.replaceAll('\\', '/'))
  return { tried: sampleOf(all.sort(), pagesOneOf), all: all.length }
}
