/** SQL of a move, for both databases. */
import { statement, unprepared } from '#server/platform/database/statement.ts'
import { identifier, join, render, sql, trustedSql, type Sql } from '#server/platform/graph/sql.ts'

/** Both databases must write a value as the same text, whatever their own settings are. */
export const prepareSession = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8';
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** A table, its columns without those that the database computes, and their order, which differs after upgrades. */
export interface Table {
  schema: string
  name: string
  columns: string[]
}

export interface Sequence {
  schema: string
  name: string
}

const SCHEMAS = sql`('public', 'graphile_worker')`
/** What each database says of its own schema. */
const NOT_COPIED = sql`('public.migrations', 'public.unfinished_move', 'graphile_worker.migrations')`

export const selectTables = statement(
  'select-tables-of-move',
  {},
  () => sql`
    select n.nspname::text as schema, c.relname::text as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by 1) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS} and c.relkind = 'r' and n.nspname || '.' || c.relname not in ${NOT_COPIED}
    order by 1, 2`,
)
export const selectSequences = statement(
  'select-sequences-of-move',
  {},
  () => sql`select schemaname::text as schema, sequencename::text as name from pg_sequences
    where schemaname in ${SCHEMAS} order by 1, 2`,
)
export const selectSize = statement(
  'select-size-of-move',
  {},
  () => sql`select sum(pg_total_relation_size(c.oid))::bigint as bytes from pg_class c
    where c.relkind = 'r' and c.relnamespace::regnamespace::text in ${SCHEMAS}`,
)
export const selectExtensions = statement(
  'select-extensions-of-move',
  {},
  () => sql`select array_agg(extname::text order by extname) as names from pg_extension where extname <> 'plpgsql'`,
)
/** What a database must be before anything is copied into it. */
export const selectTarget = statement(
  'select-target-of-move',
  { extensions: 'text[]' },
  (p) => sql`
    select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as is_replica,
      has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as may_create,
      exists (select from pg_class c where c.relname = 'unfinished_move' and c.relnamespace::regnamespace::text = 'public')
        as is_unfinished,
      (select count(*)::integer from pg_class c
        where c.relnamespace::regnamespace::text in ${SCHEMAS} and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
          and not exists (select from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')) as tables,
      array(select e.name from unnest(${p.extensions}) as e (name)
        where not exists (select from pg_available_extensions a where a.name = e.name)) as missing,
      array(select e.name from unnest(${p.extensions}) as e (name)
        where not exists (select from pg_extension i where i.extname = e.name)
          and not (select rolsuper from pg_roles where rolname = current_user)
          and exists (select from pg_available_extensions a where a.name = e.name)
          and not exists (select from pg_available_extension_versions v where v.name = e.name and v.trusted)) as refused`,
)
/** They are dropped while rows are copied, and checked for all rows at once when they are added again. */
export const selectForeignKeys = statement(
  'select-foreign-keys-of-move',
  {},
  () => sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text in ${SCHEMAS}
    order by 2`,
)

const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): Sql => sql`${identifier(schema)}.${identifier(name)}`
const columnsOf = ({ columns }: Table): Sql => join(columns.map(identifier), ', ')

export const copyOut = (table: Table): string =>
  render(sql`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`).text
export const copyIn = (table: Table): string => render(sql`copy ${nameOf(table)} (${columnsOf(table)}) from stdin`).text
export const emptyTables = (tables: readonly Table[]): string =>
  render(sql`truncate ${join(tables.map(nameOf), ', ')}`).text
/** Rows arrive as they are: counters and feed rows are copied, not computed again. */
export const setTriggers = (table: Table, state: 'enable' | 'disable'): string =>
  render(sql`alter table ${nameOf(table)} ${trustedSql(state)} trigger user`).text
/** Vacuumed too: otherwise the first reads of every page write to it. */
export const analyze = (table: Table): string => render(sql`vacuum analyze ${nameOf(table)}`).text

/** The number of rows, and a sum over a hash of each, which is the same in any order. */
export const summarize = (table: Table): string =>
  render(
    sql`select count(*)::bigint as rows,
      coalesce(sum(('x' || encode(substr(sha256(convert_to(row(${columnsOf(table)})::text, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint), 0)::text as hash
    from ${nameOf(table)}`,
  ).text

export const readSequence = (sequence: Sequence): string =>
  render(sql`select last_value::bigint as value, is_called from ${nameOf(sequence)}`).text
export const setSequence = (sequence: Sequence, { value, is_called }: { value: number; is_called: boolean }) =>
  unprepared(
    { name: 'text', value: 'bigint', isCalled: 'boolean' },
    (p) => sql`select setval(${p['name']!}::regclass, ${p['value']!}, ${p['isCalled']!})`,
    { name: render(nameOf(sequence)).text, value, isCalled: is_called },
  )
