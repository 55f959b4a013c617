import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDataFolder } from '#server/platform/private-files.ts'

/** Returns the secret of this data folder; creates it on the first start. */
export function loadOrCreateSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  makeDataFolder(dataDir)
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
