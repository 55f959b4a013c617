import { expect, it } from 'vitest'
import { LEGAL_SECTIONS, legalProblem, sectionsOf, textOf } from './legal-texts.ts'

const SECTIONS = [
  { title: 'Who may take part', paragraphs: ['Members.', 'Nobody else.'] },
  { title: 'Changes', paragraphs: ['You are asked.'] },
]

it('comes back from the text as it went in', () => {
  expect(sectionsOf(textOf(SECTIONS))).toEqual(SECTIONS)
})

it('takes what staff paste: other line ends, many empty lines, lines broken anywhere', () => {
  expect(sectionsOf('# One\r\n\r\nBroken\r\nanywhere.\r\n\r\n\r\n  Another.  \r\n#  Two\r\nText.')).toEqual([
    { title: 'One', paragraphs: ['Broken anywhere.', 'Another.'] },
    { title: 'Two', paragraphs: ['Text.'] },
  ])
})

it('has no sections without a title', () => {
  expect(sectionsOf('Only words.\n\nAnd more.')).toEqual([])
  expect(sectionsOf('#hashtag, not a title')).toEqual([])
})

it.each([
  [{ title: '' }, 'title'],
  [{ sections: [] }, 'sections'],
  [{ sections: 'text' }, 'sections'],
  [{ sections: [{ title: '', paragraphs: ['x'] }] }, 'sections'],
  [{ sections: [{ title: 'x', paragraphs: [] }] }, 'sections'],
  [{ sections: [{ title: 'x', paragraphs: [7] }] }, 'sections'],
  [{ sections: Array.from({ length: LEGAL_SECTIONS + 1 }, () => SECTIONS[0]) }, 'sections'],
  [{ asks_again: true }, 'change_note'],
  [{ change_note: 'x'.repeat(501) }, 'change_note'],
])('is refused with %j', (more, field) => {
  const text = { title: 'Terms', sections: SECTIONS as unknown, change_note: '', asks_again: false }
  expect(legalProblem(text)).toBeUndefined()
  expect(legalProblem({ ...text, ...more })).toMatchObject({ field })
})
