/** What every action of the assistant asks first, and what its refusals have in common. */
import type pg from 'pg'
import { requireFeature } from '#server/features/networks/index.ts'
import { selectRows } from '#server/platform/database/select.ts'
import { Parameter, sql, type Viewer } from '#server/platform/graph/sql.ts'
import { problem } from '#server/platform/problems.ts'
import { requestedFiles } from '#server/platform/uploads/claim-uploads.ts'
import { FILES_PER_QUESTION, isAISourceKey, tooManyQuestionFiles, type AISourceKey } from '#shared/assistant.ts'
import type { UploadedFile } from '#shared/uploads.ts'
import { ownAssistant } from '../assistant.access.ts'
import { selectOwnAnswer, type OwnAnswer } from './conversations.sql.ts'

export const requireAssistant = (pool: pg.Pool, viewer: Viewer) => requireFeature(pool, viewer, 'ai_assistant')

/** The files of a question or a prompt, unless they are too many. */
export function filesAsked(attachments: readonly UploadedFile[] | null | undefined): UploadedFile[] {
  const files = requestedFiles(attachments)
  if (files.length > FILES_PER_QUESTION)
    throw problem('assistant.too_many_files', { message: tooManyQuestionFiles(), field: 'attachments' })
  return files
}

export const conversationNotFound = () =>
  problem('assistant.conversation_not_found', {
    message: 'This conversation isn’t available. Your text is saved; start a new question.',
    field: 'conversation_id',
  })
export const answerNotFound = () =>
  problem('assistant.answer_not_found', { message: 'This answer isn’t available.', field: 'message' })

export async function requireAnswer(pool: pg.Pool, viewer: Viewer, id: number): Promise<OwnAnswer> {
  const { rows } = await pool.query<OwnAnswer>(selectOwnAnswer({ id, userId: viewer.id }))
  if (!rows[0]) throw answerNotFound()
  return rows[0]
}

/** The chosen sources, or those that are selected from the start. */
export async function requireSources(
  pool: pg.Pool,
  viewer: Viewer,
  asked: readonly string[] | null | undefined,
): Promise<AISourceKey[]> {
  const enabled = await selectRows<{ key: string; default_selected: boolean }>(
    pool,
    sql`select s.key, s.default_selected from ${ownAssistant.ai_sources} s order by s.place`,
    viewer,
  )
  const chosen = asked?.length
    ? enabled.filter(({ key }) => asked.includes(key))
    : enabled.filter((each) => each.default_selected)
  if (asked && chosen.length < new Set(asked).size)
    throw problem('assistant.source_not_found', {
      message: 'One of the sources can’t be chosen anymore. Choose again. Your text is saved.',
      field: 'sources',
    })
  return chosen.map(({ key }) => key).filter(isAISourceKey)
}

/** The chosen model, or the first that can be chosen. */
export async function requireModel(pool: pg.Pool, viewer: Viewer, id: number | null | undefined): Promise<number> {
  const models = await selectRows<{ id: number }>(
    pool,
    sql`select m.id from ${ownAssistant.ai_models} m
      where m.enabled_at <= now() and m.id = coalesce(${new Parameter('model', 'bigint', () => id ?? null)}, m.id) order by m.place`,
    viewer,
  )
  if (!models[0])
    throw problem('assistant.model_not_found', {
      message: 'This model can’t be chosen anymore. Choose another one. Your text is saved.',
      field: 'model',
    })
  return models[0].id
}
