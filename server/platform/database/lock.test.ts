import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartError } from '#server/config.ts'
import { lockFolder } from './lock.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'counterpart-lock-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const file = () => path.join(folder, 'counterpart.lock')

it('holds the folder until it is released', async () => {
  const unlock = await lockFolder(folder)
  const second = () => lockFolder(folder, { within: 0 })
  await expect(second).rejects.toThrow(StartError)
  await expect(second).rejects.toThrow(`process ${process.pid}`)
  unlock()
  expect(existsSync(file())).toBe(false)
  ;(await lockFolder(folder))()
})

it('waits for a server that is ending, and says so once', async () => {
  const unlock = await lockFolder(folder)
  const said: string[] = []
  const second = lockFolder(folder, { notice: (line) => said.push(line) })
  await expect.poll(() => said).toEqual([expect.stringContaining('Waiting up to 12 seconds')])
  unlock()
  ;(await second)()
  expect(said).toHaveLength(1)
})

it('takes over from a server that died', async () => {
  const { pid } = spawnSync('true')
  writeFileSync(file(), `${pid}\n12345\n`)
  const unlock = await lockFolder(folder)
  expect(readFileSync(file(), 'utf8')).toMatch(new RegExp(`^${process.pid}\n`))
  unlock()
})

it('takes over when the number of the dead server belongs to another program now', async () => {
  writeFileSync(file(), `${process.ppid}\n1\n`)
  ;(await lockFolder(folder))()
})

it.each(['', 'nonsense', '0\n\n', '-1\n\n'])('takes over from a lock that says %j', async (text) => {
  writeFileSync(file(), text)
  ;(await lockFolder(folder))()
})

it('does not remove the lock of another', async () => {
  const unlock = await lockFolder(folder)
  writeFileSync(file(), '1\nother\n')
  unlock()
  expect(existsSync(file())).toBe(true)
})
