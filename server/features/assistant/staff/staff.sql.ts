/** SQL for the prompts of the library, the sources and the models, as staff keep them. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

export interface LibraryPrompt {
  id: number
  name: string
  content: string
  description: string | null
  category: string | null
  order: number
}

/** One change at a time, so that two prompts cannot get the same name. Rows cannot be locked before they exist. */
export const lockLibrary = statement(
  'lock-prompt-library',
  {},
  () => sql`select pg_advisory_xact_lock(hashtext('assistant:library'))`,
)

export const selectLibrary = statement(
  'select-prompt-library',
  {},
  () => sql`
    select id, name, content, description, category, "order" from prompt_templates
    where prompt_type = 'library' and deleted is null`,
)

const FIELDS = { name: 'text', content: 'text', description: 'text', category: 'text', order: 'integer' } as const

export const insertLibraryPrompt = statement(
  'insert-library-prompt',
  FIELDS,
  (p) => sql`
    insert into prompt_templates (prompt_type, name, content, description, category, "order")
    values ('library', ${p.name}, ${p.content}, ${p.description}, ${p.category}, ${p.order}) returning id`,
)

export const updateLibraryPrompt = statement(
  'update-library-prompt',
  { id: 'bigint', ...FIELDS },
  (p) => sql`
    update prompt_templates set name = ${p.name}, content = ${p.content}, description = ${p.description},
      category = ${p.category}, "order" = ${p.order}
    where id = ${p.id} and prompt_type = 'library' and deleted is null`,
)

export const removePromptFromLibrary = statement(
  'remove-library-prompt',
  { id: 'bigint' },
  (p) => sql`
    update prompt_templates set deleted = now() where id = ${p.id} and prompt_type = 'library' and deleted is null
    returning name, content, description, category, "order"`,
)

export interface SourceRow {
  id: number
  key: string
  name: string
  enabled: boolean
  default_selected: boolean
}

/** All, locked, so that two changes together cannot switch off the last one. */
export const lockSources = statement(
  'lock-ai-sources',
  {},
  () => sql`select id, key, name, enabled, default_selected from ai_sources order by id for update`,
)

export const updateSource = statement(
  'update-ai-source',
  { id: 'bigint', enabled: 'boolean', defaultSelected: 'boolean' },
  (p) => sql`update ai_sources set enabled = ${p.enabled}, default_selected = ${p.defaultSelected} where id = ${p.id}`,
)

export interface ModelRow {
  id: number
  name: string
  is_enabled: boolean
  is_offered: boolean
}

export const lockModels = statement(
  'lock-ai-models',
  {},
  () => sql`select id, name, enabled_at is not null as is_enabled, is_offered from ai_models order by id for update`,
)

export const switchModel = statement(
  'switch-ai-model',
  { id: 'bigint', enabled: 'boolean' },
  (p) => sql`
    update ai_models set enabled_at = case when ${p.enabled} then now() end, switched_off_at = case when not ${p.enabled} then now() end
    where id = ${p.id}`,
)
