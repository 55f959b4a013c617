import { describe, expect, it } from 'vitest'
import { summarize } from './summarize.ts'

const REPLIES = [
  'Thanks, following!',
  'We refuse unlimited liability for data breaches. The cap is twelve months of fees.',
  'Our cap for data breaches is twelve months of fees, never unlimited liability.',
  'Has anyone tried a higher cap?',
  'The canteen moved to the third floor last Tuesday.',
  'Insurers set our cap: twelve months of fees, and breaches of data are carved out of liability.',
]
const said = (most: number) => summarize(REPLIES, most).map(({ sentence }) => sentence)

describe('a summary', () => {
  it('says what several say, in their words and in their order', () => {
    const sentences = said(2)
    expect(sentences).toHaveLength(2)
    for (const sentence of sentences) expect(REPLIES.some((reply) => reply.includes(sentence))).toBe(true)
    expect(sentences.join(' ')).toMatch(/cap/)
    const places = summarize(REPLIES, 3).map(({ text }) => text)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('has no thanks, no questions, and nothing that one alone mentions', () => {
    expect(said(10).join(' ')).not.toMatch(/Thanks|anyone|canteen/)
  })

  it('has one sentence of each text', () => {
    expect(new Set(summarize(REPLIES, 10).map(({ text }) => text)).size).toBe(summarize(REPLIES, 10).length)
  })

  it('prefers what was asked about, even if only one text says it', () => {
    expect(summarize(REPLIES, 1, 'When did the canteen move?').map(({ sentence }) => sentence)).toEqual([
      'The canteen moved to the third floor last Tuesday.',
    ])
    expect(summarize(REPLIES, 5, 'Ferries')).toEqual(summarize(REPLIES, 5))
  })

  it('of nothing is empty', () => {
    expect(summarize([], 3)).toEqual([])
    expect(summarize(['Thanks!'], 3)).toEqual([])
  })
})
