import { expect, it } from 'vitest'
import { sql, viewer } from '#server/platform/graph/sql.ts'
import { statement, unprepared } from './statement.ts'

const upsertView = statement(
  'test-upsert-view',
  { userId: 'bigint', threadId: 'bigint' },
  (p) => sql`insert into viewer_threads (thread_id, user_id) select ${p.threadId}, ${p.userId} where ${p.userId} > 0`,
)

it('numbers parameters in the order of the text, casts them, and gives one number to a parameter used twice', () => {
  expect(upsertView({ userId: 7, threadId: 12 })).toEqual({
    name: 'test-upsert-view',
    text: 'insert into viewer_threads (thread_id, user_id) select $1::bigint, $2::bigint where $2::bigint > 0',
    values: [12, 7],
  })
})

it('has the same text for all values', () => {
  expect(upsertView({ userId: 1, threadId: 2 }).text).toBe(upsertView({ userId: 3, threadId: null }).text)
})

it('takes no values if it has no parameters', () => {
  const selectOne = statement('test-select-one', {}, () => sql`select 1`)
  expect(selectOne()).toEqual({ name: 'test-select-one', text: 'select 1', values: [] })
})

it('takes only the declared names, with values of their types', () => {
  // @ts-expect-error: a missing value
  expect(upsertView({ userId: 1 }).values).toEqual([undefined, 1])
  // @ts-expect-error: an unknown name
  upsertView({ userId: 1, threadId: 2, messageId: 3 })
  // @ts-expect-error: text for a bigint
  upsertView({ userId: '1', threadId: 2 })
  // @ts-expect-error: an undeclared parameter, which the template refuses too
  expect(() => statement('test-undeclared', { id: 'bigint' }, (p) => sql`select ${p.id}, ${p.other}`)).toThrow()
})

it('refuses parameters that are not used, or not its own', () => {
  const unused = () => statement('test-unused', { id: 'bigint', name: 'text' }, (p) => sql`select ${p.id}`)
  expect(unused).toThrow('undeclared or unused parameters: name')
  expect(() => statement('test-foreign', {}, () => sql`select ${viewer.id}`)).toThrow('viewer.id')
})

it('refuses a second text under the same name', () => {
  const same = () => statement('test-same', { id: 'bigint' }, (p) => sql`select ${p.id}`)
  same()
  expect(same).not.toThrow()
  expect(() => statement('test-same', { id: 'bigint' }, (p) => sql`select ${p.id} + 1`)).toThrow('test-same')
})

it('renders a statement without a name for a single call', () => {
  expect(unprepared({ id: 'bigint' }, (p) => sql`select ${p['id']!}`, { id: 5 })).toEqual({
    text: 'select $1::bigint',
    values: [5],
  })
})
