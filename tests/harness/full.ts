/** An ordinary run tries a sample of what is large, another one for each commit; `npm test -- full` tries all of it. */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'

export const isFull = process.env['TEST_FULL'] === 'on'

/** Named by the commit, so that a failure can be repeated and the next commit tries others. */
export const seed = Number(process.env['TEST_SEED'] ?? Number.parseInt(headOf(), 16) % 2 ** 31)

function headOf(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return '1'
  }
}

/**
 * On a machine that is several times slower than usual the check would not end in time: it tries a part of the files
 * with pages and a smaller sample of what is large, and says so. 1 on a usual machine, and where files are named.
 */
export const oneOf = isFull ? 1 : Number(process.env['TEST_ONE_OF'] ?? 1)

/** Everything in a full run, otherwise one of so many; `turn` takes another part of the same list. */
export const sampleOf = <T>(list: readonly T[], part: number, turn = 0): T[] =>
  list.filter((_, index) => isFull || (index + seed + turn) % part === 0)

/** The files of browser tests that this run tries, of all. */
export const browserFiles = (): { tried: string[]; all: number } => {
  const all = globSync('tests/browser/*.test.ts').map((file) => file.replaceAll('\\', '/'))
  return { tried: sampleOf(all.sort(), oneOf), all: all.length }
}
