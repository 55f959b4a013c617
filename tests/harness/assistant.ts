/** Asks the assistant as a member does, and reads the answer once it is written. */
import {
  GetAIMessages,
  SendAIMessage,
  type GetAiMessagesQuery,
  type SendAiMessageMutationVariables,
} from '#api/operations.ts'
import type { AISourceKey } from '#shared/assistant.ts'
import type { Client } from './client.ts'
import { waitFor } from './connection.ts'
import type { TestServer } from './test-server.ts'
import { insertMessage, insertThread, type MessageFacts } from './threads.ts'

export type AnswerMessage = GetAiMessagesQuery['ai_messages'][number]

export interface Asking {
  sources?: readonly AISourceKey[]
  conversation?: number
}

export const messagesOf = async (member: Client, conversation_id: number): Promise<AnswerMessage[]> =>
  (await member.ask(GetAIMessages, { conversation_id })).ai_messages

/** The answers of a conversation, as this member can read them now. */
export const answersOf = async (member: Client, conversation: number): Promise<AnswerMessage[]> =>
  (await messagesOf(member, conversation)).filter(({ role }) => role === 'assistant')

/** The messages of the conversation once its answers have ended. */
export const endedMessages = (member: Client, conversation: number): Promise<AnswerMessage[]> =>
  waitFor('an ended answer', async () => {
    const messages = await messagesOf(member, conversation)
    if (messages.length === 0 || messages.some(({ state }) => state === 'writing'))
      throw new Error('It is being written.')
    return messages
  })

/** Asks, and resolves to the conversation with the question and the ended answer. */
export async function converse(member: Client, message: string, more: Partial<SendAiMessageMutationVariables> = {}) {
  const { sendAIMessage } = await member.ask(SendAIMessage, { user: member.id, message, ...more })
  const messages = await endedMessages(member, sendAIMessage.id)
  return { conversation: sendAIMessage.id, question: messages.at(-2)!, answer: messages.at(-1)! }
}

/** Resolves to the complete answer. */
export async function askAssistant(member: Client, message: string, { sources, conversation }: Asking = {}) {
  const { answer } = await converse(member, message, {
    ...(sources && { sources: [...sources] }),
    ...(conversation && { conversation_id: conversation }),
  })
  if (answer.state !== 'complete') throw new Error(`The answer to “${message}” is ${answer.state}.`)
  return answer
}

export const textOf = ({ sentences }: AnswerMessage) => sentences.map(({ content }) => content).join(' ')

export interface Discussion {
  author: number
  networks: number[]
  topic: string
  opening: string
  replies?: readonly (Omit<MessageFacts, 'thread'> & { body: string })[]
}

/** A thread with replies, in the index of words. Resolves to the ids of the thread and of its replies. */
export async function discuss(testServer: TestServer, { author, networks, topic, opening, replies = [] }: Discussion) {
  const { id: thread, opening: message } = await insertThread(testServer, { author, networks, topic, body: opening })
  const ids: number[] = []
  for (const reply of replies) ids.push(await insertMessage(testServer, { thread, parent: message, ...reply }))
  await testServer.sql('select index_messages(1000)')
  return { thread, opening: message, replies: ids }
}
