import { expect, it } from 'vitest'
import { fileFacts } from './file-facts.ts'

it.each([
  ['Terms.docx', 14, 'Word, 14 pages'],
  ['Board deck.pptx', 1, 'PowerPoint, 1 slide'],
  ['Budget.xlsx', 3, 'Excel, 3 sheets'],
  ['Scan.pdf', null, 'PDF'],
  ['Empty.pdf', 0, 'PDF'],
])('says of %s with %s parts: %s', (name, num_of_pages, words) => {
  expect(fileFacts({ name, num_of_pages })).toBe(words)
})
