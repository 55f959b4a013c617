import type { Signal } from '#server/platform/signals/bus.ts'

/** The billing data of these members changed; their pages refetch. */
export const changed = (users: readonly number[]): Signal => ({
  signal: 'membership.changed',
  channels: [],
  users,
  data: {},
})

/** A term ends soon and will be charged again. For the paying members. */
export const renewalDue = (
  users: readonly number[],
  facts: { subscription_id: number; subscription_total: number; next_billing_at: string },
): Signal => ({ signal: 'membership.renewal_due', channels: [], users, data: {}, facts: { users, ...facts } })
