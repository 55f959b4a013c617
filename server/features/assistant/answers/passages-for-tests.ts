/** Passages for the tests of this folder. */
import type { Passage } from './answer.ts'

export const passageOf = (text: string, more: Partial<Passage> = {}): Passage => ({
  kind: 'message',
  entity_id: 1,
  thread_id: 1,
  title: 'A topic',
  text,
  page: null,
  seconds: null,
  author_id: 1,
  published_at: null,
  is_question: false,
  is_private: false,
  ...more,
})
