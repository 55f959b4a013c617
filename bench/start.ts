/** npm run bench -- start: time from the command to the ready line, with an existing database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { median, portOf, print, round, stopChild } from './kit.ts'

const ROUNDS = 5
const dataDir = mkdtempSync(path.join(tmpdir(), 'counterpart-start-'))
const start = async () => {
  const began = performance.now()
  const child = spawn('node', ['bin/start.mjs'], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await portOf(child)
  const ready = performance.now() - began
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
  await answer.text()
  await stopChild(child)
  return ready
}
try {
  const first = await start()
  const times: number[] = []
  for (let each = 0; each < ROUNDS; each++) times.push(await start())
  print('start', {
    seconds_existing_database: round(median(times) / 1000),
    seconds_first_run_built: round(first / 1000),
    must: { seconds_existing_database: '<= 1.5' },
  })
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
