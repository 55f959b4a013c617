import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { DRAFTS } from '#shared/discussions.ts'

export const upsertDraft = statement(
  'upsert-draft',
  { userId: 'bigint', key: 'text', content: 'jsonb', updatedAt: 'timestamptz' },
  (p) => sql`insert into drafts (user_id, key, content) values (${p.userId}, ${p.key}, ${p.content})
    on conflict (user_id, key) do update set content = excluded.content, updated_at = clock_timestamp()
      where drafts.updated_at = ${p.updatedAt}
        or drafts.content->'device' is not distinct from excluded.content->'device'
    returning id`,
)

/** Deletes the oldest drafts above the limit per member. */
export const dropOldest = statement(
  'drop-oldest-drafts',
  { userId: 'bigint' },
  (p) => sql`delete from drafts where id in (
    select id from drafts where user_id = ${p.userId} order by updated_at desc, id desc offset ${DRAFTS})`,
)

export const deleteDraft = statement(
  'delete-draft',
  { userId: 'bigint', key: 'text', updatedAt: 'text', device: 'text' },
  (p) => sql`delete from drafts where user_id = ${p.userId} and key = ${p.key}
    and (coalesce(${p.updatedAt}, ${p.device}) is null or updated_at = ${p.updatedAt}::timestamptz or content->>'device' = ${p.device})`,
)
