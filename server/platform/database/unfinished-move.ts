/**
 * A database into which `npm run move` is copying a community has a table that says so. The table is dropped in the
 * transaction that completes the copy, so no server can start on half of a community.
 */
import type pg from 'pg'
import { StartError } from '#server/config.ts'

export const markUnfinished = 'create table unfinished_move (started_at timestamptz not null default now())'
export const markFinished = 'drop table unfinished_move'

export async function refuseUnfinishedMove(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('unfinished_move') is not null as found`)
  if (rows[0]!.found)
    throw new StartError(
      'This database has only a part of a community: npm run move was not finished. Start without DATABASE_URL, and run the move again into a new, empty database.',
    )
}
