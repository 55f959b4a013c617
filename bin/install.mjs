// Runs under the Node version of the machine: installs the packages of package-lock.json, then switches to Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const stamp = path.join(root, 'node_modules', '.installed')
export const node = path.join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Installs the dependencies if they are missing or older than the lockfile. */
export function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing dependencies. This happens once and takes about a minute.')
  // Also where NODE_ENV is "production": the first start builds the web app.
  const installed = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (installed.status !== 0 || !existsSync(node)) {
    rmSync(stamp, { force: true })
    console.error('Installation failed. Check your connection to the npm registry and try again.')
    process.exit(1)
  }
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/**
 * Node flags and environment of our scripts. The compile cache stores code with types already stripped: the stripper
 * alone costs 35 MB and 0.2 s. With a semi-space of 16 MB for new objects a server makes 4 to 17 % more pages than with 8
 * MB, answers 0 to 7 % more operations, and has 13 MB more; with 24 MB it has 272 MB under load. Old objects are collected when
 * they have grown by 60 %, otherwise up to four times: under page load the server has 220 to 240 MB instead of 308 to 406. One
 * arena of the C library for all threads: with one for each, memory that a thread has returned stays with it, 36 MB at the start
 * and 55 under page load (325 to 270 MB). What it allocates from 128 KB on, it returns at once: 6 MB less, and no slower.
 */
export const flags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16', '--heap-growing-percent=60']
export const environment = (mode, folder = root) => ({
  NODE_ENV: mode,
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: path.join(folder, 'node_modules', '.compiled'),
})

/**
 * Runs one of our scripts under Node 24. Takes its place where Node can; otherwise forwards signals and exits with its exit
 * code, in a process that takes another 55 MB.
 */
export function hand(script, parameters) {
  const args = [...flags, path.join(root, script), ...parameters]
  const env = { ...environment(script === 'bin/start.ts' ? 'production' : 'development'), ...process.env }
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...args], env)
  const child = spawn(node, args, { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
