/** Links to download: made for one member and one file, and counted. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { MaterialKind } from '#shared/materials.ts'
import { insertDownload } from './materials.sql.ts'

interface Asked {
  userId: number
  kind: MaterialKind
  itemId: number
  fileId: number
}

/** Resolves to the id of the link, which `requestedDownload` reads. The caller has checked that the member may open it. */
export async function linkToDownload(database: Pick<pg.ClientBase, 'query'>, asked: Asked): Promise<number> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await database.query<{ id: number }>(insertDownload({ ...asked, token }))
  return rows[0]!.id
}
