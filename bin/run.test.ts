/** How npm scripts start what they are for. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

it('runs a script in the process that was started, so that it gets its signals and takes no more memory', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterpart-script-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = path.join(folder, 'own.mjs')
  writeFileSync(script, 'console.log(process.pid, process.argv[2]); process.exitCode = 3')
  const child = spawn(process.execPath, ['bin/run.mjs', path.relative('.', script), 'given'])
  const exited = new Promise((resolve) => child.once('exit', resolve))
  expect(await text(child.stdout)).toBe(`${child.pid} given\n`)
  expect(await exited).toBe(3)
})
