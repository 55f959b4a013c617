// Follows the Dockerfile where no builder exists: in a clone that is installed and built, leaves out what only
// development needs, and starts the entry point as another user who can change nothing but the data folder.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PORT = process.env.IMAGE_PORT ?? '4391'
const READY_WITHIN_MS = 90_000
const file = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ')
const line = (name) => file.match(new RegExp(`^\\s*${name} (.+)$`, 'm'))?.[1] ?? ''
// The image makes its own user; here it is one that every system has.
const user = Number(readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):/m)[1])
if (process.getuid() !== 0) {
  console.log('The steps of the Dockerfile are tried as root only, because they change the user.')
  process.exit(0)
}

const prune = file.match(/npm prune .+$/m)[0]
console.log(prune)
execFileSync('sh', ['-c', prune], { stdio: 'inherit' })

const folder = mkdtempSync(path.join(tmpdir(), 'counterpart-image-'))
const data = path.join(folder, 'data')
mkdirSync(data)
for (const each of [folder, data]) chownSync(each, user, user)
const environment = Object.fromEntries(
  line('ENV')
    .split(' ')
    .map((pair) => pair.split('=')),
)
const env = { PATH: process.env.PATH, HOME: '/nonexistent', ...environment, PORT, DATA_DIR: data, HOST: '127.0.0.1' }
const run = (command) => ({ uid: user, gid: user, env, ...command })

const [compile] = file.match(/bin\/run\.mjs bin\/compile\.ts/)
const compiled = path.join(folder, 'compiled')
execFileSync(
  process.execPath,
  compile.split(' '),
  run({ env: { ...env, NODE_COMPILE_CACHE: compiled }, stdio: 'inherit' }),
)
const [cache] = readdirSync(compiled)
if (readdirSync(path.join(compiled, cache)).length < 1_000)
  throw new Error('The compile cache lacks most of the server.')

const [program, ...parameters] = JSON.parse(line('ENTRYPOINT'))
const child = spawn(program, parameters, run({ stdio: ['ignore', 'pipe', 'inherit'] }))
const ended = new Promise((resolve) => child.once('exit', resolve))
try {
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('is ready at') && resolve())
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it was ready.`)))
    setTimeout(() => reject(new Error('It was not ready in time.')), READY_WITHIN_MS).unref()
  })
  const [, ...check] = JSON.parse(line('HEALTHCHECK').replace(/^.*?CMD /, ''))
  execFileSync(program, check, run({ stdio: 'inherit' }))
  const page = await fetch(`http://127.0.0.1:${PORT}/`)
  if (page.status !== 200) throw new Error(`The front page answered ${page.status}.`)
  console.log('started as another user on a tree that it can’t change, without development packages: yes')
} finally {
  child.kill('SIGTERM')
  await ended
  rmSync(folder, { recursive: true, force: true })
}
