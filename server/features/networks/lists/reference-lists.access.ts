/** What of each list is offered: all but what staff retired, and what the viewer or their company already has. */
import { checkedRelations, identifier, join, sql, viewer, type Relation, type Sql } from '#server/platform/graph/sql.ts'
import { REFERENCE_LIST_KEYS, shapeOf, type EntryUse, type ReferenceListKey } from '#shared/reference-lists.ts'

const ownRows: Record<string, Sql> = {
  profiles: sql`profiles o where o.user_id = ${viewer.id}`,
  companies: sql`companies o join users u on u.company_id = o.id where u.id = ${viewer.id}`,
}
const heldIn = ({ kind, table, column }: EntryUse): Sql => {
  const held = kind === 'array' ? sql`unnest(o.${identifier(column)})` : sql`o.${identifier(column)}`
  return sql`select ${held} from ${ownRows[table]!}`
}

const offeredOf = (list: ReferenceListKey): Sql => {
  const { table, uses } = shapeOf(list)
  const own = uses.filter((use) => use.table in ownRows).map(heldIn)
  const isHeld = own.length > 0 ? sql` or x.id in (${join(own, ' union all ')})` : sql``
  return sql`select x.* from ${identifier(table)} x where x.retired_at is null${isHeld}`
}

export const offeredLists = checkedRelations(
  Object.fromEntries(REFERENCE_LIST_KEYS.map((list) => [`offered_${list}`, offeredOf(list)])),
)
export const offered = (list: ReferenceListKey): Relation => offeredLists[`offered_${list}`]!
