import { describe, expect, it } from 'vitest'
import { answering } from './abstaining.ts'
import type { Passage, Question } from './answer.ts'
import { isSupported } from './checking.ts'
import { candidatesOf, choose, inParagraphs, SENTENCES } from './choosing.ts'
import { passageOf } from './passages-for-tests.ts'
import { askedBy, searchesFor } from './question.ts'
import { peopleOf, readOf, relatedThreads } from './surroundings.ts'
import { weigh } from './weighing.ts'

const VIEWER = { id: 9, networks: [], channels: [], is_staff: false, grants: [] }
const asking = (text: string, more: Partial<Question> = {}) =>
  askedBy({
    viewer: VIEWER,
    text,
    earlier: [],
    files: [],
    sources: [],
    preferences: { risk_tolerance: null, context: '' },
    ...more,
  })

function answer(text: string, passages: readonly Passage[]) {
  const asked = asking(text)
  const { weighed, weights } = weigh(passages, asked)
  const usable = answering(weighed, asked)
  return usable.length > 0 ? inParagraphs(choose(candidatesOf(usable, asked, weights))) : []
}
const said = (chosen: ReturnType<typeof answer>) => chosen.map(({ candidate }) => candidate.sentence)

const TOPIC = { title: 'Uncapped indemnity for data breaches', thread_id: 7 }
const opening = passageOf('A customer wants an uncapped indemnity for any breach. Has anyone sized it?', {
  ...TOPIC,
  entity_id: 70,
  is_question: true,
  author_id: 1,
})
const first = passageOf('Size the indemnity from cost: records times notification, doubled. Thank you.', {
  ...TOPIC,
  entity_id: 71,
  author_id: 2,
})
const second = passageOf('Split the breach clause, and cap only unauthorised access.', {
  ...TOPIC,
  entity_id: 72,
  author_id: 3,
})
const thread = [opening, first, second]

describe('an answer', () => {
  it('quotes replies and not the question, of several members', () => {
    const chosen = answer('How do you size an indemnity for breaches?', thread)
    expect(said(chosen)).toContain('Size the indemnity from cost: records times notification, doubled.')
    expect(said(chosen)).not.toContain('Has anyone sized it?')
    expect(said(chosen)).not.toContain('Thank you.')
    expect(new Set(chosen.map(({ candidate }) => candidate.passage.author_id)).size).toBeGreaterThan(1)
    for (const { candidate } of chosen)
      expect(isSupported(candidate.sentence, [{ passage: candidate.passage, quote: candidate.sentence }])).toBe(true)
  })

  it('says nothing twice, and is short', () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ ...first, entity_id: 80 + at, author_id: 10 + at }))
    const chosen = answer('How do you size an indemnity for breaches?', [opening, ...many])
    expect(said(chosen)).toHaveLength(1)
    const others = many.map((each, at) => ({
      ...each,
      text: `Size the indemnity by ${['cost', 'fees', 'records', 'turnover', 'insurance', 'headcount', 'precedent'][at % 7]} number${at}, not breaches.`,
    }))
    expect(said(answer('How do you size an indemnity for breaches?', [opening, ...others])).length).toBeLessThanOrEqual(
      SENTENCES,
    )
  })

  it('has the best thread in its first paragraph', () => {
    const other = passageOf('Our indemnity for breaches has the size of the insurance.', {
      thread_id: 8,
      entity_id: 90,
      title: 'Insurance',
      author_id: 5,
    })
    const chosen = answer('How do you size an indemnity for breaches?', [...thread, other])
    expect(
      new Set(chosen.filter(({ paragraph }) => paragraph === 1).map(({ candidate }) => candidate.passage.thread_id))
        .size,
    ).toBe(1)
    expect(chosen.filter(({ paragraph }) => paragraph === 2).length).toBeGreaterThan(0)
  })

  it('quotes another thread only where the sentence has a word of the question', () => {
    const text = 'The client signed in Lyon on Thursday.'
    const title = 'Breaches, indemnity, and how to size them'
    const from = (thread_id: number) =>
      said(
        answer('How do you size an indemnity for breaches?', [
          opening,
          passageOf('Size the indemnity from cost.', { ...TOPIC, title, entity_id: 71, author_id: 2 }),
          passageOf(text, { title, thread_id, entity_id: 90, author_id: 5 }),
        ]),
      )
    expect(from(7)).toContain(text)
    expect(from(8)).not.toContain(text)
  })

  it('is the same for the same passages in another order of threads', () => {
    const other = passageOf('Our indemnity for breaches has the size of the insurance.', {
      thread_id: 8,
      entity_id: 90,
      title: 'Insurance',
      author_id: 5,
    })
    const question = 'How do you size an indemnity for breaches?'
    expect(said(answer(question, [other, ...thread]))).toEqual(said(answer(question, [...thread, other])))
  })

  it('prefers numbers if they are asked for', () => {
    const vague = { ...first, text: 'The escrow indemnity is usually modest.' }
    const exact = { ...second, text: 'The escrow indemnity is 15 percent.' }
    expect(said(answer('How much is an escrow indemnity?', [vague, exact]))[0]).toMatch(/modest|15/)
    expect(said(answer('How much is an escrow indemnity?', [vague, exact]))).toContain(
      'The escrow indemnity is 15 percent.',
    )
  })
})

describe('it abstains', () => {
  it.each([
    'How do you bake sourdough bread?',
    'What is the indemnity for volcanoes near Reykjavik airports?',
    'Can you help me please?',
    'cost cost cost',
    '???',
  ])('if asked “%s”', (question) => expect(answer(question, thread)).toEqual([]))

  it('but not if the topic has words of the question, of which some are common', () => {
    const asked = 'What should an interim CFO do on the first day?'
    const text = 'I read what my predecessor refused to sign.'
    expect(answer(asked, [passageOf(text, { title: 'First day as interim' })])).toHaveLength(1)
    expect(answer(asked, [passageOf(text, { title: 'Interim relief' })])).toEqual([])
  })
})

describe('a question', () => {
  const words = (asked: ReturnType<typeof asking>) => asked.terms.flatMap((term) => term.words)

  it('continues the one before if it has few words of its own', () => {
    const earlier = ['Who is a good translator for Swahili?']
    expect(words(asking('And in Kenya?', { earlier }))).toEqual(['kenya', 'translator', 'swahili'])
    expect(words(asking('Which covenants do banks demand in refinancings?', { earlier }))).not.toContain('swahili')
  })

  it('has words of its files only if it refers to them', () => {
    const files = [{ name: 'a.txt', text: 'Escrow and indemnity. Escrow. Indemnity again.' }]
    expect(words(asking('Is the attached file usual?', { files }))).toEqual(
      expect.arrayContaining(['escrow', 'indemnity']),
    )
    expect(words(asking('Who is a translator?', { files }))).not.toContain('escrow')
  })

  it('has a word with a hyphen once, with its parts', () => {
    const { terms } = asking('How do you find a mid-sized translator?')
    expect(terms.map(({ words: [word] }) => word)).toEqual(['midsized', 'translator'])
    expect(terms[0]!.synonyms).toContain('mid siz')
    expect(words(asking('How do you find a mid-sized translator?'))).toContain('sized')
  })

  it.each([
    ['Who has experience with liens?', true],
    ['Does anyone know a translator?', true],
    ['Whom did you ask about liens?', true],
    ['What does a lien cost?', false],
    ['Has anyone a one-page delegation of authority?', false],
  ])('%s expects a person: %s', (text, wantsPerson) => expect(asking(text).wantsPerson).toBe(wantsPerson))

  it('is searched with its words, then with other words for them', () => {
    const [own, more] = searchesFor(asking('Who is a good lawyer for ransomware?'))
    expect(own).toBe('lawyer ransomware')
    expect(more).toContain('attorney')
    expect(searchesFor(asking('???'))).toEqual([])
  })
})

it('names nobody who is anonymous or asks, and no thread of a private reply', () => {
  const asked = asking('How do you size an indemnity for breaches?')
  const nobody = { ...first, entity_id: 73, author_id: null }
  const own = { ...first, entity_id: 74, author_id: VIEWER.id }
  const hidden = { ...first, entity_id: 75, thread_id: 99, is_private: true, author_id: 4 }
  const { weighed } = weigh([...thread, nobody, own, hidden], asked)
  expect(peopleOf(weighed, VIEWER.id).map(({ userId }) => userId)).toEqual(expect.arrayContaining([2, 3]))
  expect(peopleOf(weighed, VIEWER.id).map(({ userId }) => userId)).not.toContain(VIEWER.id)
  expect(relatedThreads(weighed)).toEqual([7])
  expect(readOf([...thread, thread[0]!])).toEqual({ messages: 3, documents: 0 })
})
