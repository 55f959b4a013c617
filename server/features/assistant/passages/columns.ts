/** What passages of all kinds have in common: their columns, their paths, and whose words are left out. */
import { blocks } from '#server/features/people/index.ts'
import { sql, trustedSql, type Sql } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

export const isNotBlocked = (author: Sql) =>
  sql`not exists (select from ${blocks.own_blocks} b where b.blocked_user_id = ${author})`

/** Null for an anonymous author: nobody is named, not even the account that stands for them. */
export const named = (author: Sql) => sql`nullif(${author}, ${ANONYMOUS_USER_ID})`

/** `path` is a path of our own, made for the numbers 0 and 1; `values` take their places. */
export function pathOf(path: string, values: readonly Sql[]): Sql {
  const parts = path.split(/[01]/)
  const text = parts.map((part, at) => [trustedSql(`'${part}'`), ...(values[at] ? [sql`(${values[at]})::text`] : [])])
  return text.flat().reduce((before, part) => sql`${before} || ${part}`)
}

/** "1 Group Reply", "1,022 Group Replies". */
export const counted = (count: Sql, one: string, more: string) =>
  sql`trim(to_char(${count}, '999,999,990')) || case when ${count} = 1 then ' ${trustedSql(one)}' else ' ${trustedSql(more)}' end`

export const NOWHERE = sql`null::integer as page, null::integer as seconds`
