/**
 * Stores, browser storage and unsent texts have one implementation each, and a reply takes the path in ARCHITECTURE.md.
 */
import { expect, it } from 'vitest'
import { importsOf, isTest, sources, textOf } from '../harness/sources.ts'

const webFilesWith = (pattern: RegExp) =>
  sources.filter((file) => file.startsWith('web/') && !isTest(file) && pattern.test(textOf(file)))

it('one file of the web names local and session storage', () => {
  expect(webFilesWith(/\b(local|session)Storage\b/).filter((file) => !file.endsWith('-stub.ts'))).toEqual([
    'web/platform/storage/json-storage.ts',
  ])
})

it('one file subscribes React to what is outside it, and nobody keeps a set of listeners', () => {
  expect(webFilesWith(/\buseSyncExternalStore\b/)).toEqual(['web/kit/store.ts'])
  expect(webFilesWith(/new Set<\(/)).toEqual(['web/kit/store.ts'])
})

it('a reply visits the files that ARCHITECTURE.md lists, each once and each known to one before it', () => {
  const section = textOf('ARCHITECTURE.md').split('\n## Where a reply goes\n')[1]!.split('\n## ')[0]!
  const visited = [...section.matchAll(/^\d+\. \[[^\]]+\]\(([^)]+)\)/gm)].map(([, file]) => file!)
  expect(visited.length).toBeGreaterThan(10)
  expect(visited.length).toBeLessThanOrEqual(15)
  expect(new Set(visited).size).toBe(visited.length)
  expect(visited.filter((file) => !sources.includes(file))).toEqual([])
  const connected = (a: string, b: string) => importsOf(a).includes(b) || importsOf(b).includes(a)
  expect(
    visited.filter((file, at) => at > 0 && !visited.slice(0, at).some((before) => connected(before, file))),
  ).toEqual([])
})
