/** Copies all rows and sequences as PostgreSQL's own text, which any version from 15 on reads. */
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartError } from '#server/config.ts'
import {
  copyIn,
  copyOut,
  emptyTables,
  readSequence,
  selectForeignKeys,
  selectSequences,
  selectTables,
  setSequence,
  setTriggers,
  type Sequence,
  type Table,
} from './move.sql.ts'

/** What is done next. It goes on when the promise resolves. */
export type Notice = (line: string) => void | Promise<void>

export interface Databases {
  source: pg.ClientBase
  target: pg.ClientBase
}

/** The tables of both. Throws if one has a table or column that the other lacks. */
export async function commonTables({ source, target }: Databases): Promise<Table[]> {
  const { rows: tables } = await source.query<Table>(selectTables())
  const { rows: others } = await target.query<Table>(selectTables())
  const described = ({ schema, name, columns }: Table) => `${schema}.${name} (${columns.join(', ')})`
  const [here, there] = [tables, others].map((list) => new Set(list.map(described)))
  const strange = [
    ...tables.filter((table) => !there!.has(described(table))),
    ...others.filter((table) => !here!.has(described(table))),
  ]
  if (strange.length > 0)
    throw new StartError(
      `The embedded database has other tables or columns than this version of Counterpart creates: ${strange.map(({ name }) => name).join(', ')}. Use the version that last ran on it; drop tables that aren’t Counterpart’s.`,
    )
  return tables
}

/** In the transaction of the caller. What the migrations of the target wrote is replaced. */
export async function copyRows({ source, target }: Databases, tables: readonly Table[], notice: Notice): Promise<void> {
  const { rows: keys } = await target.query<{ drop: string; add: string }>(selectForeignKeys())
  for (const key of keys) await target.query(key.drop)
  for (const table of tables) await target.query(setTriggers(table, 'disable'))
  await target.query(emptyTables(tables))
  for (const table of tables) {
    await notice(`Copying ${table.name}`)
    await pipeline(source.query(copyTo(copyOut(table))), target.query(copyFrom(copyIn(table))))
  }
  for (const table of tables) await target.query(setTriggers(table, 'enable'))
  await notice('Checking that all references lead to rows')
  for (const key of keys) await target.query(key.add)
  await copySequences({ source, target })
}

export interface SequenceState {
  value: number
  is_called: boolean
}

export async function sequencesOf(client: pg.ClientBase): Promise<Map<Sequence, SequenceState>> {
  const { rows: sequences } = await client.query<Sequence>(selectSequences())
  const states = new Map<Sequence, SequenceState>()
  for (const sequence of sequences)
    states.set(sequence, (await client.query<SequenceState>(readSequence(sequence))).rows[0]!)
  return states
}

async function copySequences({ source, target }: Databases) {
  for (const [sequence, state] of await sequencesOf(source)) await target.query(setSequence(sequence, state))
}
