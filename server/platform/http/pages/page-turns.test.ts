import { expect, test, vi } from 'vitest'
import { makePageTurns } from '#server/platform/http/pages/page-turns.ts'

/** Pages that end when told to, and the names of those that have begun. */
function pagesOf(names: string) {
  const turn = makePageTurns()
  const begun: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const answers = [...names].map((name) =>
    turn(() => {
      begun.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))),
      )
    }),
  )
  const end = async (name: string, failure?: Error) => {
    ends.get(name)!(failure)
    await new Promise(setImmediate)
  }
  return { begun, answers, end }
}

test('four pages are made at once, and the others in the order in which they were asked for', async () => {
  const { begun, answers, end } = pagesOf('abcdefg')
  await vi.waitFor(() => expect(begun.join('')).toBe('abcd'))
  await end('b')
  expect(begun.join('')).toBe('abcde')
  await end('a')
  await end('c')
  expect(begun.join('')).toBe('abcdefg')
  for (const name of 'defg') await end(name)
  expect(await Promise.all(answers)).toEqual([...'abcdefg'])
})

test('a page that fails gives its turn to the next', async () => {
  const { begun, answers, end } = pagesOf('abcde')
  const failed = expect(answers[0]).rejects.toThrow('away')
  await vi.waitFor(() => expect(begun).toHaveLength(4))
  await end('a', new Error('away'))
  await failed
  expect(begun.join('')).toBe('abcde')
})

test('a page that takes long does not keep others waiting, and gives its turn on only once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { begun, end } = pagesOf('abcdefghij')
    await vi.waitFor(() => expect(begun).toHaveLength(4))
    vi.advanceTimersByTime(100)
    await new Promise(setImmediate)
    expect(begun.join('')).toBe('abcdefgh')
    await end('a')
    expect(begun.join('')).toBe('abcdefgh')
    await end('e')
    expect(begun.join('')).toBe('abcdefghi')
  } finally {
    vi.useRealTimers()
  }
})
