import { expect, it } from 'vitest'
import { hasNumber, isAsking, isCourtesy, leansOnOthers, QUOTE_LENGTH, sentencesIn } from './sentences.ts'

it('divides a text into sentences that stand in it', () => {
  const text =
    'We gave two times for data. Dr. Keller of Acme Inc. signed it, e.g. in June.\n- Cap three times\n- Data uncapped'
  const sentences = sentencesIn(text)
  expect(sentences).toEqual([
    'We gave two times for data.',
    'Dr. Keller of Acme Inc. signed it, e.g. in June.',
    '- Cap three times',
    '- Data uncapped',
  ])
  for (const sentence of sentences) expect(text).toContain(sentence)
})

it('ends a sentence with a word that is an abbreviation only before a number', () => {
  expect(sentencesIn('The bank said no. They came back under no. 12 of the list.')).toEqual([
    'The bank said no.',
    'They came back under no. 12 of the list.',
  ])
})

it('leaves out what others wrote', () => {
  expect(sentencesIn('> We accept everything.\nOn Monday, 3 May, Helen Marsh wrote:\nWe refused it.')).toEqual([
    'We refused it.',
  ])
})

it('leaves out what no citation can hold, and what has no words', () => {
  expect(sentencesIn('a '.repeat(QUOTE_LENGTH))).toEqual([])
  expect(sentencesIn('42. -- !')).toEqual([])
})

it('knows courtesies, questions, numbers, and sentences that need the one before', () => {
  for (const each of ['Thank you all.', 'Thanks, that is useful.', 'Hi Helen,', '@Marcus Oyelaran many thanks.'])
    expect(isCourtesy(each), each).toBe(true)
  expect(isCourtesy('Thank the chair in the minutes of the meeting at which the decision was made.')).toBe(false)
  expect(isAsking('Did you re-serve?”')).toBe(true)
  expect(isAsking('We did.')).toBe(false)
  expect([hasNumber('It took nine months.'), hasNumber('Cap at 2x'), hasNumber('It took long.')]).toEqual([
    true,
    true,
    false,
  ])
  expect([leansOnOthers('That left dismissal.'), leansOnOthers('Thatcher signed.')]).toEqual([true, false])
})
