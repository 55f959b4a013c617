/** Reads every row of both databases again: what is different, missing or new is found, whatever the reason. */
import { sequencesOf, type Databases } from './copy-rows.ts'
import { summarize, type Table } from './move.sql.ts'

interface Summary {
  rows: number
  hash: string
}
/** No text of members is in it. */
export interface Comparison {
  tables: { table: string; source: Summary; target: Summary }[]
  sequences: number
  differences: string[]
}

export async function compare({ source, target }: Databases, tables: readonly Table[]): Promise<Comparison> {
  const compared: Comparison = { tables: [], sequences: 0, differences: [] }
  for (const table of tables) {
    const [from, to] = await Promise.all(
      [source, target].map(async (client) => (await client.query<Summary>(summarize(table))).rows[0]!),
    )
    compared.tables.push({ table: `${table.schema}.${table.name}`, source: from!, target: to! })
    if (from!.rows !== to!.rows) compared.differences.push(`${table.name}: ${to!.rows} rows, ${from!.rows} expected`)
    else if (from!.hash !== to!.hash) compared.differences.push(`${table.name}: rows differ`)
  }
  const [here, there] = await Promise.all([source, target].map(sequenceTexts))
  compared.sequences = here!.length
  compared.differences.push(...here!.filter((text) => !there!.includes(text)).map((text) => `${text} expected`))
  return compared
}

const sequenceTexts = async (client: Databases['source']) =>
  [...(await sequencesOf(client))].map(
    ([{ name }, { value, is_called }]) => `${name}: ${is_called ? 'after' : 'at'} ${value}`,
  )
