/** What a source of answers gets and gives: from the question to sentences with their sources, as they are found. */
import type { Viewer } from '#server/platform/graph/sql.ts'
import type { AISourceKey } from '#shared/assistant.ts'

export type QuoteKind =
  | 'message'
  | 'message_file'
  | 'peer_document'
  | 'event'
  | 'event_video'
  | 'series_video'
  | 'expert'
  | 'poll'
  | 'member'
  | 'inbox_message'

/** Something that the asker may read and that has words of the question. `text` is plain. */
export interface Passage {
  kind: QuoteKind
  entity_id: number
  thread_id: number | null
  title: string
  text: string
  page: number | null
  seconds: number | null
  author_id: number | null
  published_at: string | null
  is_question: boolean
  is_private: boolean
}

/** Finds passages by running the operation FindPassages as the asker: the only way in which an answer reads content. */
export type FindPassages = (viewer: Viewer, search: string, sources: readonly AISourceKey[]) => Promise<Passage[]>

export interface Question {
  viewer: Viewer
  text: string
  /** Earlier questions of the conversation, the oldest first. */
  earlier: readonly string[]
  /** Files that were sent with the question, as plain text. */
  files: readonly { name: string; text: string }[]
  sources: readonly AISourceKey[]
  preferences: { risk_tolerance: 'low' | 'medium' | 'high' | null; context: string }
}

/** Words of a passage, exactly as they stand there. */
export interface Quote {
  passage: Passage
  quote: string
}

export interface AnswerSentence {
  /** From 1. */
  paragraph: number
  content: string
  quotes: readonly Quote[]
}

export type AnswerStep =
  | { step: 'read'; messages: number; documents: number }
  | { step: 'sentence'; sentence: AnswerSentence }
  | {
      step: 'end'
      /** Sentences that no source supports. */
      numLeftOut: number
      isAbstained: boolean
      /** The chosen model could not answer, so members’ own sentences do. */
      isFallback?: boolean
      /** Threads that mention what was asked, the best first. */
      relatedThreads: readonly number[]
      /** Members who wrote what was read, the best first; never an anonymous one. */
      people: readonly { userId: number; messages: number }[]
      tokensIn: number
      tokensOut: number
    }

/** Ends early if the signal is aborted. */
export type Answer = (question: Question, signal: AbortSignal) => AsyncIterable<AnswerStep>
