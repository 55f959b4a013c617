/**
 * npm run coverage:spec -- [AREA] [CHECKLIST.json]: which tests prove which rows of the specification's checklist. A
 * test proves a row if its title contains the row's id, or if docs/coverage.json says so. Exits with 1 if that file or
 * a title refers to something that does not exist.
 */
import { existsSync, readFileSync } from 'node:fs'
import { loadContract } from '#server/platform/graph/contract.ts'
import { findProofs, splitRows, type Coverage, type Row } from './coverage.ts'
import { isReturned, returnedFields } from './returned.ts'
import { testTitles } from './test-titles.ts'

const parameters = process.argv.slice(2)
const area = parameters.find((parameter) => !parameter.endsWith('.json'))
const checklist = parameters.find((parameter) => parameter.endsWith('.json')) ?? process.env['CHECKLIST']

const contract = loadContract()
const returned = returnedFields(contract)
const coverage = JSON.parse(readFileSync('docs/coverage.json', 'utf8')) as Coverage
const { proofs, mistakes } = findProofs(coverage, testTitles(), (id) => isReturned(id, contract, returned))

if (!checklist || !existsSync(checklist)) {
  console.log(
    `${checklist ? `There is no checklist at ${checklist}.` : 'The checklist of the specification is not part of this repository.'} Name it to see what is not proved:
npm run coverage:spec -- AREA path/to/checklist.json, or set CHECKLIST to its path.
Tests claim to prove ${proofs.size} rows.`,
  )
} else {
  const rows = JSON.parse(readFileSync(checklist, 'utf8')) as Row[]
  const known = new Set(rows.map(({ id }) => id))
  const areas = new Set(rows.map((row) => row.area))
  const named = [...proofs.keys(), ...Object.values(coverage.later).flatMap(({ ids }) => ids)]
  for (const id of new Set(named)) if (!known.has(id)) mistakes.push(`There is no row ${id} in the checklist.`)
  if (area !== undefined && !areas.has(area))
    mistakes.push(`There is no area ${area}. There are ${[...areas].join(', ')}.`)
  else if (area !== undefined) printArea(area, rows)
  else for (const each of areas) console.log(summary(each, rows))
}
for (const mistake of mistakes) console.error(mistake)
process.exitCode = mistakes.length > 0 ? 1 : 0

function summary(name: string, rows: readonly Row[]): string {
  const ofArea = rows.filter((row) => row.area === name)
  const { proved, open, later } = splitRows(ofArea, proofs, coverage)
  const count = (list: readonly unknown[]) => String(list.length).padStart(4)
  return `${name.padEnd(16)}${count(ofArea)} rows${count(proved)} proved${count(open)} not proved${count(later)} later`
}

function printArea(name: string, rows: readonly Row[]): void {
  const { proved, open, later } = splitRows(
    rows.filter((row) => row.area === name),
    proofs,
    coverage,
  )
  console.log(`Proved (${proved.length})`)
  for (const { id } of proved) console.log(`  ${id}  ${proofs.get(id)![0]}`)
  console.log(`\nNot proved (${open.length})`)
  for (const { id, text } of open)
    console.log(`  ${id}  ${text}${coverage.notes[id] ? `\n    Note: ${coverage.notes[id]}` : ''}`)
  console.log(`\nLater (${later.length})`)
  for (const [subject, ids] of Map.groupBy(later, ({ subject }) => subject))
    console.log(`  with ${subject}: ${ids.map(({ id }) => id).join(', ')}`)
  console.log(`\n${summary(name, rows)}`)
}
