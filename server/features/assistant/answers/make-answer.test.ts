import { expect, it, vi } from 'vitest'
import { problem } from '#server/platform/problems.ts'
import { NOBODY } from '#server/platform/graph/sql.ts'
import { findPassages } from './make-answer.ts'

const failing = (code: string) => problem(code, { message: 'It failed.' })
const FOUND = '{"passages":[]}'

it('searches once more if the search took too long', async () => {
  const run = vi.fn().mockRejectedValueOnce(failing('search.too_slow')).mockResolvedValueOnce(FOUND)
  expect(await findPassages(run)(NOBODY, 'notice', ['discussions'])).toEqual([])
  expect(run).toHaveBeenCalledTimes(2)
})

it.each([
  ['search.too_slow', 2],
  ['search.throttled', 1],
])('gives up when it is told %s, after %i searches', async (code, times) => {
  const run = vi.fn().mockRejectedValue(failing(code))
  await expect(findPassages(run)(NOBODY, 'notice', ['discussions'])).rejects.toMatchObject({ code })
  expect(run).toHaveBeenCalledTimes(times)
})
