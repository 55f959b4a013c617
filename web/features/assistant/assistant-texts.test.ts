import { expect, test } from 'vitest'
import type { AIMessage } from '#web/features/assistant/assistant.queries.ts'
import {
  abstainedLine,
  chosenLine,
  copiedText,
  leftOutLine,
  noneLeftLine,
  openableLine,
  openLabel,
  paragraphsOf,
  readingLine,
  turnsOf,
  versionsOf,
} from './assistant-texts.ts'

const citation = (number: number, more: object = {}): AIMessage['citations'][number] => ({
  number,
  kind: 'message',
  title: `Thread ${number}`,
  detail: 'Discussion, 2 Group Replies',
  author_name: 'Ruth Adeyemi',
  quote: 'Thirty days.',
  before: '',
  after: '',
  url: `/feed/${number}#message-${number}`,
  page: null,
  seconds: null,
  is_private: false,
  published_at: null,
  ...more,
})
const answer = (more: Partial<AIMessage> = {}): AIMessage => ({
  id: 2,
  conversation_id: 1,
  role: 'assistant',
  state: 'complete',
  content: 'Thirty days.',
  created: '2026-11-20T10:00:00Z',
  deleted: null,
  replaced_by_id: null,
  question_id: 1,
  urls: [],
  thinking_steps: [],
  attachments: [],
  feedback: null,
  sentences: [],
  citations: [],
  num_left_out: 0,
  is_abstained: false,
  is_fallback: false,
  related_threads: [],
  people: [],
  model: null,
  sources: [],
  older_versions: [],
  ...more,
})

test('copies an answer with its sources; a private reply has no link, and what is gone is not copied', () => {
  const text = copiedText(
    'What notice period?',
    answer({
      sentences: [
        { number: 1, paragraph: 1, content: 'Most hold thirty days.', citations: [1] },
        { number: 2, paragraph: 1, content: null, citations: [4] },
        { number: 3, paragraph: 2, content: 'Two walked away.', citations: [1, 2, 3] },
      ],
      citations: [
        citation(1),
        citation(2, { is_private: true }),
        citation(3, { is_private: true, kind: 'inbox_message', title: 'Conversation with Ruth Adeyemi' }),
      ],
    }),
    'https://community.test',
  )
  expect(text).toBe(
    [
      'What notice period?',
      'Most hold thirty days. [1] [No longer available to you]',
      'Two walked away. [1][2][3]',
      'Sources\n1. Thread 1. Discussion, 2 Group Replies. Ruth Adeyemi. https://community.test/feed/1#message-1\n' +
        '2. Private reply to you, not for others: Thread 2\n' +
        '3. Message in your inbox, not for others: Conversation with Ruth Adeyemi',
    ].join('\n\n'),
  )
  expect(copiedText('Anything?', answer({ is_abstained: true }), 'https://community.test')).toBe(
    'Anything?\n\nMembers have not answered this.',
  )
})

test('pairs questions with answers, and counts the versions from the first', () => {
  const question = answer({ id: 1, role: 'user', question_id: null })
  const latest = answer({ id: 9, older_versions: [answer({ id: 5 }), answer({ id: 2 })] })
  const later = answer({ id: 10, role: 'user', question_id: null })
  const turns = turnsOf([question, latest, later])
  expect(turns.map((turn) => [turn.question.id, turn.answer?.id])).toEqual([
    [1, 9],
    [10, undefined],
  ])
  expect(versionsOf(latest).map(({ id }) => id)).toEqual([2, 5, 9])
})

test('says what was read, what was left out and what can be opened, by number', () => {
  expect(readingLine(['Read 41 messages and 6 documents', 'Used 3'])).toBe('Read 41 messages and 6 documents, used 3')
  expect(readingLine(['Read 17 messages and 2 documents', 'Used 0'])).toMatch(/, used none$/)
  expect(readingLine(['Read 1 message', 'Used 10'])).toMatch(/, used 10$/)
  expect(readingLine([])).toBeNull()
  expect(leftOutLine(1)).toEqual(['One sentence was left out.', 'No source that you can read supports it.'])
  expect(leftOutLine(3)[0]).toBe('Three sentences were left out.')
  expect([0, 1, 2].map(abstainedLine)).toEqual([
    'No discussion that you can read mentions it.',
    'One discussion mentions it, but doesn’t answer it.',
    'Two discussions mention it. None of them answers it.',
  ])
  expect([1, 2, 3].map((count) => openableLine(count).split('.')[0])).toEqual([
    'You can open it',
    'You can open both',
    'You can open all three',
  ])
  expect(openLabel({ page: 6, seconds: null })).toBe('Open at page 6')
  expect(openLabel({ page: null, seconds: 724 })).toBe('Open at 12:04')
  expect(openLabel({ page: null, seconds: 0 })).toBe('Open at 0:00')
})

test('keeps the order of paragraphs, also when a sentence is gone', () => {
  const sentence = (number: number, paragraph: number) => ({ number, paragraph, content: null, citations: [1] })
  expect(paragraphsOf([sentence(1, 1), sentence(2, 1), sentence(3, 4)]).map((each) => each.length)).toEqual([2, 1])
})

test('names the chosen sources, and says when questions can be asked again', () => {
  const source = (key: string, name: string) => ({
    id: 1,
    key,
    name,
    description: '',
    enabled: true,
    default_selected: true,
  })
  const all = [source('discussions', 'Discussions'), source('peer_documents', 'Peer documents')]
  expect(chosenLine(all, ['peer_documents', 'discussions'])).toBe('All')
  expect(chosenLine([...all, source('events', 'Events')], ['peer_documents', 'events'])).toBe('Peer documents, events')
  expect(chosenLine(all, [])).toBe('None chosen')
  const usage = { questions_per_day: 50, questions_left: 0, renewed_at: '2026-11-21T00:00:00Z' }
  expect(noneLeftLine(usage, 'America/New_York')).toMatch(
    /^You have asked 50 questions today\. You can ask again at 7:00\sPM\. Your text is saved\.$/u,
  )
})
