/** Staff keep the prompts of the library, the sources and the models. A change applies to the next question. */
import type pg from 'pg'
import { hiddenFromMembers, recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Actions, Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import {
  categoryTooLong,
  descriptionTooLong,
  isPrivateSource,
  LAST_MODEL,
  LAST_SOURCE,
  LIBRARY_FULL,
  LIBRARY_PROMPTS_LIMIT,
  MODEL_NOT_OFFERED,
  PRIVATE_NOT_SELECTED,
  PROMPT_CATEGORY_LENGTH,
  PROMPT_DESCRIPTION_LENGTH,
  PROMPT_NAME_TAKEN,
  PROMPT_ORDER_MOST,
  PROMPT_ORDER_WRONG,
} from '#shared/assistant.ts'
import { contentOf, nameOf } from '../prompts/prompts.actions.ts'
import {
  insertLibraryPrompt,
  lockLibrary,
  lockModels,
  lockSources,
  removePromptFromLibrary,
  selectLibrary,
  switchModel,
  updateLibraryPrompt,
  updateSource,
  type LibraryPrompt,
  type ModelRow,
  type SourceRow,
} from './staff.sql.ts'

export const staffActions = (pool: pg.Pool, bus: Bus): Actions => ({
  saveLibraryPrompt: (call: Call<never>) => saveLibraryPrompt(pool, bus, call),
  removeLibraryPrompt: (call: Call<never>) => removeLibraryPrompt(pool, bus, call),
  saveAISource: (call: Call<never>) => saveAISource(pool, bus, call),
  saveAIModel: (call: Call<never>) => saveAIModel(pool, bus, call),
})

interface PromptArgs {
  id?: number | null
  name: string
  content: string
  description?: string | null
  category?: string | null
  order?: number | null
}

/** One line, or null. */
const lineOf = (text: string | null | undefined) => text?.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || null

function promptOf({ name, content, ...more }: PromptArgs): Omit<LibraryPrompt, 'id'> {
  const [description, category, order] = [lineOf(more.description), lineOf(more.category), more.order ?? 0]
  const prompt = { name: nameOf(name), content: contentOf(content), description, category, order }
  const [described, categorized] = [[...(description ?? '')].length, [...(category ?? '')].length]
  if (described > PROMPT_DESCRIPTION_LENGTH)
    throw problem('assistant.description_too_long', { message: descriptionTooLong(described), field: 'description' })
  if (categorized > PROMPT_CATEGORY_LENGTH)
    throw problem('assistant.category_too_long', { message: categoryTooLong(categorized), field: 'category' })
  if (order < 0 || order > PROMPT_ORDER_MOST)
    throw problem('assistant.prompt_order', { message: PROMPT_ORDER_WRONG, field: 'order' })
  return prompt
}

async function saveLibraryPrompt(pool: pg.Pool, bus: Bus, { viewer, args }: Call<PromptArgs>): Promise<number> {
  requirePermission(viewer, 'content')
  const prompt = promptOf(args)
  await transaction(pool, bus, async (tx) => {
    await tx.query(lockLibrary())
    const { rows: library } = await tx.query<LibraryPrompt>(selectLibrary())
    const { id: givenId, ...before } = library.find(({ id }) => id === args.id) ?? { id: null }
    if (args.id && givenId === null) throw hiddenFromMembers('id')
    const isTaken = library.some(({ id, name }) => id !== givenId && name.toLowerCase() === prompt.name.toLowerCase())
    if (isTaken) throw problem('assistant.prompt_name_taken', { message: PROMPT_NAME_TAKEN, field: 'name' })
    if (givenId === null && library.length >= LIBRARY_PROMPTS_LIMIT)
      throw problem('assistant.library_full', { message: LIBRARY_FULL })
    const act = { act: 'library_prompt.saved', itemName: prompt.name, before, after: prompt } as const
    if (givenId !== null) {
      await tx.query(updateLibraryPrompt({ id: givenId, ...prompt }))
      return recordStaffAction(tx, viewer.id, { ...act, itemId: givenId })
    }
    const { rows } = await tx.query<{ id: number }>(insertLibraryPrompt(prompt))
    await recordStaffAction(tx, viewer.id, { ...act, itemId: rows[0]!.id })
  })
  return viewer.id
}

async function removeLibraryPrompt(pool: pg.Pool, bus: Bus, { viewer, args }: Call<{ id: number }>): Promise<number> {
  requirePermission(viewer, 'content')
  await transaction(pool, bus, async (tx) => {
    await tx.query(lockLibrary())
    const { rows } = await tx.query<Omit<LibraryPrompt, 'id'>>(removePromptFromLibrary({ id: args.id }))
    // Already removed: idempotent.
    if (!rows[0]) return
    const act = { act: 'library_prompt.removed', itemId: args.id, itemName: rows[0].name, before: rows[0] } as const
    await recordStaffAction(tx, viewer.id, act)
  })
  return viewer.id
}

interface SourceArgs {
  key: string
  enabled: boolean
  default_selected: boolean
}

async function saveAISource(pool: pg.Pool, bus: Bus, { viewer, args }: Call<SourceArgs>): Promise<number> {
  requirePermission(viewer, 'content')
  const { key, enabled, default_selected } = args
  if (isPrivateSource(key) && default_selected)
    throw problem('assistant.private_selected', { message: PRIVATE_NOT_SELECTED, field: 'default_selected' })
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<SourceRow>(lockSources())
    const source = rows.find((each) => each.key === key)
    if (!source) throw hiddenFromMembers('key')
    const after = { enabled, default_selected }
    const left = rows.map((each) => (each === source ? { ...each, ...after } : each))
    // Otherwise a question would be answered from nothing.
    if (!left.some((each) => each.enabled && each.default_selected))
      throw problem('assistant.last_source', {
        message: LAST_SOURCE,
        field: source.enabled && !enabled ? 'enabled' : 'default_selected',
      })
    await tx.query(updateSource({ id: source.id, enabled, defaultSelected: default_selected }))
    const before = { enabled: source.enabled, default_selected: source.default_selected }
    const act = { act: 'assistant_source.saved', itemId: source.id, itemName: source.name, before, after } as const
    await recordStaffAction(tx, viewer.id, act)
  })
  return viewer.id
}

async function saveAIModel(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args: { id, enabled } }: Call<{ id: number; enabled: boolean }>,
): Promise<number> {
  requirePermission(viewer, 'content')
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<ModelRow>(lockModels())
    const model = rows.find((each) => each.id === id)
    if (!model) throw hiddenFromMembers('id')
    if (enabled && !model.is_offered)
      throw problem('assistant.model_not_offered', { message: MODEL_NOT_OFFERED, field: 'enabled' })
    if (!enabled && !rows.some((each) => each !== model && each.is_enabled))
      throw problem('assistant.last_model', { message: LAST_MODEL, field: 'enabled' })
    // Already so: the time stays.
    if (model.is_enabled === enabled) return
    await tx.query(switchModel({ id, enabled }))
    const act = enabled ? 'assistant_model.switched_on' : 'assistant_model.switched_off'
    await recordStaffAction(tx, viewer.id, { act, itemId: id, itemName: model.name })
  })
  return viewer.id
}
