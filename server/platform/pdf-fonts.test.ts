import { expect, it } from 'vitest'
import { runsOf } from './pdf-fonts.ts'

const textsOf = (text: string) => runsOf(text).map((run) => run.text)

it('cuts a text where the script changes, spaces between two scripts apart from both', () => {
  expect(textsOf('Łukasz Ğürsoy Ελλάς Київ')).toEqual(['Łukasz Ğürsoy Ελλάς Київ'])
  expect(textsOf('Łukasz 王, Inc.')).toEqual(['Łukasz ', '王,', ' Inc.'])
  expect(new Set(runsOf('a 王 א ب').map(({ face }) => face)).size).toBe(4)
})

it('draws the words of what is read from the right in their order', () => {
  expect(textsOf('דוד כהן')).toEqual(['כהן', ' ', 'דוד'])
  expect(textsOf('by דוד כהן and')).toEqual(['by ', 'כהן', ' ', 'דוד', ' and'])
})
