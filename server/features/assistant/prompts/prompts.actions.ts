import type pg from 'pg'
import {
  claimValues,
  earlierResult,
  orEarlierResult,
  type IdempotentRequest,
} from '#server/platform/database/idempotency.ts'
import { transaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { claimUploads } from '#server/platform/uploads/claim-uploads.ts'
import {
  nameTooLong,
  PROMPT_LENGTH,
  PROMPT_NAME_LENGTH,
  PROMPT_NAME_REQUIRED,
  PROMPT_REQUIRED,
  PROMPTS_LIMIT,
  promptTooLong,
} from '#shared/assistant.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { insertFiles } from '../conversations/conversations.sql.ts'
import { filesAsked, requireAssistant } from '../conversations/own.ts'
import { claimPrompt, deletePrompt, deletePromptFiles, insertPrompt, updatePrompt } from './prompts.sql.ts'

export const promptActions = (pool: pg.Pool, bus: Bus): Actions => ({
  createUserPromptTemplate: (call: Call<never>) => createUserPromptTemplate(pool, bus, call),
  renameUserPromptTemplate: (call: Call<never>) => renameUserPromptTemplate(pool, call),
  updateUserPromptTemplate: (call: Call<never>) => updateUserPromptTemplate(pool, bus, call),
  deleteUserPromptTemplate: (call: Call<never>) => deleteUserPromptTemplate(pool, call),
})

export function nameOf(name: string): string {
  const text = name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  const { length } = [...text]
  if (length === 0) throw problem('assistant.name_missing', { message: PROMPT_NAME_REQUIRED, field: 'name' })
  if (length > PROMPT_NAME_LENGTH)
    throw problem('assistant.name_too_long', { message: nameTooLong(length), field: 'name' })
  return text
}

export function contentOf(content: string): string {
  const text = content.trim()
  const { length } = [...text]
  if (length === 0) throw problem('assistant.prompt_missing', { message: PROMPT_REQUIRED, field: 'content' })
  if (length > PROMPT_LENGTH)
    throw problem('assistant.prompt_too_long', { message: promptTooLong(length), field: 'content' })
  return text
}

const promptNotFound = () =>
  problem('assistant.prompt_not_found', { message: 'This prompt isn’t available.', field: 'id' })

async function addFiles(tx: Transaction, userId: number, promptId: number, files: readonly UploadedFile[]) {
  const taken = await claimUploads(tx, userId, files)
  if (taken.length > 0) await tx.query(insertFiles({ messageId: null, promptId, files: JSON.stringify(taken) }))
}

interface CreateArgs {
  name: string
  content: string
  attachments?: UploadedFile[] | null
  idempotency_key: string
}

async function createUserPromptTemplate(pool: pg.Pool, bus: Bus, { viewer, args }: Call<CreateArgs>): Promise<number> {
  const { idempotency_key: key, ...asked } = args
  const intent: IdempotentRequest = { userId: viewer.id, key, operation: 'createUserPromptTemplate', asked }
  const claimed = claimValues(intent)
  const prompt = await orEarlierResult(pool, intent, async () => {
    await requireAssistant(pool, viewer)
    return { name: nameOf(args.name), content: contentOf(args.content), files: filesAsked(args.attachments) }
  })
  if (typeof prompt === 'number') return prompt
  return transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<{ result: number }>(claimPrompt(claimed))
    if (!rows[0]) return (await earlierResult(tx, intent))!
    const id = rows[0].result
    const { name, content, files } = prompt
    const made = await tx.query(insertPrompt({ id, userId: viewer.id, name, content }))
    if (!made.rowCount)
      throw problem('assistant.too_many_prompts', {
        message: `You have ${PROMPTS_LIMIT} prompts. Delete one first. Your text is saved.`,
        field: 'name',
      })
    await addFiles(tx, viewer.id, id, files)
    return id
  })
}

async function renameUserPromptTemplate(
  pool: pg.Pool,
  { viewer, args }: Call<{ id: number; name: string }>,
): Promise<number> {
  await requireAssistant(pool, viewer)
  const name = nameOf(args.name)
  const { rowCount } = await pool.query(updatePrompt({ id: args.id, userId: viewer.id, name, content: null }))
  if (!rowCount) throw promptNotFound()
  return args.id
}

interface UpdateArgs {
  id: number
  name?: string | null
  content?: string | null
  attachments?: UploadedFile[] | null
}

/** Attachments that are given replace all former ones. */
async function updateUserPromptTemplate(pool: pg.Pool, bus: Bus, { viewer, args }: Call<UpdateArgs>): Promise<number> {
  await requireAssistant(pool, viewer)
  const name = args.name === null || args.name === undefined ? null : nameOf(args.name)
  const content = args.content === null || args.content === undefined ? null : contentOf(args.content)
  const files = args.attachments ? filesAsked(args.attachments) : null
  return transaction(pool, bus, async (tx) => {
    const { rowCount } = await tx.query(updatePrompt({ id: args.id, userId: viewer.id, name, content }))
    if (!rowCount) throw promptNotFound()
    if (files) {
      const { rows } = await tx.query<{ storage_key: string; preview_key: string | null }>(
        deletePromptFiles({ promptId: args.id }),
      )
      const keys = rows.flatMap(({ storage_key, preview_key }) =>
        preview_key ? [storage_key, preview_key] : [storage_key],
      )
      if (keys.length > 0) await tx.enqueue('uploads:remove', { keys })
      await addFiles(tx, viewer.id, args.id, files)
    }
    return args.id
  })
}

async function deleteUserPromptTemplate(pool: pg.Pool, { viewer, args }: Call<{ id: number }>): Promise<number> {
  await requireAssistant(pool, viewer)
  const { rowCount } = await pool.query(deletePrompt({ id: args.id, userId: viewer.id }))
  if (!rowCount) throw promptNotFound()
  return args.id
}
