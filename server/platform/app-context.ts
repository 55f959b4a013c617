/** What the parts of the server share. It is made once, at the start. */
import type pg from 'pg'
import type { Config } from '#server/config.ts'
import type { Blobs } from './blobs.ts'
import type { Metrics } from './log/metrics.ts'
import type { PersonalData } from './personal-data.ts'
import type { Auth } from './session/auth.ts'
import type { Sessions } from './session/sessions.ts'
import type { Bus } from './signals/bus.ts'

/** What every email needs: where its links lead and whom to write to. */
export interface EmailContext {
  publicUrl: string
  supportEmail: (theme: string | null) => string
}

export interface AppContext {
  config: Config
  /** Writes, and reads that belong to a write. */
  pool: pg.Pool
  /** Reads of a single page or file. */
  readPool: pg.Pool
  bus: Bus
  sessions: Sessions
  sessionCookie: string
  /** Loads the authentication library at the first call. */
  auth: () => Promise<Auth>
  blobs: Blobs
  email: EmailContext
  /** The catalogue of all features. */
  personalData: PersonalData
  /** Signs and encrypts; never leaves the server. */
  secret: string
  metrics: Metrics
}
