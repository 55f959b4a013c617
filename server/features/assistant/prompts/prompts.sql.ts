/** SQL for members' own prompts. */
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { PROMPTS_LIMIT } from '#shared/assistant.ts'

export const claimPrompt = statement('claim-prompt', CLAIM, (p) => claim(p, 'prompt_templates_id_seq'))

/** No row if the member has as many as they may. Their row is locked, so that two devices cannot exceed it together. */
export const insertPrompt = statement(
  'insert-prompt',
  { id: 'bigint', userId: 'bigint', name: 'text', content: 'text' },
  (p) => sql`
    with own as (select u.id from users u where u.id = ${p.userId} for no key update)
    insert into prompt_templates (id, prompt_type, user_id, name, content) overriding system value
    select ${p.id}, 'user', own.id, ${p.name}, ${p.content} from own
    where (select count(*) from prompt_templates t where t.user_id = own.id and t.deleted is null) < ${PROMPTS_LIMIT}
    returning id`,
)

/** Null leaves a field as it is. */
export const updatePrompt = statement(
  'update-prompt',
  { id: 'bigint', userId: 'bigint', name: 'text', content: 'text' },
  (p) => sql`
    update prompt_templates set name = coalesce(${p.name}, name), content = coalesce(${p.content}, content)
    where id = ${p.id} and user_id = ${p.userId} and deleted is null returning id`,
)

export const deletePrompt = statement(
  'delete-prompt',
  { id: 'bigint', userId: 'bigint' },
  (p) => sql`
    update prompt_templates set deleted = coalesce(deleted, now()) where id = ${p.id} and user_id = ${p.userId} returning id`,
)

export const deletePromptFiles = statement(
  'delete-prompt-files',
  { promptId: 'bigint' },
  (p) => sql`delete from ai_attachments where prompt_template_id = ${p.promptId} returning storage_key, preview_key`,
)
