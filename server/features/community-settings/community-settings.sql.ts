import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'

export const lockSetting = statement(
  'lock-community-setting',
  { key: 'text' },
  (p) => sql`select value from community_settings where key = ${p.key} for update`,
)
export const upsertSetting = statement(
  'upsert-community-setting',
  { key: 'text', value: 'jsonb', changedBy: 'bigint' },
  (p) => sql`insert into community_settings (key, value, changed_by) values (${p.key}, ${p.value}, ${p.changedBy})
    on conflict (key) do update set value = excluded.value, changed_at = now(), changed_by = excluded.changed_by`,
)
export const deleteSetting = statement(
  'delete-community-setting',
  { key: 'text' },
  (p) => sql`delete from community_settings where key = ${p.key}`,
)
