import type { Signal } from '#server/platform/signals/bus.ts'

/** What these members have paid for is different now: their pages ask again. */
export const changed = (users: readonly number[]): Signal => ({
  signal: 'membership.changed',
  channels: [],
  users,
  data: {},
})

/** A term ends soon and will be charged anew. For those who pay. */
export const renewalDue = (
  users: readonly number[],
  facts: { subscription_id: number; subscription_total: number; next_billing_at: string },
): Signal => ({ signal: 'membership.renewal_due', channels: [], users, data: {}, facts: { users, ...facts } })
