/** Each list as staff see it, and what uses its entries, made from the table of lists. */
import {
  checkedRelations,
  empty,
  identifier,
  join,
  may,
  sql,
  trustedSql,
  type Relation,
  type Sql,
} from '#server/platform/graph/sql.ts'
import {
  REFERENCE_LIST_KEYS,
  shapeOf,
  type EntryField,
  type EntryUse,
  type ReferenceListKey,
} from '#shared/reference-lists.ts'

/** Only for names that are written in the table of lists. */
const literal = (text: string) => trustedSql(`'${text}'`)
export const columnOf = ({ name, column = name }: EntryField) => identifier(column)

const valueOf = (field: EntryField): Sql =>
  field.kind === 'parent' ? sql`p.name` : sql`coalesce(x.${columnOf(field)}::text, '')`

const entriesOf = (list: ReferenceListKey): Sql => {
  const { table, fields } = shapeOf(list)
  const parent = fields.find(({ kind }) => kind === 'parent')
  const values = fields.map(
    (field, place) =>
      sql`jsonb_build_object('place', ${place}, 'name', ${literal(field.name)}::text, 'value', coalesce(${valueOf(field)}, ''))`,
  )
  return sql`
    select x.id, x.name, x.retired_at, jsonb_build_array(${join(values, ', ')}) as given_values
    from ${identifier(table)} x ${parent ? sql`left join ${identifier(table)} p on p.id = x.${columnOf(parent)}` : empty}
    where ${may('content')}`
}

const pairsOf = ({ kind, table, column, owner }: EntryUse): Sql =>
  kind === 'array'
    ? sql`select e.id, t.${identifier(owner)} as owner_id from ${identifier(table)} t cross join lateral unnest(t.${identifier(column)}) e(id)`
    : sql`select t.${identifier(column)} as id, t.${identifier(owner)} as owner_id from ${identifier(table)} t where t.${identifier(column)} is not null`

/** One row for each entry and what uses it; what uses it twice is one. */
const usesOf = (list: ReferenceListKey): Sql => {
  const { uses } = shapeOf(list)
  const kinds = [...new Set(uses.map(({ by }) => by))]
  const groups = kinds.map((by) => {
    const pairs = uses.filter((use) => use.by === by).map(pairsOf)
    return sql`select ${literal(by)}::text as used_by, u.id, u.owner_id from (${join(pairs, ' union ')}) u`
  })
  return sql`select w.* from (${join(groups, ' union all ')}) w where ${may('content')}`
}

const perList = (prefix: string, make: (list: ReferenceListKey) => Sql) =>
  Object.fromEntries(REFERENCE_LIST_KEYS.map((list) => [`${prefix}_${list}`, make(list)]))

/** Empty for anyone but staff: the relations `listed_` and `used_`, each with the name of a list. */
export const listDesk = checkedRelations({ ...perList('listed', entriesOf), ...perList('used', usesOf) })

export const entries = (list: ReferenceListKey): Relation => listDesk[`listed_${list}`]!
export const entryUses = (list: ReferenceListKey): Relation => listDesk[`used_${list}`]!
