import { expect, it } from 'vitest'
import { rangeOf } from './send-file.ts'

it.each([
  [undefined, 'all'],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=100-', undefined],
  ['bytes=9-0', undefined],
  ['bytes=-0', undefined],
  // Several ranges, other units and nonsense are answered with the whole file.
  ['bytes=0-1,5-6', 'all'],
  ['lines=0-9', 'all'],
  ['bytes=-', 'all'],
] as const)('of 100 bytes, %s is %o', (header, range) => expect(rangeOf(header, 100)).toEqual(range))
