/** How accurate the sensitive-content check is on sentences that members might write, and how it behaves. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SENSITIVE_KINDS, findSensitiveContent, type SensitiveKind } from './sensitive-content.ts'

interface Labelled {
  text: string
  expect: SensitiveKind[]
}
/** The rules were developed on the first list; the second was written by another author, who did not know the rules. */
const { developed_on: developed, held_out: heldOut } = JSON.parse(
  readFileSync(new URL('sensitive-sentences.json', import.meta.url), 'utf8'),
) as Record<'developed_on' | 'held_out', Labelled[]>

const kindsOf = (text: string) => new Set(findSensitiveContent(text).map(({ kind }) => kind))

function judged(sentences: readonly Labelled[]) {
  const labels = sentences.flatMap(({ text, expect: kinds }) => kinds.map((kind) => kindsOf(text).has(kind)))
  const harmless = sentences.filter(({ expect: kinds }) => kinds.length === 0)
  return {
    recall: labels.filter(Boolean).length / labels.length,
    falseAlarms: harmless.filter(({ text }) => kindsOf(text).size > 0).length / harmless.length,
  }
}

describe('on sentences that it was not made for', () => {
  it('has enough of them, of every kind', () => {
    expect(heldOut.length).toBeGreaterThanOrEqual(100)
    expect(developed.length + heldOut.length).toBeGreaterThanOrEqual(200)
    for (const kind of SENSITIVE_KINDS)
      expect(heldOut.filter((one) => one.expect.includes(kind)).length).toBeGreaterThan(9)
  })

  it('finds nineteen of twenty of what it should, and seldom what it should not', () => {
    const { recall, falseAlarms } = judged(heldOut)
    expect(recall).toBeGreaterThanOrEqual(0.95)
    expect(falseAlarms).toBeLessThanOrEqual(0.05)
  })
})

it('points at the words themselves, each once', () => {
  const text =
    'Our dispute with Halvorsen Logistics: ring +1 415 555 0132, or +1 415 555 0132, or write to kim@halvorsen.example.'
  expect(findSensitiveContent(text)).toEqual([
    { kind: 'email', words: 'kim@halvorsen.example' },
    { kind: 'phone', words: '+1 415 555 0132' },
    { kind: 'party', words: 'Halvorsen Logistics' },
  ])
})

it.each([
  ['a valid IBAN', 'It went to DE89 3704 0044 0532 0130 00.', ['account']],
  ['a card', 'The card 4111 1111 1111 1111 was charged.', ['account']],
  ['a statute', 'See 17 CFR 240.14a-8 and section 220 of the DGCL.', []],
  ['years and sums', 'Between 2019 and 2024 we spent $1,250,000 on 3,400 matters.', []],
  ['short answers', 'I agree with Priya. We use them already.', []],
  ['nothing', '', []],
])('tells %s', (_, text, kinds) => expect([...kindsOf(text)]).toEqual(kinds))

it('comes to an end on bodies made to be slow', () => {
  for (const text of [
    'our '.repeat(5_000),
    'A'.repeat(20_000),
    `${'1 '.repeat(9_999)}x`,
    'Aa '.repeat(6_600),
    'we agree on the same '.repeat(950),
  ])
    expect(findSensitiveContent(text).length).toBeLessThan(2_000)
})
