import { expect, it } from 'vitest'
import { SEARCH_MS_A_MINUTE, SEARCHES_WAITING } from '#shared/search.ts'
import { makeSearchTurns } from './search-turns.ts'

/** Named searches, each of which runs until the test calls `end` with its name. */
function searches() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const search = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise(setImmediate)
  }
  return { begun, search, end }
}
const settled = () => new Promise(setImmediate)

it('never gives one member all connections, and lets members take turns', async () => {
  const { begun, search, end } = searches()
  const turns = makeSearchTurns(3)
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => turns.take(1, search(name)))
  await settled()
  expect(begun).toEqual(['a1', 'a2'])
  all.push(...['b1', 'b2'].map((name) => turns.take(2, search(name))), turns.take(3, search('c1')))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (const name of ['a1', 'c1', 'b1', 'a2']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  for (const name of ['a3', 'b2', 'a4', 'a5']) await end(name)
  expect(await Promise.all(all)).toHaveLength(8)
})

it('refuses more than may wait', async () => {
  const { search, end, begun } = searches()
  const turns = makeSearchTurns(2)
  const taken = Array.from({ length: SEARCHES_WAITING + 1 }, (_, n) => turns.take(1, search(String(n))))
  await settled()
  await expect(turns.take(1, search('one more'))).rejects.toMatchObject({ code: 'search.too_many' })
  for (const [n] of taken.entries()) await end(String(n))
  await Promise.all(taken)
  expect(begun).toHaveLength(SEARCHES_WAITING + 1)
})

it('counts the time of each member in a minute, says when it goes on, and goes on then', async () => {
  let clock = 0
  const turns = makeSearchTurns(3, () => clock)
  const search = (ms: number) => async () => void (clock += ms)
  for (let ms = 0; ms <= SEARCH_MS_A_MINUTE * 1.5; ms += 1_000) await turns.take(1, search(1_000)).catch(() => {})
  await expect(turns.take(1, search(1))).rejects.toMatchObject({
    code: 'search.throttled',
    message: expect.stringMatching(/Search again in [1-9]\d? seconds\.$/),
  })
  await turns.take(2, search(1))
  clock += 10_000
  await turns.take(1, search(1))
})

it('turns a search that the database stopped into a sentence, and passes on any other failure', async () => {
  const turns = makeSearchTurns(1)
  const failed = (code: string) => () => Promise.reject(Object.assign(new Error('failed'), { code }))
  await expect(turns.take(1, failed('57014'))).rejects.toMatchObject({ code: 'search.too_slow', status: 200 })
  await expect(turns.take(1, failed('57P01'))).rejects.toMatchObject({ message: 'failed', code: '57P01' })
  expect(await turns.take(1, async () => 'answered')).toBe('answered')
})
