/** What everything about money is done with. */
import type pg from 'pg'
import type { Bus } from '#server/platform/signals/bus.ts'
import type { Provider } from './provider.ts'

export interface Billing {
  pool: pg.Pool
  bus: Bus
  provider: Provider
  /** Makes the tokens of invoices; never leaves the server. */
  secret: string
  publicUrl: string
  supportEmail: (theme: string | null) => string
  /** What is believed of a member's session is looked up anew. */
  forget: (userId: number) => void
}
