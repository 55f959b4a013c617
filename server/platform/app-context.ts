/** The context that the parts of the server share, created once at startup. */
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Blobs } from './blobs.ts'
import type { FileTools } from './files/file-tools.ts'
import type { RunOperation } from './http/graphql.ts'
import type { Metrics } from './log/metrics.ts'
import type { PersonalData } from './personal-data.ts'
import type { Auth } from './session/auth.ts'
import type { Sessions } from './session/sessions.ts'
import type { Bus } from './signals/bus.ts'

/** Used by every email: the base URL of its links, and the support address. */
export interface EmailContext {
  publicUrl: string
  supportEmail: (theme: string | null) => string
}

export interface AppContext {
  config: Config
  /** For writes, and reads that belong to a write. */
  pool: pg.Pool
  /** For threads that open their own connections. */
  connection: pg.ClientConfig
  /** For reads of a single page or file. */
  readPool: pg.Pool
  bus: Bus
  /** Runs a named operation as a viewer, with the same checks as a request. */
  run: RunOperation
  sessions: Sessions
  sessionCookie: string
  /** Loads the authentication library on the first call. */
  auth: () => Promise<Auth>
  blobs: Blobs
  /** One worker thread for the documents of all features. */
  fileTools: FileTools
  email: EmailContext
  /** The catalog of all features. */
  personalData: PersonalData
  /** Key for signing and encryption; never leaves the server. */
  secret: string
  metrics: Metrics
}
