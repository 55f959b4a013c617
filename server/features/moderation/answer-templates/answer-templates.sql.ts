import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** One at a time, so that neither a name nor the number of templates can be exceeded by two at once. */
export const lockTemplates = statement(
  'lock-answer-templates',
  {},
  () => sql`lock table answer_templates in share row exclusive mode`,
)
export const selectTemplate = statement(
  'select-answer-template',
  { id: 'bigint' },
  (p) => sql`select name, text from answer_templates where id = ${p.id}`,
)
export const selectRivals = statement(
  'select-rivals-of-answer-template',
  { id: 'bigint', name: 'text' },
  (p) => sql`
    select count(*)::integer as num_of_templates,
      coalesce(bool_or(lower(name) = lower(${p.name}) and id is distinct from ${p.id}), false) as is_taken
    from answer_templates`,
)
export const insertTemplate = statement(
  'insert-answer-template',
  { label: 'text', text: 'text' },
  (p) => sql`insert into answer_templates (name, text) values (${p.label}, ${p.text})`,
)
export const updateTemplate = statement(
  'update-answer-template',
  { id: 'bigint', label: 'text', text: 'text' },
  (p) => sql`update answer_templates set name = ${p.label}, text = ${p.text}, updated_at = now() where id = ${p.id}`,
)
export const deleteTemplate = statement(
  'delete-answer-template',
  { id: 'bigint' },
  (p) => sql`delete from answer_templates where id = ${p.id} returning name, text`,
)
