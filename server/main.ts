/** Starts the server and shuts it down cleanly. */
import { flushCompileCache } from 'node:module'
import type pg from 'pg'
import type { ViteDevServer } from 'vite'
import { log } from '#server/platform/log/log.ts'
import { SETUP_HOURS } from '#shared/setup.ts'
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

/** Printed, never logged: whoever has the link becomes the owner. */
async function showSetupLink(pool: pg.Pool, publicUrl: string): Promise<void> {
  const { newSetupLink } = await import('./features/accounts/index.ts')
  const link = await newSetupLink(pool, publicUrl)
  if (link)
    print(
      `This community has no owner yet. Open this link to set it up. It works once, within ${SETUP_HOURS} hours:\n${link}`,
    )
}

/** Runs until SIGTERM or SIGINT. What keeps it from starting is printed in words. */
export async function start(...given: Parameters<typeof main>) {
  try {
    await main(...given)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Throws StartError. */
async function main(env: Record<string, string | undefined>, options: { vite?: ViteDevServer } = {}) {
  const config = loadConfig(env)
  log.level = config.LOG_LEVEL
  // Files written from here on are readable by this user only.
  process.umask(0o077)
  const opened: { drain?(): Promise<void>; close(): Promise<void> }[] = []
  const closeAll = async () => {
    for (const part of opened.reverse().splice(0)) await part.close()
  }
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    void Promise.all(opened.map((part) => part.drain?.()))
      .then(closeAll)
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // By default Node would print the whole error.
  const failed = (error: unknown) => {
    log.error({ error }, 'the server ends after a failure')
    process.exit(1)
  }
  process.on('uncaughtException', failed)
  process.on('unhandledRejection', failed)
  try {
    // Import the app while PostgreSQL starts, or stops what a killed server left: the import is half of the start time.
    const reading = import('./app.ts')
    reading.catch(() => undefined)
    const database = await openDatabase(config, print)
    opened.push(database)
    const { buildApp } = await reading
    if (config.demo) await (await import('./demo.ts')).fillDemo(database.write, config)
    const application = await buildApp(config, database, options)
    opened.push(application)
    // Other servers may be serving, so members need not wait for this one.
    if (!config.embedded && config.JOBS !== 'only') await application.warmUp()
    await application.app.listen({ port: config.PORT, host: config.HOST }).catch((error: NodeJS.ErrnoException) => {
      throw listenProblem(error, config)
    })
    const { port } = application.app.server.address() as { port: number }
    const publicUrl = config.PUBLIC_URL ?? `http://localhost:${port}`
    print(`Counterpart is ready at ${publicUrl}`)
    if (!config.demo && config.JOBS !== 'only') await showSetupLink(database.write, publicUrl)
    await application.startJobs()
    // Otherwise the cache is saved only at a clean exit: after a kill at the first start, the next one would be as
    // slow.
    flushCompileCache()
  } catch (error) {
    if (stopping) return
    await closeAll()
    throw error
  }
}
