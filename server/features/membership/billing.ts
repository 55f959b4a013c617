/** Dependencies of all billing code. */
import type pg from 'pg'
import type { Bus } from '#server/platform/signals/bus.ts'
import type { Provider } from './payment-provider/provider.ts'

export interface Billing {
  pool: pg.Pool
  bus: Bus
  provider: Provider
  /** Derives the tokens of invoice links; never leaves the server. */
  secret: string
  publicUrl: string
  supportEmail: (theme: string | null) => string
  /** Drops the cached session of a member, so that it is loaded again. */
  forget: (userId: number) => void
}
