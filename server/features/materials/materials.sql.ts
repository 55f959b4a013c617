import { statement } from '#server/platform/database/statement.ts'
import { sql, trustedSql } from '#server/platform/graph/sql.ts'
import { COMPLETED_SHARE, END_SHARE } from '#shared/materials.ts'

const END = trustedSql(String(END_SHARE))
const COMPLETED = trustedSql(String(COMPLETED_SHARE))

/** SQL for files and videos of the library. */
export const insertFile = statement(
  'insert-material-file',
  { name: 'text', fileType: 'text', size: 'bigint', storageKey: 'text', previewKey: 'text' },
  (p) => sql`insert into material_files (name, file_type, size, storage_key, preview_key)
    values (${p.name}, ${p.fileType}, ${p.size}, ${p.storageKey}, ${p.previewKey}) returning id`,
)

export const insertVideo = statement(
  'insert-material-video',
  {
    name: 'text',
    fileType: 'text',
    size: 'bigint',
    storageKey: 'text',
    posterKey: 'text',
    duration: 'integer',
    addedBy: 'bigint',
    cues: 'jsonb',
    chapters: 'jsonb',
  },
  (p) => sql`
    with made as (
      insert into material_videos (name, file_type, size, storage_key, poster_key, duration, added_by)
      values (${p.name}, ${p.fileType}, ${p.size}, ${p.storageKey}, ${p.posterKey}, ${p.duration}, ${p.addedBy}) returning id),
    cued as (
      insert into material_cues (video_id, place, starts_at_ms, ends_at_ms, speaker, content)
      select m.id, c.place, c.starts_at_ms, c.ends_at_ms, c.speaker, c.content from made m, jsonb_to_recordset(${p.cues})
        as c(place integer, starts_at_ms integer, ends_at_ms integer, speaker text, content text)),
    divided as (
      insert into material_chapters (video_id, starts_at_ms, title)
      select m.id, c.starts_at_ms, c.title from made m, jsonb_to_recordset(${p.chapters}) as c(starts_at_ms integer, title text))
    select id from made`,
)

export const insertDownload = statement(
  'insert-material-download',
  { userId: 'bigint', kind: 'text', itemId: 'bigint', fileId: 'bigint', token: 'text' },
  (p) => sql`insert into material_downloads (user_id, kind, item_id, file_id, token)
    values (${p.userId}, ${p.kind}, ${p.itemId}, ${p.fileId}, ${p.token}) returning id`,
)

/** The file that the link was made for, while it is valid. Only the member who asked can use it. */
export const openDownload = statement(
  'open-material-download',
  { userId: 'bigint', kind: 'text', itemId: 'bigint', token: 'text', minutes: 'integer' },
  (p) => sql`update material_downloads d set opened_at = coalesce(d.opened_at, now())
    where d.token = ${p.token} and d.user_id = ${p.userId} and d.kind = ${p.kind} and d.item_id = ${p.itemId}
      and d.requested_at > now() - make_interval(mins => ${p.minutes})
    returning d.file_id`,
)

/** The next file whose text is not known. Counts the attempt first, so that a file cannot stop the job forever. */
export const takeUnreadFile = statement(
  'take-unread-material',
  {},
  () => sql`update material_files f set attempts = f.attempts + 1
    where f.id = (select u.id from material_files u where u.outcome is null order by u.id limit 1 for update skip locked)
    returning f.id, f.file_type, f.storage_key, f.preview_key, f.attempts`,
)

/** Stores what was read; does nothing for a file that another server finished in the meantime. */
export const keepReadFile = statement(
  'keep-read-material',
  { id: 'bigint', outcome: 'text', pages: 'jsonb', numOfPages: 'integer', previewKey: 'text' },
  (p) => sql`
    with read as (
      update material_files f set outcome = ${p.outcome}, num_of_pages = ${p.numOfPages}, preview_key = coalesce(${p.previewKey}, f.preview_key)
      where f.id = ${p.id} and f.outcome is null returning f.id)
    insert into material_pages (file_id, number, label, content)
    select r.id, (x->>'number')::integer, x->>'label', x->>'text' from read r, jsonb_array_elements(${p.pages}) x`,
)

/** Files and videos that nothing refers to any longer are deleted by the feature that owned them. */
export const deleteFile = statement(
  'delete-material-file',
  { id: 'bigint' },
  (p) => sql`delete from material_files f where f.id = ${p.id} returning f.storage_key, f.preview_key`,
)

/**
 * The row's lock makes two tabs wait for each other, and both use the same time: `counted_until` moves on by the seconds
 * that are added and never passes now. The first call adds nothing: nothing is known about when it began.
 */
export const saveWatching = statement(
  'save-watching',
  { userId: 'bigint', videoId: 'bigint', position: 'integer', from: 'integer', to: 'integer', most: 'integer' },
  (p) => sql`
    insert into watch_progress as w (user_id, video_id, position, counted_until)
    select ${p.userId}, v.id, least(${p.position}, v.duration), clock_timestamp() from material_videos v where v.id = ${p.videoId}
    on conflict (user_id, video_id) do update set (position, watched, counted_until, completed_at, updated_at) = (
      select least(${p.position}, v.duration), n.watched, f.counted_until + make_interval(secs => s.ends - s.begins),
        case when w.completed_at is not null then w.completed_at
          when least(${p.position}, v.duration) >= v.duration * ${END}
            and (select coalesce(sum(upper(r) - lower(r)), 0) from unnest(n.watched) r) >= v.duration * ${COMPLETED}
            then now() end,
        now()
      from material_videos v
      cross join lateral (
        select greatest(w.counted_until, clock_timestamp() - make_interval(secs => ${p.most})) as counted_until) f
      cross join lateral (
        select least(${p.from}, v.duration) as begins, greatest(least(${p.from}, v.duration), least(${p.to}, v.duration,
          ${p.from} + floor(extract(epoch from clock_timestamp() - f.counted_until))::integer)) as ends) s
      cross join lateral (select w.watched + int4multirange(int4range(s.begins, s.ends)) as watched) n
      where v.id = w.video_id)`,
)
