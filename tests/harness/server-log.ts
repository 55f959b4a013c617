/** What the servers of a test log is printed if the test fails: tests provoke many errors, and only these explain one. */
import { afterEach, onTestFinished, TestRunner, type TestContext } from 'vitest'
import { hearLog, log } from '#server/platform/log/log.ts'

const LINES = 50
let lines: string[] | undefined

/** Called once for each server of a test; the first call prints the lines of all. */
function printIfFailed({ task }: Pick<TestContext, 'task'>): void {
  if (task.result?.state === 'fail' && lines!.length > 0) console.error(`What the servers logged:\n${lines!.join('')}`)
  lines = []
}

/** For the tests of this file, or for this test if it runs. TEST_LOG=info, for example, prints all of it at once. */
export function printLogOfFailedTests(): void {
  if (process.env['TEST_LOG']) {
    log.level = process.env['TEST_LOG']
    return
  }
  if (!lines) hearLog((line) => (lines = [...lines!.slice(1 - LINES), line]))
  lines ??= []
  if (TestRunner.getCurrentTest()) onTestFinished(printIfFailed)
  else afterEach(printIfFailed)
}
