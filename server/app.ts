/** The list of what the server is made of. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import {
  accountActions,
  accountLinks,
  accountReads,
  makeAccountJobs,
  importMembers,
  registerAccountRoutes,
  xsrfCookie,
} from '#server/features/accounts/index.ts'
import { registerAnalyticsRoutes } from '#server/features/analytics/index.ts'
import { communitySettingActions, communitySettingReads } from '#server/features/community-settings/index.ts'
import {
  discussionActions,
  discussionJobs,
  discussionReads,
  isReadAuthor,
  messageExpertReads,
  registerDiscussionRoutes,
} from '#server/features/discussions/index.ts'
import {
  makeBilling,
  membershipActions,
  membershipJobs,
  membershipLinks,
  membershipReads,
  registerMembershipRoutes,
  type Billing,
} from '#server/features/membership/index.ts'
import { expertActions, expertJobs, expertReads, importExperts } from '#server/features/experts/index.ts'
import { featureFlagActions, featureFlagReads } from '#server/features/feature-flags/index.ts'
import { inboxActions, inboxReads, registerInboxRoutes } from '#server/features/inbox/index.ts'
import { moderationActions, moderationReads, reportReads } from '#server/features/moderation/index.ts'
import {
  notificationActions,
  notificationFollowers,
  notificationJobs,
  notificationReads,
  PUSH_SERVICES,
  registerNotificationRoutes,
  vapidKeys,
  type PushSettings,
} from '#server/features/notifications/index.ts'
import { networkReads } from '#server/features/networks/index.ts'
import { homeReads } from '#server/features/home/index.ts'
import { onboardingActions, onboardingReads } from '#server/features/onboarding/index.ts'
import {
  blockReads,
  directoryJobs,
  peopleActions,
  peopleReads,
  pictureActions,
  registerPictureRoutes,
} from '#server/features/people/index.ts'
import {
  recognitionActions,
  recognitionJobs,
  recognitionReads,
  registerRecognitionRoutes,
} from '#server/features/recognition/index.ts'
import { staffMemberActions, staffMemberJobs, staffMemberReads } from '#server/features/staff-members/index.ts'
import { searchActions, searchFollowers, searchJobs, searchReads } from '#server/features/search/index.ts'
import { recordRefusal } from '#server/platform/audit/security-events.ts'
import { auditJobs } from '#server/platform/audit/audit.jobs.ts'
import { limitReads } from '#server/features/limits/index.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { makeDataFolder } from '#server/platform/private-files.ts'
import type { Database } from '#server/platform/database/database.ts'
import { loadContract } from '#server/platform/graph/contract.ts'
import { makeEngine, type Engine } from '#server/platform/graph/engine.ts'
import { merged } from '#server/platform/graph/reads.ts'
import { operationRunner, registerGraphql, type Actions, type RunOperation } from '#server/platform/http/graphql.ts'
import { watchConnections } from '#server/platform/http/graceful-close.ts'
import { registerHealth } from '#server/platform/http/health.ts'
import { registerFaviconRoutes } from '#server/platform/http/favicons.ts'
import { makeRoom } from '#server/platform/http/room.ts'
import { registerSecurityTxt } from '#server/platform/http/security-txt.ts'
import { makeServer } from '#server/platform/http/server.ts'
import { registerWeb, supportEmail, webVersion } from '#server/platform/http/web.ts'
import { registerImports } from '#server/platform/imports/imports.routes.ts'
import { runDueJobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { registerLive } from '#server/platform/live/route.ts'
import { makeStreams } from '#server/platform/live/streams.ts'
import { mailerJobs } from '#server/platform/mailer/mailer.jobs.ts'
import { registerOutbox } from '#server/platform/mailer/outbox.routes.ts'
import { smtpTransport } from '#server/platform/mailer/transport.ts'
import { limitJobs } from '#server/platform/limits/limits.jobs.ts'
import { makeMetrics } from '#server/platform/log/metrics.ts'
import { makeScan } from '#server/platform/uploads/scan.ts'
import { uploadJobs } from '#server/platform/uploads/uploads.jobs.ts'
import { registerUploadRoutes } from '#server/platform/uploads/uploads.routes.ts'
import { cookieName, makeAuth, type Auth } from '#server/platform/session/auth.ts'
import { makeSessions, type Sessions } from '#server/platform/session/sessions.ts'
import { postgresBus, redisBus, type Bus } from '#server/platform/signals/bus.ts'
import type { Config } from './config.ts'
import { personalData } from './personal-data.ts'
import type { ViteDevServer } from 'vite'

export const reads = merged(
  networkReads,
  peopleReads,
  blockReads,
  membershipReads,
  accountReads,
  expertReads,
  discussionReads,
  messageExpertReads,
  inboxReads,
  moderationReads,
  reportReads,
  communitySettingReads,
  limitReads,
  featureFlagReads,
  staffMemberReads,
  onboardingReads,
  homeReads,
  notificationReads,
  recognitionReads,
  searchReads,
)
const jobs = { ...discussionJobs, ...recognitionJobs }
const SCHEDULE = `
  17 3 * * * discussions:check-counters
  8 * * * * polls:end
  37 3 * * * discussions:check-likes
  47 3 * * * discussions:check-experts
  57 3 * * * experts:weigh
  7 * * * * accounts:sweep
  12 * * * * accounts:sweep-exports
  22 * * * * accounts:delete-due
  * * * * * staff-members:restore-due
  27 * * * * uploads:sweep
  */10 * * * * accounts:count-members
  51 4 * * * notifications:sweep
  41 4 * * * mailer:sweep
  31 4 * * * audit:sweep
  31 4 * * * limits:sweep
  23 * * * * membership:tick
  53 * * * * membership:sweep
  23 7 * * * people:directory-alerts
  */5 * * * * people:show-presence
  * * * * * discussions:publish-waiting
  17 5 * * * recognition:award
  * * * * * search:index
  51 3 * * * search:count-words`

/** Jobs that follow what is announced, in the transaction that announces it. */
const FOLLOWERS = followersOf(notificationFollowers, searchFollowers)

/** One signal may be followed by several features. */
function followersOf(
  ...all: readonly Readonly<Record<string, readonly string[]>>[]
): Record<string, readonly string[]> {
  const tasks: Record<string, readonly string[]> = {}
  for (const followers of all)
    for (const [signal, own] of Object.entries(followers)) tasks[signal] = [...(tasks[signal] ?? []), ...own]
  return tasks
}

interface ExternalServices {
  billing: Billing
  sessions: Sessions
  push: PushSettings
}
const actionsOf = ({ write }: Database, bus: Bus, { billing, sessions, push }: ExternalServices): Actions => ({
  ...peopleActions(write, bus, isReadAuthor),
  ...membershipActions(billing),
  ...discussionActions(write, bus),
  ...expertActions(write, bus),
  ...inboxActions(write, bus),
  ...moderationActions(write, bus),
  ...communitySettingActions(write, bus),
  ...featureFlagActions(write, bus),
  ...onboardingActions({ pool: write, bus, forget: (userId) => sessions.forget(userId) }),
  ...notificationActions(write, bus, push),
  ...recognitionActions(write, bus),
  ...searchActions(write),
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
  const secret = config.SECRET ?? loadOrCreateSecret(config.dataDir)
  const metrics = makeMetrics()
  metrics.watchPools({ hot: database.hot, search: database.search, write: database.write })
  const plainBus = config.REDIS_URL
    ? await redisBus(config.REDIS_URL)
    : await postgresBus(database.connect, database.write)
  const bus: Bus = { ...plainBus, followers: FOLLOWERS }
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
  const push: PushSettings = {
    services: config.PUSH_SERVICES === 'none' ? [] : (config.PUSH_SERVICES?.split(',') ?? PUSH_SERVICES),
    appGateway: config.APP_PUSH_URL ? { url: config.APP_PUSH_URL, key: config.APP_PUSH_KEY } : undefined,
    contact: `mailto:${supportEmail(config, null)}`,
    keys: vapidKeys(secret),
  }
  const room = makeRoom(config.dataDir)
  const app = await makeServer({
    sessions,
    metrics,
    publicUrl: config.PUBLIC_URL,
    secure: config.secure,
    trustProxy: config.TRUST_PROXY === 'on',
    room,
    onForbidden: async (request, facts) => {
      const session = await sessions.find(request.headers.cookie).catch(() => null)
      await recordRefusal(database.write, {
        kind: 'permission.refused',
        userId: session?.id ?? null,
        from: request,
        facts,
      })
    },
    isOperation: (name) => engine.contract.operations.has(name),
  })
  const closeConnections = watchConnections(app)
  const blobs = localBlobs(path.join(config.dataDir, 'files'))
  const letterhead = { publicUrl, supportEmail: (theme: string | null) => supportEmail(config, theme) }
  const billing = makeBilling(config, { pool: database.write, bus, secret, forget: sessions.forget, ...letterhead })
  const doorTools = await registerAccountRoutes(app, {
    auth: authOnce,
    sessions,
    pool: database.write,
    attempts: config.attempts,
    secure: config.secure,
    sessionCookie,
    bus,
    secret,
    confirmNewDevices: config.confirmNewDevices,
    onHash: () => metrics.passwords.inc(),
    ownOrigin: config.PUBLIC_URL,
    blobs,
    ...letterhead,
  })
  const lplus =
    config.LPLUS_URL && config.LPLUS_SECRET ? { url: config.LPLUS_URL, secret: config.LPLUS_SECRET } : undefined
  const run = operationRunner(engine, {
    ...actionsOf(database, bus, { billing, sessions, push }),
    ...pictureActions(database.write, bus, blobs),
    ...accountActions(doorTools, lplus),
    ...staffMemberActions({ pool: database.write, bus, forget: sessions.forget, ...letterhead }),
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
    room,
  })
  registerMembershipRoutes(app, billing, sessions)
  registerOutbox(app, { pool: database.write, sessions, hasTransport: config.SMTP_URL !== undefined })
  await registerNotificationRoutes(app, {
    pool: database.write,
    secret,
    publicKey: push.keys.publicKey,
    callsApps: push.appGateway !== undefined,
  })
  registerAnalyticsRoutes(app, { pool: database.write, sessions })
  registerPictureRoutes(app, { pool: database.write, blobs, sessions })
  registerRecognitionRoutes(app)
  registerFaviconRoutes(app)
  registerSecurityTxt(app, config.SUPPORT_EMAIL, config.PUBLIC_URL)
  registerImports(app, {
    sessions,
    tables: {
      experts: (order) => importExperts(database.write, bus, order),
      members: (order) => importMembers(database.write, bus, { ...order, letterhead }),
    },
  })
  registerDiscussionRoutes(app, { pool: database.hot, blobs, sessions })
  registerInboxRoutes(app, { pool: database.hot, blobs, sessions })
  await registerUploadRoutes(app, { pool: database.write, blobs, sessions, scan: makeScan(config.CLAMD_URL) })

  const demo = config.demo ? await import('#database/seed/demo-members.ts') : undefined
  await registerWeb(app, {
    config,
    sessions,
    run,
    allows: engine.allows,
    version,
    demo: { demoAccounts: demo?.DEMO_ACCOUNTS ?? null, demoPassword: demo?.DEMO_PASSWORD ?? null },
    xsrfCookie: (token) => xsrfCookie(token, config.secure),
    links: { ...accountLinks(doorTools), ...membershipLinks(billing) },
    vite: options.vite,
  })

  const transport = config.SMTP_URL ? smtpTransport(config.SMTP_URL, config.MAIL_FROM) : undefined
  const background = {
    connection: database.connection,
    pool: database.write,
    bus,
    jobs: {
      ...jobs,
      ...membershipJobs(billing),
      ...uploadJobs(blobs),
      ...searchJobs(blobs),
      ...mailerJobs(transport),
      ...auditJobs(config.SECURITY_EVENTS_DAYS),
      ...limitJobs,
      ...staffMemberJobs(letterhead),
      ...makeAccountJobs({ ...letterhead, blobs, sessions, personalData }),
      ...directoryJobs(letterhead),
      ...expertJobs(letterhead),
      ...notificationJobs({ ...letterhead, secret, push }),
    },
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
      await closeConnections()
      // A stop may come while they still begin.
      await (await jobsStarting?.catch(() => undefined))?.stop()
      await bus.close()
    },
  }
}

/** A secret of this data folder, made at the first start. */
function loadOrCreateSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  makeDataFolder(dataDir)
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
