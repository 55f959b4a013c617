/**
 * Starts a server on an empty community in a temporary folder, asks it for a page, and stops it, so that Node's compile cache
 * holds what a start needs. For images: a server that cannot write the cache strips all types and compiles everything each time.
 * The cache belongs to the user who runs this.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtServer } from './build.ts'

const PORT = '4390'
const dataDir = mkdtempSync(path.join(tmpdir(), 'counterpart-compile-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const { start } = await builtServer()
await start({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT, DEMO: 'off' })
// Loaded only with REDIS_URL, and by commands.
await Promise.all([import('ioredis'), import('#server/app.ts'), import('#server/demo.ts')])
const { status } = await fetch(`http://127.0.0.1:${PORT}/auth/login`)
if (status !== 200) throw new Error(`The sign-in page answered ${status}.`)
flushCompileCache()
process.kill(process.pid, 'SIGTERM')
