/** Conversations with the assistant in states that no question brings about: older versions, sources that are gone. */
import type { TestServer } from './test-server.ts'

export interface StoredAnswer {
  state?: string
  sentences?: { content: string; citations: number[]; paragraph?: number }[]
  /** Ids of messages, with their words; numbered from 1. */
  citations?: { message: number; quote: string; isPrivate?: boolean }[]
  isAbstained?: boolean
  isFallback?: boolean
  numLeftOut?: number
  related?: number[]
  people?: { user: number; messages: number }[]
}

/** The answers of one question, the oldest first: each is a version that the next one replaced. Returns the conversation. */
export async function storeConversation(
  testServer: TestServer,
  userId: number,
  questions: readonly { question: string; versions: readonly StoredAnswer[] }[],
): Promise<number> {
  const [{ id: conversation } = { id: 0 }] = await testServer.sql<{ id: number }>(
    'insert into ai_conversations (user_id, name) values ($1, $2) returning id',
    [userId, questions[0]!.question],
  )
  for (const { question, versions } of questions) {
    const [asked] = await testServer.sql<{ id: number }>(
      `insert into ai_messages (conversation_id, role, content) values ($1, 'user', $2) returning id`,
      [conversation, question],
    )
    let earlier: number | undefined
    for (const version of versions) {
      const id = await storeAnswer(testServer, { conversation, question: asked!.id }, version)
      if (earlier !== undefined)
        await testServer.sql('update ai_messages set replaced_by_id = $2 where id = $1', [earlier, id])
      earlier = id
    }
  }
  return conversation
}

async function storeAnswer(
  { sql }: TestServer,
  { conversation, question }: { conversation: number; question: number },
  answer: StoredAnswer,
): Promise<number> {
  const { state = 'complete', isAbstained = false, isFallback = false, numLeftOut = 0 } = answer
  const [stored] = await sql<{ id: number }>(
    `insert into ai_messages (conversation_id, role, question_id, state, is_abstained, is_fallback, num_left_out, messages_read,
       sources) values ($1, 'assistant', $2, $3, $4, $5, $6, 41, '{discussions}') returning id`,
    [conversation, question, state, isAbstained, isFallback, numLeftOut],
  )
  const id = stored!.id
  for (const [at, { message, quote, isPrivate = false }] of (answer.citations ?? []).entries())
    await sql(
      `insert into ai_citations (ai_message_id, number, kind, entity_id, quote, is_private)
       values ($1, $2, 'message', $3, $4, $5)`,
      [id, at + 1, message, quote, isPrivate],
    )
  for (const [at, { content, citations, paragraph = 1 }] of (answer.sentences ?? []).entries())
    await sql(
      `insert into ai_sentences (ai_message_id, number, paragraph, content, citations) values ($1, $2, $3, $4, $5)`,
      [id, at + 1, paragraph, content, citations],
    )
  for (const [at, thread] of (answer.related ?? []).entries())
    await sql(`insert into ai_related_threads (ai_message_id, thread_id, place) values ($1, $2, $3)`, [id, thread, at])
  for (const [at, { user, messages }] of (answer.people ?? []).entries())
    await sql(`insert into ai_people (ai_message_id, user_id, num_of_messages, place) values ($1, $2, $3, $4)`, [
      id,
      user,
      messages,
      at,
    ])
  return id
}
