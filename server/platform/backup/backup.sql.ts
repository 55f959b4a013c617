/** SQL of backups. */
import { statement, unprepared } from '#server/platform/database/statement.ts'
import { identifier, sql } from '#server/platform/graph/sql.ts'

export const insertBackup = statement(
  'insert-backup',
  { kind: 'text' },
  (p) => sql`insert into backups (kind) values (${p.kind})
    returning id, started_at, (select max(name) from migrations) as migration`,
)
export const finishBackup = statement(
  'finish-backup',
  { id: 'bigint', bytes: 'bigint', files: 'integer' },
  (p) => sql`update backups set finished_at = now(), bytes = ${p.bytes}, num_of_files = ${p.files}
    where id = ${p.id} returning finished_at`,
)
export const recordProof = statement(
  'record-proof-of-backup',
  { id: 'bigint', differences: 'integer' },
  (
    p,
  ) => sql`update backups set proven_at = case when ${p.differences} = 0 then now() end, num_of_differences = ${p.differences}
    where id = ${p.id}`,
)
export const selectProvenAge = statement(
  'select-age-of-proven-restore',
  {},
  () => sql`select extract(epoch from now() - max(proven_at))::double precision as age from backups
    where proven_at is not null`,
)

export const startCopy = statement(
  'start-copy-of-cluster',
  { label: 'text' },
  (p) => sql`select pg_backup_start(${p.label}, true)::text as lsn`,
)
export const createRestorePoint = statement(
  'create-restore-point',
  { name: 'text' },
  (p) => sql`select pg_create_restore_point(${p.name})`,
)

export const markLog = statement(
  'mark-log',
  {},
  () => sql`update backup_log set marked_at = clock_timestamp() returning marked_at`,
)
export const recordStoredLog = statement(
  'record-stored-log',
  { through: 'timestamptz' },
  (p) => sql`update backup_log set stored_through = ${p.through}`,
)
export const advanceSlot = statement(
  'advance-slot-of-backup',
  { slot: 'text', lsn: 'text' },
  (p) => sql`select pg_replication_slot_advance(slot_name, ${p.lsn}::pg_lsn) from pg_replication_slots
    where slot_name = ${p.slot} and not active and restart_lsn < ${p.lsn}::pg_lsn`,
)
export const tryLock = statement(
  'try-lock-of-backup',
  { lock: 'bigint' },
  (p) => sql`select pg_try_advisory_lock(${p.lock}) as mine`,
)

export const selectErased = statement(
  'select-erased-members',
  {},
  () => sql`select user_id, to_char(max(done_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as erased_at
    from deletion_requests where done_at is not null group by user_id`,
)
/** Only accounts that are older than their erasure: after a restore to an earlier moment, numbers are given again. */
export const requestErasures = statement(
  'request-erasures-again',
  { erased: 'json' },
  (p) => sql`insert into deletion_requests (user_id, due_at)
    select u.id, now() from users u
    join json_to_recordset(${p.erased}) as e (user_id bigint, erased_at timestamptz) on e.user_id = u.id
    where u.date_joined < e.erased_at
      and not exists (select from deletion_requests d where d.user_id = u.id and d.done_at is not null)
    group by u.id
    on conflict (user_id) where taken_back_at is null and done_at is null do update set due_at = now()`,
)

export const selectComparedTables = statement(
  'select-tables-of-backup',
  { leftOut: 'text[]' },
  (
    p,
  ) => sql`select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'created_at')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id') as dated
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relpersistence = 'p' and c.relname <> all (${p.leftOut}) order by 1`,
)
export const selectRecent = (table: string, until: Date, limit: number) =>
  unprepared(
    { until: 'timestamptz' },
    (p) => sql`select t.id::text as id, row_to_json(t)::text as row from ${identifier(table)} t
      where created_at > ${p['until']!} - interval '1 minute' and created_at <= ${p['until']!}
      order by created_at desc, id limit ${limit}`,
    { until },
  )
export const selectNextThreads = statement(
  'select-next-threads-of-backup',
  { after: 'bigint', limit: 'integer' },
  (p) => sql`select id from threads where id > ${p.after} order by id limit ${p.limit}`,
)
export const selectDrifted = statement(
  'select-drifted-threads-of-backup',
  { ids: 'bigint[]' },
  (p) => sql`select drifted_threads(${p.ids}) as id`,
)
