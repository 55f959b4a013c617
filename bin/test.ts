/**
 * `npm test [project …]`: runs the tests and ends with a one-line summary. Without a name it runs all projects: unit,
 * api, architecture, hostile, faults, browser, journeys. Other words filter the files. With the word `full`, the large
 * tests (fuzzed calls, the permission matrix, archives, all browser test files) run completely; without any word, a
 * sample of them, which is smaller on a machine that is several times slower than usual.
 */
import type { TestCase } from 'vitest/node'
import { startVitest } from 'vitest/node'
import { makeTemporaryFolder } from '../tests/harness/folders.ts'
import { oneOfFor, slowness } from '../tests/harness/slowness.ts'

const PROJECTS = ['unit', 'api', 'architecture', 'hostile', 'faults', 'browser', 'journeys']

/** Without words, one of this many browser test files is tried: all of them take more than half of the time. */
const PAGES_ONE_OF = 6

const words = process.argv.slice(2).filter((word) => word !== 'full')
if (words.length < process.argv.length - 2) process.env['TEST_FULL'] = 'on'
// Fault tests that kill processes need the machine for themselves, so they are a project of their own.
const project = words
  .filter((word) => PROJECTS.includes(word))
  .flatMap((word) => (word === 'faults' ? [word, 'kills'] : word))
const files = words.filter((word) => !PROJECTS.includes(word))
// Files that are named are run completely.
if (files.length === 0) process.env['TEST_ONE_OF'] ??= String(oneOfFor(slowness()))
if (process.argv.length === 2)
  process.env['TEST_PAGES_ONE_OF'] ??= String(Math.max(PAGES_ONE_OF, Number(process.env['TEST_ONE_OF'])))
const temporary = makeTemporaryFolder()
if (temporary) process.env['TMPDIR'] = temporary
const vitest = await startVitest(files, { project, watch: false, reporters: ['default'] })

const cases = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
const withState = (state: string) => cases.filter((test) => test.result().state === state)
const broken = vitest.state
  .getTestModules()
  .filter((module) => module.state() === 'failed' && [...module.children.allTests('failed')].length === 0)
const unhandled = vitest.state.getUnhandledErrors().length
const skipped = withState('skipped')
// A run without any tests proves nothing.
const nothing = cases.length === 0 ? 1 : 0
const failed = withState('failed').length + broken.length + unhandled + nothing
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
// Imported late: it reads the environment variables set above.
const { browserFiles } = await import('../tests/harness/full.ts')
const { tried, all } = browserFiles()
if (tried.length < all && (project.length === 0 || project.includes('browser')))
  console.log(`browser: ${tried.length} of ${all} files; other commits try the others, and npm test -- full tries all`)
// Printed last, because the record of a CI run may keep only the end of its log.
const reasons = (errors: readonly { message: string }[] | undefined) =>
  (errors ?? []).map((error) => error.message.slice(0, 500)).join('\n')
for (const test of withState('failed'))
  console.log(`failed: ${test.module.relativeModuleId} > ${test.fullName}\n${reasons(test.result().errors)}`)
for (const module of broken) console.log(`failed: ${module.relativeModuleId}\n${reasons(module.errors())}`)
console.log(`${withState('passed').length} passed, ${failed} failed${skippedText}`)
process.exit(failed > 0 ? 1 : 0)
