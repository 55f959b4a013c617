/** Assembles the server, starts it and shuts it down. */
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import { accountsFeature, listEnabledProviders } from '#server/features/accounts/index.ts'
import { analyticsFeature } from '#server/features/analytics/index.ts'
import { approvalsFeature } from '#server/features/approvals/index.ts'
import { assistantFeature } from '#server/features/assistant/index.ts'
import { bookmarksFeature } from '#server/features/bookmarks/index.ts'
import { cleFeature } from '#server/features/cle/index.ts'
import { communitySettingsFeature } from '#server/features/community-settings/index.ts'
import { discussionsFeature } from '#server/features/discussions/index.ts'
import { documentsFeature } from '#server/features/documents/index.ts'
import { eventsFeature } from '#server/features/events/index.ts'
import { expertsFeature } from '#server/features/experts/index.ts'
import { featureFlagsFeature } from '#server/features/feature-flags/index.ts'
import { genericContentFeature } from '#server/features/generic-content/index.ts'
import { figuresFeature } from '#server/features/figures/index.ts'
import { jobsFeature } from '#server/features/jobs/index.ts'
import { homeFeature } from '#server/features/home/index.ts'
import { inboxFeature } from '#server/features/inbox/index.ts'
import { learningFeature } from '#server/features/learning/index.ts'
import { limitsFeature } from '#server/features/limits/index.ts'
import { mailFeature } from '#server/features/mail/index.ts'
import { materialsFeature } from '#server/features/materials/index.ts'
import { membershipFeature } from '#server/features/membership/index.ts'
import { moderationFeature } from '#server/features/moderation/index.ts'
import { networksFeature } from '#server/features/networks/index.ts'
import { notificationsFeature } from '#server/features/notifications/index.ts'
import { onboardingFeature } from '#server/features/onboarding/index.ts'
import { peopleFeature } from '#server/features/people/index.ts'
import { referenceListsFeature } from '#server/features/reference-lists/index.ts'
import { recognitionFeature } from '#server/features/recognition/index.ts'
import { searchFeature } from '#server/features/search/index.ts'
import { webhooksFeature } from '#server/features/webhooks/index.ts'
import { workFeature } from '#server/features/staff-work/index.ts'
import { setupFeature } from '#server/features/setup/index.ts'
import { staffRolesFeature } from '#server/features/staff-roles/index.ts'
import { staffMembersFeature } from '#server/features/staff-members/index.ts'
import { makeAccessTokens } from '#server/platform/session/access-tokens.ts'
import { staffReadRecorder } from '#server/platform/audit/staff-reads.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { followersOf, startParts } from '#server/platform/feature.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine, type Engine } from '#server/platform/graph/engine.ts'
import type { LookUps } from '#server/platform/graph/look-ups.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { watchConnections } from '#server/platform/http/graceful-close.ts'
import { operationRunner, registerGraphql, type RunOperation } from '#server/platform/http/graphql.ts'
import { registerHealth } from '#server/platform/http/health.ts'
import { makeRoom } from '#server/platform/storage/room.ts'
import { registerWeb, webVersion } from '#server/platform/http/web.ts'
import { registerImports } from '#server/platform/imports/imports.routes.ts'
import { runDueJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { registerLive } from '#server/platform/live/route.ts'
import { makeStreams } from '#server/platform/live/streams.ts'
import type { Config } from './config.ts'
import { buildContext } from './context.ts'
import { makeAppServer } from './app-server.ts'
import { warmUp } from './warm-up.ts'
import { PLATFORM_PARTS } from './platform-parts.ts'

/** In the order of their levels; within a level, features that others import come first. */
export const FEATURES = [
  networksFeature,
  peopleFeature,
  accountsFeature,
  membershipFeature,
  materialsFeature,
  expertsFeature,
  eventsFeature,
  learningFeature,
  discussionsFeature,
  documentsFeature,
  inboxFeature,
  recognitionFeature,
  bookmarksFeature,
  notificationsFeature,
  mailFeature,
  cleFeature,
  searchFeature,
  assistantFeature,
  analyticsFeature,
  figuresFeature,
  onboardingFeature,
  homeFeature,
  moderationFeature,
  communitySettingsFeature,
  limitsFeature,
  approvalsFeature,
  workFeature,
  staffRolesFeature,
  staffMembersFeature,
  featureFlagsFeature,
  genericContentFeature,
  referenceListsFeature,
  setupFeature,
  jobsFeature,
  webhooksFeature,
] as const
const PARTS = [...PLATFORM_PARTS, ...FEATURES]
/** Data stored about members. Sections of the data export and the erasure follow this order: the person first. */
export const personalData = [...FEATURES, ...PLATFORM_PARTS].flatMap((part) => part.personalData ?? [])
export const reads = merged(...FEATURES.map((feature) => feature.reads ?? {}))

export interface Application {
  app: FastifyInstance
  engine: Engine
  run: RunOperation
  /** Plans and runs the most frequent operations and loads what signs members in; call it before the server listens. */
  warmUp(): Promise<unknown>
  /** Starts background jobs; call it after the server listens. */
  startJobs(): Promise<void>
  /** Runs all due jobs now, where no worker runs. */
  runDueJobs(): Promise<void>
  /** Runs one job now, without the queue. */
  runJob(task: string): Promise<unknown>
  /** Before `close`, where others go on serving: live streams go to them, and requests on their way are answered. */
  drain(): Promise<void>
  close(): Promise<void>
}

/** Runs the jobs, unless JOBS is off. */
function jobRunnerOf({ JOBS }: Pick<Config, 'JOBS'>, run: () => ReturnType<typeof startJobs>) {
  let starting: ReturnType<typeof startJobs> | undefined
  let areRunning = JOBS === 'off'
  return {
    areRunning: () => areRunning,
    start: async () => {
      if (JOBS === 'off') return
      starting = run()
      await starting
      areRunning = true
    },
    // The server may be stopped while the jobs are still starting.
    stop: async () => (await starting?.catch(() => undefined))?.stop(),
  }
}

async function demoAccess(config: Config) {
  if (!config.demo) return { demoAccounts: null, demoPassword: null }
  const { DEMO_ACCOUNTS, DEMO_PASSWORD } = await import('#database/seed/demo-members.ts')
  return { demoAccounts: DEMO_ACCOUNTS, demoPassword: DEMO_PASSWORD }
}

const engineOf = ({ hot, search, write }: Database, { metrics }: AppContext, lookUps: () => LookUps) =>
  makeEngine({
    contract: loadContract(),
    reads,
    ...{ hot, search, write, lookUps },
    observe: (operation, seconds) => metrics.statements.observe({ operation }, seconds),
  })

/** Builds the server on an open database; does not listen yet. */
export async function buildApp(
  config: Config,
  database: Database,
  { vite }: { vite?: ViteDevServer } = {},
): Promise<Application> {
  // The operations need the actions of the parts, and the parts need the context.
  const lateRun: RunOperation = (...asked) => run(...asked)
  const context = await buildContext(config, database, { followers: followersOf(PARTS), personalData, run: lateRun })
  const { bus, sessions, metrics } = context
  const engine = engineOf(database, context, () => parts.lookUps)
  const room = makeRoom({
    folder: config.dataDir,
    hasDatabase: config.embedded,
    free: () => void database.write.query('checkpoint').catch(() => undefined),
  })
  const app = await makeAppServer(context, engine, { room, replica: database.replica })
  const connections = watchConnections(app)
  const parts = startParts(PARTS, context)
  const run = operationRunner(engine, parts.actions, staffReadRecorder(context.pool))
  const version = webVersion()
  const streams = makeStreams(bus, sessions, version)
  const background = { connection: database.connection, pool: database.write, bus, jobs: parts.jobs, metrics }
  const jobs = jobRunnerOf(config, () => startJobs({ ...background, schedule: parts.schedule }))

  const health = { database, bus, metrics, streams, room, token: config.METRICS_TOKEN }
  registerHealth(app, { ...health, jobs: jobs.areRunning })
  const servesMembers = config.JOBS !== 'only'
  if (servesMembers) {
    registerGraphql(app, { engine, sessions, accessTokens: makeAccessTokens(context.pool), run })
    registerLive(app, { sessions, streams })
    registerImports(app, { sessions, tables: parts.imports })
    await parts.registerRoutes(app)
  }
  await parts.start()
  const signInProviders = () => listEnabledProviders(context.pool)
  const pages = { config, sessions, run, version, vite, allows: engine.allows, links: parts.links, signInProviders }
  if (servesMembers) await registerWeb(app, { ...pages, demo: await demoAccess(config) })

  return {
    app,
    engine,
    run,
    warmUp: () => Promise.all([context.auth(), warmUp(database, engine)]),
    runDueJobs: () => runDueJobs(background),
    runJob: async (task) => parts.jobs[task]!({ pool: database.write, bus }, undefined as never),
    startJobs: async () => {
      void context.auth()
      await jobs.start()
    },
    drain: async () => {
      streams.close()
      await connections.drain()
    },
    close: async () => {
      streams.close()
      await connections.close()
      await jobs.stop()
      await parts.close()
      await context.fileTools.close()
      await bus.close()
    },
  }
}
