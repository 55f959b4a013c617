import type pg from 'pg'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import type { Query } from '#server/platform/database/statement.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { forbidden, problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import {
  CONVERSATION_NAME_LENGTH,
  CONVERSATION_NAME_REQUIRED,
  conversationName,
  nameTooLong,
  NO_QUESTIONS_LEFT,
  QUESTION_LENGTH,
  QUESTION_REQUIRED,
  questionTooLong,
} from '#shared/assistant.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { conversationChanged, written } from '../assistant.signals.ts'
import {
  claimAnswer,
  claimQuestion,
  countQuestion,
  deleteConversationOf,
  endAnswer,
  insertAnswer,
  insertConversation,
  insertFiles,
  insertQuestion,
  renameConversationTo,
  replaceAnswer,
  touchConversation,
} from './conversations.sql.ts'
import {
  conversationNotFound,
  filesAsked,
  requireAnswer,
  requireAssistant,
  requireModel,
  requireSources,
} from './own.ts'
import type { Writers } from './writers.ts'

export const conversationActions = (pool: pg.Pool, bus: Bus, writers: Writers): Actions => ({
  sendAIMessage: (call: Call<never>) => sendAIMessage({ pool, bus, writers }, call),
  stopAIMessage: (call: Call<never>) => stopAIMessage({ pool, bus, writers }, call),
  regenerateMessage: (call: Call<never>) => regenerateMessage({ pool, bus, writers }, call),
  deleteConversation: (call: Call<never>) => deleteConversation(pool, bus, call),
  renameConversation: (call: Call<never>) => renameConversation(pool, bus, call),
})

interface Tools {
  pool: pg.Pool
  bus: Bus
  writers: Writers
}

interface SendArgs {
  user: number
  conversation_id?: number | null
  message: string
  attachments?: UploadedFile[] | null
  model?: number | null
  sources?: string[] | null
  idempotency_key: string
}

/** Asks; the answer is written after the commit. A retry asks and counts once. Resolves to the conversation's id. */
async function sendAIMessage({ pool, bus, writers }: Tools, call: Call<SendArgs>): Promise<number> {
  const { idempotency_key: key, ...asked } = call.args
  const { viewer } = call
  const intent: IdempotentRequest = { userId: viewer.id, key, operation: 'sendAIMessage', asked }
  const claimed = claimValues(intent)
  const begun = await orEarlierResult(pool, intent, () => prepareQuestion(pool, call))
  if (typeof begun === 'number') return begun
  const { conversationId, text, files, modelId, sources } = begun
  const made = await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ result: number }>(claimQuestion({ ...claimed, conversationId }))
    if (!rows[0]) return { conversation: (await earlierResult(tx, intent))!, answer: null }
    const conversation = rows[0].result
    await countOne(tx, viewer.id)
    if (conversationId === null)
      await tx.query(insertConversation({ id: conversation, userId: viewer.id, name: conversationName(text) }))
    else if (!(await tx.query(touchConversation({ id: conversation, userId: viewer.id }))).rowCount)
      throw conversationNotFound()
    const question = await idOf(tx, insertQuestion({ conversationId: conversation, content: text }))
    const taken = await claimUploads(tx, viewer.id, files)
    if (taken.length > 0)
      await tx.query(insertFiles({ messageId: question, promptId: null, files: JSON.stringify(taken) }))
    const answer = await idOf(
      tx,
      insertAnswer({ id: null, conversationId: conversation, questionId: question, modelId, sources }),
    )
    tx.announce(conversationChanged(viewer.id, conversation))
    return { conversation, answer }
  })
  if (made.answer !== null) writers.begin(viewer, { conversationId: made.conversation, answerId: made.answer, sources })
  return made.conversation
}

async function idOf(tx: Transaction, query: Query): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(query)
  return rows[0]!.id
}

async function countOne(tx: Transaction, userId: number): Promise<void> {
  const { rowCount } = await tx.query(countQuestion({ userId }))
  if (!rowCount) throw problem('assistant.no_questions_left', { message: NO_QUESTIONS_LEFT, field: 'message' })
}

async function prepareQuestion(pool: pg.Pool, { viewer, args }: Call<SendArgs>) {
  await requireAssistant(pool, viewer)
  if (args.user !== viewer.id)
    throw forbidden(
      problem('assistant.other_user', { message: 'You can ask only as yourself. Reload the page.', field: 'user' }),
    )
  const text = args.message.trim()
  const { length } = [...text]
  if (length === 0) throw problem('assistant.question_missing', { message: QUESTION_REQUIRED, field: 'message' })
  if (length > QUESTION_LENGTH)
    throw problem('assistant.question_too_long', { message: questionTooLong(length), field: 'message' })
  const files = filesAsked(args.attachments)
  const sources = await requireSources(pool, viewer, args.sources)
  const modelId = await requireModel(pool, viewer, args.model)
  return { conversationId: args.conversation_id ?? null, text, files, modelId, sources }
}

interface RegenerateArgs {
  message: number
  model?: number | null
  sources?: string[] | null
  idempotency_key: string
}

/** Answers the question again; counts like a question. Resolves to the id of the new answer. */
async function regenerateMessage({ pool, bus, writers }: Tools, call: Call<RegenerateArgs>): Promise<number> {
  const { idempotency_key: key, ...asked } = call.args
  const { viewer, args } = call
  const intent: IdempotentRequest = { userId: viewer.id, key, operation: 'regenerateMessage', asked }
  const claimed = claimValues(intent)
  const begun = await orEarlierResult(pool, intent, async () => {
    await requireAssistant(pool, viewer)
    const answer = await requireAnswer(pool, viewer, args.message)
    const sources = await requireSources(pool, viewer, args.sources)
    return { answer, sources, modelId: await requireModel(pool, viewer, args.model) }
  })
  if (typeof begun === 'number') return begun
  const { answer, sources, modelId } = begun
  const made = await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ result: number }>(claimAnswer(claimed))
    if (!rows[0]) return { id: (await earlierResult(tx, intent))!, isNew: false }
    const id = rows[0].result
    await countOne(tx, viewer.id)
    const { conversation_id: conversationId, question_id: questionId } = answer
    if (!(await tx.query(touchConversation({ id: conversationId, userId: viewer.id }))).rowCount)
      throw conversationNotFound()
    await tx.query(insertAnswer({ id, conversationId, questionId, modelId, sources }))
    if (!(await tx.query(replaceAnswer({ id: answer.id, replacedById: id }))).rowCount)
      throw problem('assistant.not_replaced', {
        message:
          'This answer is being written, or was written again. Wait until it ends, then answer the latest again.',
        field: 'message',
      })
    tx.announce(conversationChanged(viewer.id, conversationId))
    return { id, isNew: true }
  })
  if (made.isNew) writers.begin(viewer, { conversationId: answer.conversation_id, answerId: made.id, sources })
  return made.id
}

/** What is already written stays. An answer that has ended stays as it is. */
async function stopAIMessage(
  { pool, bus, writers }: Tools,
  { viewer, args }: Call<{ message: number }>,
): Promise<number> {
  const answer = await requireAnswer(pool, viewer, args.message)
  writers.stop(answer.id)
  await transaction(pool, bus, async (tx) => {
    const { rowCount } = await tx.query(endAnswer({ id: answer.id, state: 'stopped' }))
    if (rowCount) tx.announce(written(viewer.id, answer.conversation_id, answer.id))
  })
  return answer.id
}

async function deleteConversation(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ conversation_id: number }>,
): Promise<number> {
  await requireAssistant(pool, viewer)
  return transaction(pool, bus, async (tx) => {
    const { rowCount } = await tx.query(deleteConversationOf({ id: args.conversation_id, userId: viewer.id }))
    if (!rowCount) throw conversationNotFound()
    tx.announce(conversationChanged(viewer.id, args.conversation_id))
    return args.conversation_id
  })
}

async function renameConversation(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ conversation_id: number; name: string }>,
): Promise<number> {
  await requireAssistant(pool, viewer)
  const name = args.name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  const { length } = [...name]
  if (length === 0) throw problem('assistant.name_missing', { message: CONVERSATION_NAME_REQUIRED, field: 'name' })
  if (length > CONVERSATION_NAME_LENGTH)
    throw problem('assistant.name_too_long', { message: nameTooLong(length), field: 'name' })
  return transaction(pool, bus, async (tx) => {
    const { rowCount } = await tx.query(renameConversationTo({ id: args.conversation_id, userId: viewer.id, name }))
    if (!rowCount) throw conversationNotFound()
    tx.announce(conversationChanged(viewer.id, args.conversation_id))
    return args.conversation_id
  })
}
