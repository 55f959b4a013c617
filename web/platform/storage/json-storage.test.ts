import { afterEach, expect, it, vi } from 'vitest'
import { fakeBrowser } from '#web/platform/api/browser-stub.ts'
import {
  keysWithPrefix,
  readJson,
  readSessionJson,
  readString,
  removeKey,
  writeJson,
  writeSessionJson,
  writeString,
} from '#web/platform/storage/json-storage.ts'

afterEach(() => vi.unstubAllGlobals())

it('stores text and JSON, and reads null for what is missing or no JSON', () => {
  fakeBrowser()
  expect([writeString('text', 'a'), writeJson('json', { a: 1 })]).toEqual([true, true])
  expect([readString('text'), readJson('json'), readJson('text'), readJson('none')]).toEqual([
    'a',
    { a: 1 },
    null,
    null,
  ])
  removeKey('json')
  expect(readJson('json')).toBeNull()
})

it('says that it was refused, and never throws', () => {
  const refuse = () => {
    throw new Error('Private window.')
  }
  const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse }
  vi.stubGlobal('localStorage', refusing)
  vi.stubGlobal('sessionStorage', refusing)
  expect([writeString('a', 'b'), writeJson('a', 1), writeSessionJson('a', 1)]).toEqual([false, false, false])
  expect([readString('a'), readJson('a'), readSessionJson('a')]).toEqual([null, null, null])
  expect(keysWithPrefix('a')).toEqual([])
  removeKey('a')
})
