/** Starts the server and ends it cleanly. */
import { flushCompileCache } from 'node:module'
import type { ViteDevServer } from 'vite'
import { log } from '#server/platform/log/log.ts'
import { loadConfig, StartError, type Config } from './config.ts'
import { openDatabase } from './platform/database/database.ts'

const DRAIN_MS = 10_000
const print = (line: string) => console.log(line)

function listenProblem(error: NodeJS.ErrnoException, { HOST, PORT }: Config) {
  if (error.code === 'EADDRINUSE')
    return new StartError(
      `Port ${PORT} on ${HOST} is already in use. Stop the program using it, or choose another port: PORT=${PORT + 1} npm start`,
    )
  if (error.code === 'EACCES')
    return new StartError(`You don’t have permission to use port ${PORT}. Choose one above 1023: PORT=4000 npm start`)
  if (error.code === 'EADDRNOTAVAIL') return new StartError(`HOST ${HOST} isn’t an address on this machine.`)
  return error
}

/** Runs until a signal asks it to stop. */
export async function main(env: Record<string, string | undefined>, options: { vite?: ViteDevServer } = {}) {
  const config = loadConfig(env)
  log.level = config.LOG_LEVEL
  // What is written from here on is read by nobody else on this machine.
  process.umask(0o077)
  const opened: { close(): Promise<void> }[] = []
  const closeAll = async () => {
    for (const part of opened.reverse().splice(0)) await part.close()
  }
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    void closeAll().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Node would print the error whole.
  const failed = (error: unknown) => {
    log.error({ error }, 'the server ends after a failure')
    process.exit(1)
  }
  process.on('uncaughtException', failed)
  process.on('unhandledRejection', failed)
  try {
    // While PostgreSQL starts, or ends what a killed server left, the rest is read: that is half of a start.
    const reading = import('./app.ts')
    reading.catch(() => undefined)
    const database = await openDatabase(config, print)
    opened.push(database)
    const { buildApp } = await reading
    if (config.demo) await (await import('./demo.ts')).fillDemo(database.write, config.dataDir)
    const application = await buildApp(config, database, options)
    opened.push(application)
    await application.app.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
      throw listenProblem(error, config)
    })
    const { port } = application.app.server.address() as { port: number }
    print(`Counterpart is ready at ${config.PUBLIC_URL ?? `http://localhost:${port}`}`)
    await application.startJobs()
    // Otherwise kept at a clean end only: who was killed at the first start would start as slowly again.
    flushCompileCache()
  } catch (error) {
    if (stopping) return
    await closeAll()
    throw error
  }
}
