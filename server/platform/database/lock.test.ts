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

it('holds the folder until it is released', () => {
  const unlock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(StartError)
  expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`)
  unlock()
  expect(existsSync(file())).toBe(false)
  lockFolder(folder)()
})

it('takes over from a server that died', () => {
  const { pid } = spawnSync('true')
  writeFileSync(file(), `${pid}\n12345\n`)
  const unlock = lockFolder(folder)
  expect(readFileSync(file(), 'utf8')).toMatch(new RegExp(`^${process.pid}\n`))
  unlock()
})

it('takes over when the number of the dead server belongs to another program now', () => {
  writeFileSync(file(), `${process.ppid}\n1\n`)
  lockFolder(folder)()
})

it.each(['', 'nonsense', '0\n\n', '-1\n\n'])('takes over from a lock that says %j', (text) => {
  writeFileSync(file(), text)
  lockFolder(folder)()
})

it('does not remove the lock of another', () => {
  const unlock = lockFolder(folder)
  writeFileSync(file(), '1\nother\n')
  unlock()
  expect(existsSync(file())).toBe(true)
})
