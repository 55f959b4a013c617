/** The queue and the installation, for staff. What a job works on is not read: it may name members. */
import { checkedRelations, may, sql } from '#server/platform/graph/sql.ts'

/** An error may quote a value or contain an address; what remains says what went wrong. */
const withoutPersons = sql`
  nullif(left(regexp_replace(regexp_replace(split_part(j.last_error, E'\\n', 1), '[^\\s@<>"]+@[^\\s@<>"]+', '[address]', 'g'),
    '"[^"]*"|''[^'']*''|\\([^)]*\\)', '…', 'g'), 200), '')`

export const jobDesk = checkedRelations({
  staff_jobs: sql`
    select j.id, j.task_identifier as task, j.attempts, j.max_attempts, j.run_at, j.created_at,
      ${withoutPersons} as last_error,
      case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed'
        when j.attempts > 0 then 'retrying' else 'queued' end as state
    from graphile_worker.jobs j where ${may('system')}`,
  system_state: sql`
    select m.name as last_migration, m.applied_at as last_migration_at,
      pg_database_size(current_database())::double precision as database_bytes,
      (select coalesce(sum(f.size), 0)::double precision from (
        select size from message_attachments union all select size from inbox_attachments union all select size from ai_attachments
        union all select size from material_files union all select size from material_videos
        union all select size from uploads where used_at is null) f) as files_bytes,
      (select count(*)::integer from search_changes) as num_of_search_changes,
      (select min(changed_at) from search_changes) as search_waiting_since,
      coalesce((select documents from search_collection), 0) as num_of_search_documents,
      (select max(b.proven_at) from backups b where b.proven_at is not null) as last_proven_restore_at,
      (select max(b.finished_at) from backups b) as last_backup_at,
      (select l.stored_through from backup_log l) as log_stored_through
    from migrations m where ${may('system')} order by m.name desc limit 1`,
})
