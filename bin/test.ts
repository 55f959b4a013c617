/**
 * `npm test [project …]`: runs the promises and ends with one plain line. Without a name all projects run:
 * unit, api, architecture, hostile, faults, browser, journeys. Other words narrow the files.
 */
import type { TestCase } from 'vitest/node'
import { startVitest } from 'vitest/node'

const PROJECTS = ['unit', 'api', 'architecture', 'hostile', 'faults', 'browser', 'journeys']

const words = process.argv.slice(2)
const project = words.filter((word) => PROJECTS.includes(word))
const files = words.filter((word) => !PROJECTS.includes(word))
const vitest = await startVitest(files, { project, watch: false, reporters: ['default'] })

const cases = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
const withState = (state: string) => cases.filter((test) => test.result().state === state)
const broken = vitest.state
  .getTestModules()
  .filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0).length
const unhandled = vitest.state.getUnhandledErrors().length
const skipped = withState('skipped')
// A run in which nothing ran has proved nothing.
const nothing = cases.length === 0 ? 1 : 0
const failed = withState('failed').length + broken + unhandled + nothing
await vitest.close()

const reasonOf = (test: TestCase) => {
  const result = test.result()
  return (result.state === 'skipped' && result.note) || 'no reason given'
}
const seconds = new Map<string, number>()
for (const test of cases)
  seconds.set(test.project.name, (seconds.get(test.project.name) ?? 0) + (test.diagnostic()?.duration ?? 0) / 1000)
for (const test of skipped) console.log(`skipped: ${test.fullName} (${reasonOf(test)})`)
for (const [name, time] of seconds) console.log(`${name}: ${time.toFixed(1)} s of tests`)
const skippedText = skipped.length > 0 ? `, ${skipped.length} skipped` : ''
console.log(`${withState('passed').length} passed, ${failed} failed${skippedText}`)
process.exit(failed > 0 ? 1 : 0)
