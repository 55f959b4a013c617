import { expect, it } from 'vitest'
import { isCommon } from './common-words.ts'
import { stemOf } from './stems.ts'
import { stemsIn, wordsIn } from './words.ts'

const words = (text: string) => wordsIn(text).map(({ word }) => word)

it('gives forms of one word one stem', () => {
  const groups = [
    ['terminate', 'terminating', 'termination', 'terminated'],
    ['indemnity', 'indemnities'],
    ['negotiate', 'negotiations', 'negotiated'],
    ['pay', 'paid', 'paying'],
    ['refinancing', 'refinancings'],
    ['covenant', 'covenants'],
    ['person', 'people'],
    ['cap', 'caps', 'capped'],
  ]
  for (const group of groups) expect(new Set(group.map(stemOf)).size, group.join()).toBe(1)
})

it('keeps other words apart', () => {
  for (const [one, other] of [
    ['founder', 'found'],
    ['minister', 'minus'],
    ['board', 'boat'],
    ['2013', '2014'],
  ])
    expect(stemOf(one!)).not.toBe(stemOf(other!))
})

it('drops words of which every question consists', () => {
  expect(words('What do members usually say about uncapped indemnities, please?')).toEqual(['uncapped', 'indemnities'])
  expect(words('Can you help me please?')).toEqual([])
  expect(words('???')).toEqual([])
})

it('reads numbers, accents and words with hyphens', () => {
  expect(words('Élodie’s 409A')).toEqual(["elodie's", '409a'])
  expect([...stemsIn('sub-processor')]).toEqual([stemOf('subprocessor'), 'sub', stemOf('processor')])
  expect(stemsIn('Élodie’s').has(stemOf('elodie'))).toBe(true)
})

it('knows which words many questions have', () => {
  expect(isCommon(stemOf('contracts'))).toBe(true)
  expect(isCommon(stemOf('covenant'))).toBe(false)
})
