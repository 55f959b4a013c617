import { expect, it } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

it('keeps a secret so that only the server reads it, and only for its purpose and row', () => {
  const owner = { secret: 'the secret of the server', purpose: 'keys', row: 7 }
  const bytes = Buffer.from('a key')
  const kept = encrypt(owner, bytes)
  expect(kept).not.toBe(encrypt(owner, bytes))
  expect(decrypt(owner, kept)).toEqual(bytes)
  for (const other of [{ row: 8 }, { purpose: 'other keys' }, { secret: 'another secret' }])
    expect(() => decrypt({ ...owner, ...other }, kept)).toThrow()
  const changed = `${kept.startsWith('A') ? 'B' : 'A'}${kept.slice(1)}`
  expect(() => decrypt(owner, changed)).toThrow()
})
