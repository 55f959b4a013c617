/** Selects for actions, through the same readable relations as every query operation. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { render, type Sql, type Viewer } from '#server/platform/graph/sql.ts'

const names = new Map<string, string>()

/** Runs a select for a viewer. Each distinct text is prepared once per connection. */
export async function selectRows<Row extends pg.QueryResultRow>(
  pool: Pick<pg.Pool, 'query'>,
  body: Sql,
  viewer: Viewer,
): Promise<Row[]> {
  const { text, slots } = render(body)
  const name = names.get(text) ?? createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  const values = slots.map((slot) => slot.read({ viewer, variables: {} }))
  const { rows } = await pool.query<Row>({ name, text, values })
  return rows
}
