/**
 * Tokens for scoring a passage. Names, amounts and numbers become classes and word endings are removed, so that what is
 * learned from one sentence applies to others; signs represent whole groups of words.
 */
import { SIGNS } from './sensitive-word-groups.ts'

export const WEIGHED = ['party', 'price', 'privilege'] as const
export type Weighed = (typeof WEIGHED)[number]
export type Weights = Record<Weighed, { bias: number; threshold: number; words: Readonly<Record<string, number>> }>

const SHORT = 3

/** The phrases and signs of a passage, without duplicates. */
export function phrasesOf(passage: string): string[] {
  const tokens = tokensOf(passage).map(stem)
  const pairs = tokens.slice(1).map((token, at) => `${tokens[at]} ${token}`)
  const signs = Object.keys(SIGNS).filter((sign) => SIGNS[sign]!.test(passage))
  const together = signs.flatMap((sign, at) => signs.slice(at + 1).map((other) => `#${sign} #${other}`))
  return [...new Set([...tokens, ...pairs, ...signs.map((sign) => `#${sign}`), ...together])]
}

const stem = (token: string) => (token.endsWith('_') ? token : token.replace(/(?:'s|ies|ing|ed|es|s|ly|e)$/, ''))

function tokensOf(passage: string): string[] {
  const classed = passage
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[$€£]\s?\d[\d.,]*\s?(?:k|m|bn|million)?\b/gi, ' money_ ')
    .replaceAll(/\d[\d.,]*\s?(?:%|percent\b|pct\b|per cent\b)/gi, ' percent_ ')
    .replaceAll(/\d[\d.,]*/g, ' number_ ')
  const tokens: string[] = []
  let begins = true
  for (const sign of classed.match(/[\p{L}_']+|[?!.,;:]/gu) ?? []) {
    if (/^[?!.,;:]$/.test(sign)) {
      if (sign === '?') tokens.push('?')
      begins = /[?!.]/.test(sign)
      continue
    }
    const isName = /^\p{Lu}/u.test(sign) && !/^I(?:'|$)/.test(sign) && !begins
    if (isName && tokens.at(-1) !== 'name_') tokens.push('name_')
    // All-caps words are terms of the trade: GC, SEC, NDA.
    if (!isName || /^[A-Z]{2,}$/.test(sign)) tokens.push(sign.toLowerCase().replace(/'s$/, ''))
    begins = false
  }
  return tokens
}

/** The score of a passage for a kind; above the threshold it triggers a warning. */
export function scoreOf(phrases: readonly string[], { bias, words }: Weights[Weighed]): number {
  const weights = phrases.flatMap((phrase) => words[phrase] ?? [])
  return bias + (SHORT * weights.reduce((sum, weight) => sum + weight, 0)) / Math.sqrt(weights.length || 1)
}
