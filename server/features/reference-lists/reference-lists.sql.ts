/** The statements of each list, made from the table of lists. */
import { statement, type Parameters, type PgType, type Types } from '#server/platform/database/statement.ts'
import { identifier, join, sql, when } from '#server/platform/graph/sql.ts'
import {
  REFERENCE_LIST_KEYS,
  REFERENCE_LISTS,
  shapeOf,
  type EntryField,
  type EntryUse,
  type ReferenceListKey,
} from '#shared/reference-lists.ts'

const TYPES: Record<EntryField['kind'], PgType> = {
  text: 'text',
  flag: 'boolean',
  number: 'double precision',
  parent: 'bigint',
}
const perList = <T>(make: (list: ReferenceListKey) => T) =>
  Object.fromEntries(REFERENCE_LIST_KEYS.map((list) => [list, make(list)])) as Record<ReferenceListKey, T>

const columnOf = ({ name, column = name }: EntryField) => column
const typesOf = (list: ReferenceListKey): Types =>
  Object.fromEntries(shapeOf(list).fields.map((field) => [field.name, TYPES[field.kind]]))

export const lockEntries = perList((list) =>
  statement(
    `lock-${list}-entries`,
    { ids: 'bigint[]' },
    (p) => sql`select x.id, x.name, x.retired_at is not null as is_retired, to_jsonb(x) as row
      from ${identifier(shapeOf(list).table)} x where x.id = any(${p.ids}) order by x.id for update`,
  ),
)

/** Another entry with this name. A city has its name once in each state. */
export const selectSameName = perList((list) => {
  const ofPlace = list === 'locations'
  const types: Types = { id: 'bigint', name: 'text', ...(ofPlace && { state: 'text', country: 'text' }) }
  return statement(
    `select-${list}-same-name`,
    types,
    (p) => sql`
      select x.id, x.name, x.retired_at is not null as is_retired from ${identifier(shapeOf(list).table)} x
      where lower(x.name) = lower(${p['name']!}) and x.id is distinct from ${p['id']!}
        ${when(ofPlace, () => sql`and lower(x.state) = lower(${p['state']!}) and lower(x.country) = lower(${p['country']!})`)} limit 1`,
  )
})

const setting = (list: ReferenceListKey, p: Parameters<Types>) =>
  shapeOf(list).fields.map((field) => sql`, ${identifier(columnOf(field))} = ${p[field.name]!}`)
export const updateEntry = perList((list) =>
  statement(
    `update-${list}-entry`,
    { id: 'bigint', name: 'text', ...typesOf(list) } as Types,
    (p) => sql`
      update ${identifier(shapeOf(list).table)} set name = ${p['name']!}${join(setting(list, p), '')} where id = ${p['id']!}`,
  ),
)
export const insertEntry = perList((list) => {
  const { fields, table } = shapeOf(list)
  return statement(`insert-${list}-entry`, { name: 'text', ...typesOf(list) } as Types, (p) => {
    const names = fields.map((field) => sql`, ${identifier(columnOf(field))}`)
    const values = fields.map(({ name }) => sql`, ${p[name]!}`)
    return sql`insert into ${identifier(table)} (name${join(names, '')}) values (${p['name']!}${join(values, '')}) returning id`
  })
})
export const setRetired = perList((list) =>
  statement(
    `retire-${list}-entry`,
    { id: 'bigint', isRetired: 'boolean' },
    (p) =>
      sql`update ${identifier(shapeOf(list).table)} set retired_at = case when ${p.isRetired} then now() end where id = ${p.id}`,
  ),
)
/** Retires every entry but these, which are offered. */
export const offerOnly = perList((list) =>
  statement(
    `offer-only-${list}`,
    { ids: 'bigint[]' },
    (p) => sql`
      update ${identifier(shapeOf(list).table)} set retired_at = case when id = any(${p.ids}) then null else now() end
      where (retired_at is null) <> (id = any(${p.ids}))`,
  ),
)
/** Offers all entries again if none is offered. */
export const bringAllBack = perList((list) => {
  const table = identifier(shapeOf(list).table)
  return statement(
    `bring-all-${list}-back`,
    {},
    () => sql`update ${table} set retired_at = null where not exists (select from ${table} where retired_at is null)`,
  )
})
export const deleteEntry = perList((list) =>
  statement(
    `delete-${list}-entry`,
    { id: 'bigint' },
    (p) => sql`delete from ${identifier(shapeOf(list).table)} where id = ${p.id}`,
  ),
)

/** Every entry below this one, in the lists whose entries have parents. */
export const selectBelow = perList((list) => {
  const { table, uses } = shapeOf(list)
  const parent = uses.find(({ by }) => by === 'entries')
  if (!parent) return undefined
  const [name, of] = [identifier(table), identifier(parent.column)]
  return statement(
    `select-${list}-below`,
    { id: 'bigint' },
    (p) => sql`
      with recursive matched as (
        select x.id from ${name} x where x.${of} = ${p.id}
        union select x.id from ${name} x join matched m on x.${of} = m.id)
      select id from matched`,
  )
})

/** Moves one use from an entry to another, and returns what used it. */
const move = (list: ReferenceListKey, { kind, table, column, owner }: EntryUse, place: number) =>
  statement(`move-${list}-use-${place}`, { fromId: 'bigint', intoId: 'bigint' }, (p) => {
    const [name, of, by] = [identifier(table), identifier(column), identifier(owner)]
    if (kind === 'column')
      return sql`update ${name} set ${of} = ${p.intoId} where ${of} = ${p.fromId} returning ${by} as id`
    if (kind === 'array')
      return sql`
        update ${name} set ${of} = case when ${of} @> array[${p.intoId}] then array_remove(${of}, ${p.fromId})
          else array_replace(${of}, ${p.fromId}, ${p.intoId}) end
        where ${of} @> array[${p.fromId}] returning ${by} as id`
    return sql`
      with gone as (delete from ${name} where ${of} = ${p.fromId} returning ${by}),
      added as (insert into ${name} (${by}, ${of}) select g.${by}, ${p.intoId} from gone g on conflict do nothing)
      select g.${by} as id from gone g`
  })
export const moves = perList((list) => shapeOf(list).uses.map((use, place) => ({ use, query: move(list, use, place) })))

/** What posts the discussions of an entry waits until they are moved, or the stored lists would keep the old id. */
export const lockThreads = statement(
  'lock-threads-of-entry',
  { areaId: 'bigint', geographyId: 'bigint' },
  (p) => sql`
    select 1 from threads t where t.id in (
      select a.thread_id from thread_areas_of_expertise a where a.area_of_expertise_id = ${p.areaId}
      union all select g.thread_id from thread_geographies g where g.geography_id = ${p.geographyId})
    order by t.id for update`,
)

/** Sorted, as they are counted. */
const moveCopy = (list: ReferenceListKey, { table, column }: { table: string; column: string }) =>
  statement(`move-${list}-in-${table}`, { fromId: 'bigint', intoId: 'bigint' }, (p) => {
    const of = identifier(column)
    return sql`
      update ${identifier(table)} set ${of} = array(
        select distinct case when e.id = ${p.fromId} then ${p.intoId} else e.id end from unnest(${of}) e(id) order by 1)
      where ${of} @> array[${p.fromId}]`
  })
export const copyMoves = perList((list) => (shapeOf(list).copies ?? []).map((copy) => moveCopy(list, copy)))

export const moveSavedSearches = statement(
  'move-entry-in-saved-searches',
  { filter: 'text', fromId: 'bigint', intoId: 'bigint' },
  (p) => sql`
    update directory_searches s set filters = jsonb_set(s.filters, array[${p.filter}], (
      select jsonb_agg(distinct case when e.id = to_jsonb(${p.fromId}) then to_jsonb(${p.intoId}) else e.id end)
      from jsonb_array_elements(s.filters -> ${p.filter}) e(id)))
    where s.filters -> ${p.filter} @> to_jsonb(array[${p.fromId}])`,
)

/** Words, traits and directory rows of these members, after an entry that they use has changed. */
export const refreshUsers = statement(
  'refresh-profiles-of-entry',
  { userIds: 'bigint[]' },
  (p) => sql`select refresh_profiles(${p.userIds})`,
)
/** Lists whose names are words of profiles: who uses an entry. */
export const selectUsers = Object.fromEntries(
  REFERENCE_LIST_KEYS.filter((list) => 'isSearched' in REFERENCE_LISTS[list]).map((list) => {
    const use = shapeOf(list).uses.find(({ table }) => table === 'profiles')!
    return [
      list,
      statement(
        `select-members-with-${list}`,
        { id: 'bigint' },
        (p) => sql`select user_id as id from profiles where ${identifier(use.column)} @> array[${p.id}]`,
      ),
    ]
  }),
)
