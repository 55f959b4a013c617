import { DRAFTS } from '#shared/discussions.ts'

export const upsertDraft = {
  name: 'upsert-draft',
  text: `insert into drafts (user_id, key, content) values ($1, $2, $3::jsonb)
    on conflict (user_id, key) do update set content = excluded.content, updated_at = clock_timestamp()
      where drafts.updated_at = $4::timestamptz
        or drafts.content->'device' is not distinct from excluded.content->'device'
    returning id`,
}

/** Deletes the oldest drafts above the limit per member. */
export const dropOldest = {
  name: 'drop-oldest-drafts',
  text: `delete from drafts where id in (
    select id from drafts where user_id = $1 order by updated_at desc, id desc offset ${DRAFTS})`,
}

export const deleteDraft = {
  name: 'delete-draft',
  text: `delete from drafts where user_id = $1 and key = $2
    and (coalesce($3, $4) is null or updated_at = $3::text::timestamptz or content->>'device' = $4)`,
}
