import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Problem } from '#server/platform/problems.ts'
import { loadContract } from './contract.ts'
import { coerceVariables } from './variables.ts'

const { schema, operations } = loadContract()
const coerce = (name: string, given: unknown) => coerceVariables(schema, operations.get(name)!, given)
const id = (value: unknown) => () => coerce('thread', { id: value })

it('fills in what is usual and keeps what is given', () => {
  expect(coerce('threads', {})).toMatchObject({
    limit: 25,
    offset: 0,
    order_by: 'most_recent',
    search: '',
    areasOfExpertise: [],
  })
  expect(coerce('threads', undefined)).toMatchObject({ limit: 25 })
  expect(coerce('threads', { limit: 3, thread_type: 'poll', geographies: [1] })).toMatchObject({
    limit: 3,
    thread_type: 'poll',
    geographies: [1],
  })
})

it.each([1, 2 ** 53 - 1])('takes %s as an id', (value) => {
  expect(coerce('thread', { id: value })).toMatchObject({ id: value })
})
it.each([0, -1, 1.5, 2 ** 53, '1', '1e3', true, null, [1], {}, Number.NaN])('does not take %j as an id', (value) => {
  expect(id(value)).toThrow(Problem)
})

it.each([
  [[], 'must be an object'],
  ['x', 'must be an object'],
  [null, 'must be an object'],
  [{ nope: 1 }, 'has no variable nope'],
  [{ search: 'a\0' }, 'cannot be stored'],
  [{ search: 'x'.repeat(1_001) }, 'longer than 1,000'],
  [{ geographies: Array(1_001).fill(1) }, 'more than 1,000'],
  [{ search: { a: { b: { c: { d: { e: { f: 1 } } } } } } }, 'nested too deeply'],
  [{ search: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [index, 1])) }, 'too many keys'],
  [{ order_by: 'sideways' }, 'order_by must be one of most_recent, most_relevant, most_active.'],
  [{ limit: 2 ** 31 }, 'limit must be a whole number, and not a very large one.'],
  [{ limit: 1.5 }, 'limit must be a whole number'],
  [{ geographies: [1, 'x'] }, 'geographies.2 must be an id: a whole number above zero.'],
  [{ isPoll: 'yes' }, 'isPoll must be true or false.'],
  [{ search: 3 }, 'search must be text.'],
])('refuses %j', (given, message) => {
  expect(() => coerce('threads', given)).toThrow(message)
})

// DECISION-field-bounds: one plain sentence that names the field, for every operation and every required variable.
it('says of every variable that is missing, or null, that it is, and of which', () => {
  let needed = 0
  for (const [name, node] of operations)
    for (const { variable, type } of node.variableDefinitions ?? []) {
      if (type.kind !== 'NonNullType') continue
      const field = variable.name.value
      const others = Object.fromEntries(
        node.variableDefinitions!.map((each) => [each.variable.name.value, undefined as unknown]),
      )
      needed += 1
      for (const given of [{ ...others, [field]: null }, {}]) {
        const found = (() => {
          try {
            return coerce(name, given)
          } catch (error) {
            return error as Problem
          }
        })() as Problem
        expect(found, name).toBeInstanceOf(Problem)
        expect(found).toMatchObject({ status: 400, code: 'request.variables' })
        expect(found.message).toBe(`${found.field} is missing.`)
      }
    }
  expect(needed).toBeGreaterThan(100)
})

it.each([
  ['ReportContent', { type: 'thread' }, 'reason is missing.'],
  ['LikeEntity', { likes: [{ entity_type: 'thread' }] }, 'likes.1 has no entity_id.'],
  ['LikeEntity', { likes: [{ entity_type: 'thread', entity_id: null }] }, 'likes.1.entity_id is missing.'],
  [
    'LikeEntity',
    { likes: [{ entity_type: 'x', entity_id: 1 }] },
    'likes.1.entity_type must be one of message, thread, expert.',
  ],
  ['LikeEntity', { likes: [{ entity_type: 'thread', entity_id: 1, nope: 1 }] }, 'likes.1 has no field nope.'],
  ['LikeEntity', { likes: ['x'] }, 'likes.1 must be an object.'],
])('%s with %j says “%s”', (name, given, message) => {
  expect(() => coerce(name, given)).toThrow(message)
})

it('takes what is written in full, up to its own limit', () => {
  const write = (length: number) =>
    coerce('CreateThread', { topic: 'x', body: 'x'.repeat(length), idempotency_key: 'key-of-a-test' })
  expect(write(100_000)).toMatchObject({ topic: 'x' })
  expect(() => write(100_001)).toThrow('longer than 100,000')
})

it('answers everything with variables or a problem of status 400', () => {
  const names = [...operations.keys()]
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withSparseArray: true, maxDepth: 6 }),
      fc.dictionary(fc.constantFrom('id', 'limit', 'search', 'body', 'thread_id'), fc.anything()),
      (name, anything, likely) => {
        for (const given of [anything, likely])
          try {
            coerce(name, given)
          } catch (error) {
            expect(error).toBeInstanceOf(Problem)
            expect(error).toMatchObject({ status: 400 })
          }
      },
    ),
    { numRuns: 5_000 },
  )
})
