import { expect, test } from 'vitest'
import { pack, unpack } from '#web/platform/storage/packed-state.ts'

const roundTrip = (value: unknown) => unpack(JSON.parse(JSON.stringify(pack(value))) as ReturnType<typeof pack>)

test.each([
  [null],
  [[]],
  [{}],
  [0],
  ['text'],
  [[[], [0], [-1], [[]]]],
  [{ a: [], b: {}, c: null, d: false, e: 0, f: '' }],
  [
    [
      { id: 1, name: 'Ostrander' },
      { id: 1, name: 'Ostrander' },
      { name: 'Ostrander', id: 1 },
      { id: '1', name: 'Ostrander' },
    ],
  ],
  [{ items: [{ author: { id: 1, company: { id: 2 } } }, { author: { id: 1, company: { id: 2 } } }] }],
  [[{ list: [1] }, { list: [1] }, { a: 1 }, { a: 1 }]],
])('what is packed comes out the same: %j', (value) => expect(roundTrip(value)).toEqual(value))

test('a field without a value is left out, as in JSON', () => {
  expect(roundTrip([{ a: 1, b: undefined }, { b: 1 }])).toEqual([{ a: 1 }, { b: 1 }])
})

test('names of fields are written once, and a person once', () => {
  const person = { id: 7, name: 'Helen Marsh', title: 'General Counsel' }
  const items = Array.from({ length: 20 }, (_, id) => ({ id, topic: `Topic ${id}`, author: { ...person } }))
  const packed = JSON.stringify(pack(items))
  for (const once of ['topic', 'author', 'title', 'Helen Marsh']) expect(packed.split(`"${once}"`)).toHaveLength(2)
})
