/** Creates the context that the parts of the server share. */
import path from 'node:path'
import type { AppContext } from '#server/platform/app-context.ts'
import { localBlobs } from '#server/platform/blobs.ts'
import { openFileTools } from '#server/platform/files/file-tools.ts'
import type { Database } from '#server/platform/database/database.ts'
import { supportEmail } from '#server/platform/http/web.ts'
import { makeMetrics } from '#server/platform/log/metrics.ts'
import type { RunOperation } from '#server/platform/http/graphql.ts'
import type { PersonalData } from '#server/platform/personal-data.ts'
import { cookieName, makeAuth, type Auth } from '#server/platform/session/auth.ts'
import { makeSessions } from '#server/platform/session/sessions.ts'
import { postgresBus, redisBus, type Bus, type Followers } from '#server/platform/signals/bus.ts'
import type { Config } from './config.ts'
import { loadOrCreateSecret } from './secret.ts'

interface FromParts {
  followers: Followers
  personalData: PersonalData
  run: RunOperation
}

export async function buildContext(config: Config, database: Database, fromParts: FromParts): Promise<AppContext> {
  const secret = config.SECRET ?? loadOrCreateSecret(config.dataDir)
  const metrics = makeMetrics()
  metrics.watchPools({ hot: database.hot, search: database.search, write: database.write })
  const bus: Bus = {
    ...(config.REDIS_URL ? await redisBus(config.REDIS_URL) : await postgresBus(database.connect, database.write)),
    followers: fromParts.followers,
  }
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
    blobs: localBlobs(path.join(config.dataDir, 'files')),
    fileTools: openFileTools(),
    email: { publicUrl, supportEmail: (theme) => supportEmail(config, theme) },
    personalData: fromParts.personalData,
    secret,
    metrics,
  }
}
