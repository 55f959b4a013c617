import { expect, it } from 'vitest'
import { authenticatorUri, codeAt, stepAt, stepOf } from './totp.ts'

// Appendix B of RFC 6238, the last six digits.
const rfc = Buffer.from('12345678901234567890')
it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('gives at second %i the code of the standard', (second, code) => {
  expect(codeAt(rfc, stepAt(second * 1000))).toBe(code)
})

it('takes a code half a minute early or late, once', () => {
  const now = 1_700_000_000_000
  const step = stepAt(now)
  for (const offset of [-1, 0, 1])
    expect(stepOf(rfc, codeAt(rfc, step + offset), { now, after: 0 })).toBe(step + offset)
  expect(stepOf(rfc, codeAt(rfc, step + 2), { now, after: 0 })).toBeUndefined()
  expect(stepOf(rfc, codeAt(rfc, step), { now, after: step })).toBeUndefined()
  expect(stepOf(rfc, `${codeAt(rfc, step).slice(0, 3)} ${codeAt(rfc, step).slice(3)}`, { now, after: 0 })).toBe(step)
  for (const wrong of ['', '1', 'abcdef', '0000000']) expect(stepOf(rfc, wrong, { now, after: 0 })).toBeUndefined()
})

it('gives the authenticator the secret in its own alphabet', () => {
  expect(authenticatorUri(rfc, 'a@b.test')).toContain('secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&')
})
