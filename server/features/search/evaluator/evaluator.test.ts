/** The search thread when its database does not answer. */
import { afterAll, expect, it } from 'vitest'
import { Evaluator } from './evaluator.ts'
import type { Asked } from './index-reader.ts'

const evaluator = new Evaluator({ host: '127.0.0.1', port: 1, database: 'none', user: 'nobody' }, () => {})
afterAll(() => evaluator.close())
const asked: Asked = {
  search: 'anything',
  network: null,
  userId: 1,
  channels: [4],
  isStaff: false,
  threadType: null,
  before: null,
  after: null,
  byDate: false,
  wholeOnly: false,
  top: 60,
  countTo: 1_000,
  everyThread: false,
  excluded: [],
  isUnfinished: false,
  budgetMs: 50,
}

it('leaves the answer to the database, and turns away what is too much', async () => {
  const waiting = Array.from({ length: 64 }, () => evaluator.ask(asked))
  expect(() => evaluator.ask(asked)).toThrow(expect.objectContaining({ code: 'search.busy', status: 503 }))
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => undefined))
  expect(await evaluator.ask(asked)).toBeUndefined()
})

it('answers nothing after it was closed', async () => {
  await evaluator.close()
  expect(await evaluator.ask(asked)).toBeUndefined()
})
