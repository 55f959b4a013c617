import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { localBlobs } from './blobs.ts'
import { closeDataFolder } from './private-files.ts'

let folder: string
const mask = process.umask()
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'counterpart-files-'))
})
afterEach(() => {
  process.umask(mask)
  rmSync(folder, { recursive: true, force: true })
})
const modeOf = (...parts: string[]) => (statSync(path.join(folder, ...parts)).mode & 0o777).toString(8)
const modes = () =>
  Object.fromEntries((readdirSync(folder, { recursive: true }) as string[]).sort().map((name) => [name, modeOf(name)]))

it('closes what an earlier version left open, and leaves the database to its own user', () => {
  process.umask(0)
  mkdirSync(path.join(folder, 'files', 'ab'), { recursive: true })
  mkdirSync(path.join(folder, 'postgres'))
  for (const name of ['secret', 'postgres.log', 'files/ab/one', 'postgres/two'])
    writeFileSync(path.join(folder, name), 'x')
  chmodSync(folder, 0o755)
  closeDataFolder(folder, { except: ['postgres'] })
  expect(modeOf('.')).toBe('700')
  expect(modes()).toEqual({
    files: '700',
    'files/ab': '700',
    'files/ab/one': '600',
    postgres: '777',
    'postgres/two': '666',
    'postgres.log': '600',
    secret: '600',
  })
  closeDataFolder(folder, { except: ['postgres'], isPassed: true })
  expect(modeOf('.')).toBe('711')
})

it('stores files that nobody else reads, whatever the mask of the process', async () => {
  process.umask(0)
  const blobs = localBlobs(path.join(folder, 'files'))
  await blobs.put(Buffer.from('a'))
  const given = await blobs.unfinished()
  writeFileSync(given, 'b')
  await blobs.adopt(given)
  const found = Object.entries(modes())
  expect(found.filter(([name]) => /[0-9a-f]{64}$/.test(name)).map(([, mode]) => mode)).toEqual(['600', '600'])
  expect(found.filter(([name]) => !/[0-9a-f]{64}$/.test(name)).map(([, mode]) => mode)).toEqual(
    found.filter(([name]) => !/[0-9a-f]{64}$/.test(name)).map(() => '700'),
  )
})
