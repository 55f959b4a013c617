/** npm run dev: the server with Vite (web changes show at once); restarts when the server's own files change. */
import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { start as startServer } from '#server/main.ts'

const WATCHED = ['server', 'shared', 'api', 'database/migrations']
const SETTLE_MS = 150

if (process.argv.includes('--serve')) await serve()
else supervise()

async function serve() {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  await startServer(process.env, { vite })
}

function supervise() {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let stopping = false
  const start = () => {
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'bin/dev.ts', '--serve'], {
      stdio: 'inherit',
    })
  }
  const restart = () => {
    if (!child || child.exitCode !== null) return start()
    child.once('exit', () => !stopping && start())
    child.kill('SIGTERM')
  }
  for (const folder of WATCHED) {
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file || /\.test\.ts$/.test(file)) return
      clearTimeout(timer)
      timer = setTimeout(restart, SETTLE_MS)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stopping = true
      if (!child || child.exitCode !== null) process.exit(0)
      child.once('exit', () => process.exit(0))
      child.kill('SIGTERM')
    })
  }
  start()
}
