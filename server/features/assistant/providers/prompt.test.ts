import { expect, it } from 'vitest'
import type { Question } from '../answers/answer.ts'
import { passageOf } from '../answers/passages-for-tests.ts'
import { promptOf } from './prompt.ts'

const question: Question = {
  viewer: { id: 1, networks: [], channels: [], is_staff: false, grants: [] },
  ...{ text: 'Who knows permits?', earlier: [], files: [], sources: ['members', 'inbox', 'discussions'] },
  preferences: { risk_tolerance: null, context: '' },
}

it('names nobody of the directory or of the inbox', () => {
  const { user } = promptOf(question, [
    passageOf('Happy to talk about permits.', { kind: 'member', title: 'Marcus Oyelaran' }),
    passageOf('Permits took us a year.', { kind: 'inbox_message', title: 'Conversation with Priya Raman' }),
    passageOf('We keep permits.', { title: 'Keeping permits' }),
  ])
  expect(user).not.toMatch(/Marcus|Priya/)
  expect(user).toContain('S1 says, of themselves:\nS1.1 Happy to talk about permits.')
  expect(user).toContain('S2 says, in a conversation:\nS2.1 Permits took us a year.')
  expect(user).toContain('S3 says, about “Keeping permits”:')
})
