/** JavaScript transferred for a reader's first view: the page's module and all its imports, compressed. */
import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

interface Chunk {
  file: string
  imports?: string[]
}
const built = JSON.parse(readFileSync('dist/web/manifest.vite.json', 'utf8')) as Record<string, Chunk>

function closureOf(names: readonly string[], known = new Set<string>()): Set<string> {
  for (const name of names) {
    if (known.has(name)) continue
    known.add(name)
    closureOf(built[name]!.imports ?? [], known)
  }
  return known
}

const kilobytes = (names: ReadonlySet<string>) =>
  [...names].reduce((sum, name) => sum + statSync(`dist/web/${built[name]!.file}.br`).size / 1000, 0)

const FILES = 8

// The promise is 110 kB each. React and the query cache take 72 of it; the rest is the page. The limits are lower, to
// prevent unnoticed growth, as when one small file pulled the whole thread page into the feed. The names of files contain
// digests, so any change moves the figures by up to .05.
it.each([
  ['home', 'web/routes/home/HomeScreen.tsx', 102.7],
  ['the feed', 'web/features/discussions/feed/FeedPage.tsx', 105.8],
  ['a thread', 'web/features/discussions/thread/ThreadPage.tsx', 110],
])('the first view of %s', (_, page, most) => {
  const asked = closureOf(['web/main.tsx', page])
  expect(kilobytes(asked)).toBeLessThanOrEqual(most)
  expect(asked.size).toBeLessThanOrEqual(FILES)
})
