/** Renders the schema and the statements as text, for readers of the database. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { schemaText } from '#database/description/schema.ts'
import { defaultStatements } from '#database/description/statements.ts'
import { loadConfig } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/database.ts'

export const STATEMENTS = 'database/statements'
const SCHEMA = 'database/schema.sql'

/** Applies only the migrations, in a temporary database. */
async function schemaOfMigrations(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterpart-schema-'))
  // The database may run as another user, who must reach its folder inside this one.
  chmodSync(folder, 0o755)
  try {
    const database = await openDatabase(loadConfig({ DATA_DIR: folder, DEMO: 'off' }))
    try {
      return await schemaText(database.write)
    } finally {
      await database.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The generated texts by path. */
export async function databaseTexts(): Promise<[file: string, text: string][]> {
  const statements = [...defaultStatements()].map(([name, text]): [string, string] => [
    `${STATEMENTS}/${name}.sql`,
    text,
  ])
  return [[SCHEMA, await schemaOfMigrations()], ...statements]
}
