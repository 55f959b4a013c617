/** The list of what the server is made of. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Redis } from 'ioredis'
import { accountJobs, doorJobs, registerAccountRoutes, xsrfCookie } from '#server/features/accounts/index.ts'
import { registerAnalyticsRoutes } from '#server/features/analytics/index.ts'
import {
  discussionActions,
  discussionJobs,
  discussionReads,
  messageExpertJobs,
  messageExpertReads,
  registerDiscussionRoutes,
  registerPollRoutes,
} from '#server/features/discussions/index.ts'
import { expertActions, expertReads } from '#server/features/experts/index.ts'
import { moderationActions, moderationReads, reportReads } from '#server/features/moderation/index.ts'
import { networkReads } from '#server/features/networks/index.ts'
import { blockReads, peopleActions, peopleReads } from '#server/features/people/index.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import type { Database } from '#server/platform/database/database.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine, type Engine } from '#server/platform/graph/engine.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { operationRunner, registerGraphql, type Actions, type RunOperation } from '#server/platform/http/graphql.ts'
import { registerHealth } from '#server/platform/http/health.ts'
import { makeServer } from '#server/platform/http/server.ts'
import { registerWeb, supportEmail, webVersion } from '#server/platform/http/web.ts'
import { runDueJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { registerLive } from '#server/platform/live/route.ts'
import { makeStreams } from '#server/platform/live/streams.ts'
import { mailerJobs } from '#server/platform/mailer/mailer.jobs.ts'
import { registerOutbox } from '#server/platform/mailer/outbox.routes.ts'
import { smtpTransport } from '#server/platform/mailer/transport.ts'
import { makeMetrics } from '#server/platform/log/metrics.ts'
import { makeScan } from '#server/platform/uploads/scan.ts'
import { uploadJobs } from '#server/platform/uploads/uploads.jobs.ts'
import { registerUploadRoutes } from '#server/platform/uploads/uploads.routes.ts'
import { cookieName, makeAuth, type Auth } from '#server/platform/session/auth.ts'
import { makeSessions } from '#server/platform/session/sessions.ts'
import { postgresBus, redisBus, type Bus } from '#server/platform/signals/bus.ts'
import type { Config } from './config.ts'
import type { ViteDevServer } from 'vite'

export const reads = merged(
  networkReads,
  peopleReads,
  blockReads,
  expertReads,
  discussionReads,
  messageExpertReads,
  moderationReads,
  reportReads,
)
const jobs = { ...accountJobs, ...discussionJobs, ...messageExpertJobs }
const SCHEDULE = `
  17 3 * * * discussions:check-counters
  8 * * * * polls:end
  37 3 * * * discussions:check-likes
  47 3 * * * discussions:check-experts
  7 * * * * accounts:sweep
  27 * * * * uploads:sweep
  */10 * * * * accounts:count-members
  41 4 * * * mailer:sweep`

const actionsOf = ({ write }: Database, bus: Bus): Actions => ({
  ...peopleActions(write),
  ...discussionActions(write, bus),
  ...peopleActions(write),
  ...expertActions(write, bus),
  ...moderationActions(write, bus),
})

export interface Application {
  app: FastifyInstance
  engine: Engine
  run: RunOperation
  /** Background work, to be started once the server listens. */
  startJobs(): Promise<void>
  /** Does at once what is due, where no worker runs. */
  runDueJobs(): Promise<void>
  close(): Promise<void>
}

/** Builds the server on an open database; nothing listens yet. */
export async function buildApp(
  config: Config,
  database: Database,
  options: { vite?: ViteDevServer } = {},
): Promise<Application> {
  const secret = config.SECRET ?? keptSecret(config.dataDir)
  const metrics = makeMetrics()
  metrics.watchPools({ hot: database.hot, search: database.search, write: database.write })
  const bus = config.REDIS_URL ? await redisBus(config.REDIS_URL) : await postgresBus(database.connect, database.write)
  const redis = config.REDIS_URL
    ? new Redis(config.REDIS_URL, { connectTimeout: 500, maxRetriesPerRequest: 1 })
    : undefined
  redis?.on('error', () => {})
  const sessionCookie = cookieName(config.secure)
  const sessions = makeSessions({ pool: database.write, secret, cookieName: sessionCookie })
  let auth: Promise<Auth> | undefined
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  const authOnce = () =>
    (auth ??= makeAuth({
      pool: database.auth,
      secret,
      publicUrl,
      secure: config.secure,
      onHash: () => metrics.passwords.inc(),
    }))

  const engine = makeEngine({
    contract: loadContract(),
    reads,
    hot: database.hot,
    search: database.search,
    write: database.write,
    observe: (operation, seconds) => metrics.statements.observe({ operation }, seconds),
  })
  const run = operationRunner(engine, actionsOf(database, bus))
  const app = await makeServer({
    sessions,
    metrics,
    publicUrl: config.PUBLIC_URL,
    secure: config.secure,
    trustProxy: config.TRUST_PROXY === 'on',
  })
  const version = webVersion()
  const streams = makeStreams(bus, sessions, version)
  let jobsStarting: ReturnType<typeof startJobs> | undefined
  let areJobsRunning = config.JOBS === 'off'

  registerGraphql(app, { engine, sessions, run })
  registerLive(app, { sessions, streams })
  registerHealth(app, {
    database,
    bus,
    metrics,
    streams,
    token: config.METRICS_TOKEN,
    jobs: () => areJobsRunning,
  })
  const letterhead = { publicUrl, supportEmail: (theme: string | null) => supportEmail(config, theme) }
  await registerAccountRoutes(app, {
    auth: authOnce,
    sessions,
    pool: database.write,
    attempts: config.attempts,
    redis,
    secure: config.secure,
    sessionCookie,
    bus,
    secret,
    confirmNewDevices: config.confirmNewDevices,
    onHash: () => metrics.passwords.inc(),
    ...letterhead,
  })
  registerOutbox(app, { pool: database.write, sessions, hasTransport: config.SMTP_URL !== undefined })
  registerAnalyticsRoutes(app, { pool: database.write, sessions })
  const blobs = localBlobs(path.join(config.dataDir, 'files'))
  registerDiscussionRoutes(app, { pool: database.hot, blobs, sessions })
  registerPollRoutes(app, { pool: database.hot, sessions })
  await registerUploadRoutes(app, { pool: database.write, blobs, sessions, scan: makeScan(config.CLAMD_URL) })

  const demo = config.demo ? await import('#database/seed/cast.ts') : undefined
  await registerWeb(app, {
    config,
    sessions,
    run,
    version,
    demo: { demoAccounts: demo?.DEMO_ACCOUNTS ?? null, demoPassword: demo?.DEMO_PASSWORD ?? null },
    xsrfCookie: (token) => xsrfCookie(token, config.secure),
    vite: options.vite,
  })

  const transport = config.SMTP_URL ? smtpTransport(config.SMTP_URL, config.MAIL_FROM) : undefined
  const background = {
    connection: database.connection,
    pool: database.write,
    bus,
    jobs: { ...jobs, ...uploadJobs(blobs), ...mailerJobs(transport), ...doorJobs(letterhead) },
    metrics,
  }
  return {
    app,
    engine,
    run,
    runDueJobs: () => runDueJobs(background),
    startJobs: async () => {
      void authOnce()
      if (config.JOBS === 'off') return
      jobsStarting = startJobs({ ...background, schedule: SCHEDULE })
      await jobsStarting
      areJobsRunning = true
    },
    close: async () => {
      streams.close()
      await app.close()
      // A stop may come while they still begin.
      await (await jobsStarting?.catch(() => undefined))?.stop()
      await bus.close()
      redis?.disconnect()
    },
  }
}

/** A secret of this data folder, made at the first start. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
