/**
 * Writes the generated files: the operations and their types, the database schema and the default statement of each
 * query. `--check` fails if a committed file is stale.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { databaseTexts, STATEMENTS } from './generated/database.ts'
import { OPERATIONS, operationTypes } from './generated/operations.ts'

const texts = new Map([[OPERATIONS, await operationTypes()], ...(await databaseTexts())])
mkdirSync(STATEMENTS, { recursive: true })
const abandoned = readdirSync(STATEMENTS)
  .map((name) => `${STATEMENTS}/${name}`)
  .filter((file) => !texts.has(file))

if (process.argv.includes('--check')) {
  const isStale = ([file, text]: [string, string]) => !existsSync(file) || readFileSync(file, 'utf8') !== text
  const stale = [...abandoned, ...[...texts].filter(isStale).map(([file]) => file)]
  if (stale.length > 0) {
    console.error(`Stale: ${stale.join(', ')}. Run npm run generate and commit the result.`)
    process.exit(1)
  }
} else {
  for (const file of abandoned) rmSync(file)
  for (const [file, text] of texts) writeFileSync(file, text)
}
