/** Creates the context that the parts of the server share. */
import type { AppContext } from '#server/platform/app-context.ts'
import { openFileTools } from '#server/platform/files/file-tools.ts'
import type { Database } from '#server/platform/database/database.ts'
import { supportEmail } from '#server/platform/http/web.ts'
import { makeMetrics } from '#server/platform/log/metrics.ts'
import type { RunOperation } from '#server/platform/http/graphql.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { openBlobs, requireBuckets } from '#server/platform/storage/open-blobs.ts'
import { cookieName, makeAuth, type Auth } from '#server/platform/session/auth.ts'
import { makeSessions } from '#server/platform/session/sessions.ts'
import { postgresBus, redisBus, type Bus, type Followers } from '#server/platform/signals/bus.ts'
import { busWithReplica } from '#server/platform/signals/bus-with-replica.ts'
import type { Config } from './config.ts'
import { loadOrCreateSecret } from './secret.ts'

async function openBus(config: Config, { connect, write, replica }: Database, followers: Followers): Promise<Bus> {
  const bus = config.REDIS_URL ? await redisBus(config.REDIS_URL) : await postgresBus(connect, write)
  return { ...(replica ? busWithReplica(bus, replica) : bus), followers }
}

interface FromParts {
  followers: Followers
  personalData: PersonalData
  run: RunOperation
}

export async function buildContext(config: Config, database: Database, fromParts: FromParts): Promise<AppContext> {
  const secret = config.SECRET ?? loadOrCreateSecret(config.dataDir)
  await requireBuckets(config)
  const metrics = makeMetrics()
  metrics.watchPools({ hot: database.hot, search: database.search, write: database.write })
  metrics.watchReplica(database)
  const bus = await openBus(config, database, fromParts.followers)
  const sessionCookie = cookieName(config.secure)
  const publicUrl = config.PUBLIC_URL ?? `http://localhost:${config.PORT}`
  let auth: Promise<Auth> | undefined
  return {
    config,
    pool: database.write,
    connection: database.connection,
    readPool: database.hot,
    bus,
    run: fromParts.run,
    sessions: makeSessions({ pool: database.write, secret, cookieName: sessionCookie }),
    sessionCookie,
    auth: () =>
      (auth ??= makeAuth({
        pool: database.auth,
        secret,
        publicUrl,
        secure: config.secure,
        onHash: () => metrics.passwords.inc(),
      })),
    blobs: openBlobs(config),
    fileTools: openFileTools(),
    email: { publicUrl, supportEmail: (theme) => supportEmail(config, theme) },
    personalData: fromParts.personalData,
    secret,
    metrics,
  }
}
