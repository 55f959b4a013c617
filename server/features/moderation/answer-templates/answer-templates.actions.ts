/** Moderators keep reasons that they give often. A decision stores the text, so a changed template changes no decision. */
import type pg from 'pg'
import { recordStaffAction, requirePermission } from '#server/platform/audit/staff-actions.ts'
import { transaction } from '#server/platform/database/transaction.ts'
import type { Call } from '#server/platform/http/graphql.ts'
import { problem } from '#server/platform/problems.ts'
import type { Bus } from '#server/platform/signals/bus.ts'
import { ANSWER_TEMPLATES, reasonProblem, TEMPLATE_NAME_LENGTH } from '#shared/moderation.ts'
import {
  deleteTemplate,
  insertTemplate,
  lockTemplates,
  selectRivals,
  selectTemplate,
  updateTemplate,
} from './answer-templates.sql.ts'

interface Template {
  name: string
  text: string
}

const refuse = (field: 'name' | 'text', message: string) => problem('moderation.template', { message, field })

function checked({ name, text }: Template): Template {
  const template = { name: name.trim(), text: text.trim() }
  if (template.name === '') throw refuse('name', 'Enter a name.')
  if ([...template.name].length > TEMPLATE_NAME_LENGTH)
    throw refuse('name', `The name is too long. The limit is ${TEMPLATE_NAME_LENGTH} characters.`)
  const found = reasonProblem(template.text)
  if (found !== null) throw refuse('text', found)
  return template
}

export async function saveAnswerTemplate(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<Template & { id?: number | null }>,
): Promise<number> {
  requirePermission(viewer, 'moderation', 'somewhere')
  const template = checked(args)
  const id = args.id ?? null
  await transaction(pool, bus, async (tx) => {
    await tx.query(lockTemplates())
    const before = id === null ? undefined : (await tx.query<Template>(selectTemplate({ id }))).rows[0]
    if (id !== null && !before)
      throw problem('moderation.template_gone', { message: 'Someone else removed this template. Reload the page.' })
    const { rows } = await tx.query<{ num_of_templates: number; is_taken: boolean }>(
      selectRivals({ id, name: template.name }),
    )
    if (rows[0]!.is_taken) throw refuse('name', 'There is a template with this name. Choose another name.')
    if (id === null && rows[0]!.num_of_templates >= ANSWER_TEMPLATES)
      throw refuse('name', `There are ${ANSWER_TEMPLATES} templates, which is the limit. Remove one first.`)
    const { name: label, text } = template
    await tx.query(id === null ? insertTemplate({ label, text }) : updateTemplate({ id, label, text }))
    await recordStaffAction(tx, viewer.id, {
      act: id === null ? 'answer_template.added' : 'answer_template.changed',
      itemId: id,
      itemName: template.name,
      ...(before && { before }),
      after: template,
    })
  })
  return viewer.id
}

export async function removeAnswerTemplate(
  pool: pg.Pool,
  bus: Bus,
  { viewer, args }: Call<{ id: number }>,
): Promise<number> {
  requirePermission(viewer, 'moderation', 'somewhere')
  await transaction(pool, bus, async (tx) => {
    const { rows } = await tx.query<Template>(deleteTemplate({ id: args.id }))
    // Already removed: idempotent.
    if (!rows[0]) return
    const [before] = rows
    await recordStaffAction(tx, viewer.id, {
      act: 'answer_template.removed',
      itemId: args.id,
      itemName: before.name,
      before,
    })
  })
  return viewer.id
}
