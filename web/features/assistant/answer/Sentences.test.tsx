import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Version } from '#web/features/assistant/assistant.queries.ts'
import { OpenSourceContext, type OpenedSource } from '#web/features/assistant/open-source.ts'
import { Sentences } from './Sentences.tsx'

const source = (number: number) => ({ number, title: `Thread ${number}` }) as Version['citations'][number]
const ANSWER = {
  id: 7,
  sentences: [
    { number: 1, paragraph: 1, content: 'Most hold thirty days. ', citations: [1] },
    { number: 2, paragraph: 1, content: null, citations: [3] },
    { number: 3, paragraph: 2, content: 'Two walked away.', citations: [1, 2] },
  ],
  citations: [source(1), source(2)],
} as unknown as Version

const html = (opened: OpenedSource | null = null) =>
  renderToStaticMarkup(
    <OpenSourceContext value={{ opened, open: () => {} }}>
      <Sentences answer={ANSWER} />
    </OpenSourceContext>,
  )
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '')
const chosenIn = (markup: string) =>
  [...markup.matchAll(/data-chosen="true">(.*?)<\/span><\/span>/g)].map(([, text]) => textOf(text!))

test('shows whole sentences in paragraphs, each with its numbers beside its last word', () => {
  const shown = html()
  expect(shown.match(/<p /g)).toHaveLength(2)
  expect(shown).toMatch(/thirty <span[^>]*>days\.<button[^>]*aria-label="Source 1: Thread 1"[^>]*>1<\/button><\/span>/)
  expect(shown).not.toContain('aria-pressed="true"')
})

test('names who says something about themselves, once for sentences in a row', () => {
  const bio = (number: number, title: string) => ({ ...source(number), title, kind: 'member' as const })
  const said = (number: number, content: string) => ({ number, paragraph: 1, content, citations: [number] })
  const shown = renderToStaticMarkup(
    <Sentences
      answer={{
        ...ANSWER,
        sentences: [said(1, 'Runs a team.'), said(2, 'Happy to talk.'), said(3, 'Knows liens.'), said(4, 'Most wait.')],
        citations: [bio(1, 'Helen Marsh'), bio(2, 'Helen Marsh'), bio(3, 'Marcus Oyelaran'), source(4)],
      }}
    />,
  )
  expect(textOf(shown).trim()).toBe(
    'Helen Marsh: Runs a team.1 Happy to talk.2 Marcus Oyelaran: Knows liens.3 Most wait.4',
  )
})

test('says of a sentence that is gone only that it is gone', () => {
  const shown = html()
  expect(textOf(shown)).toContain('No longer available to you')
  expect(shown).not.toContain('Source 3')
})

test('marks the sentence at which a source was opened, or all that it supports', () => {
  expect(chosenIn(html({ answerId: 7, number: 1, sentence: 3 }))).toEqual(['Two walked away.12'])
  expect(chosenIn(html({ answerId: 7, number: 1 }))).toHaveLength(2)
  expect(html({ answerId: 7, number: 1 }).match(/aria-pressed="true"/g)).toHaveLength(2)
  expect(chosenIn(html({ answerId: 8, number: 1 }))).toEqual([])
})
