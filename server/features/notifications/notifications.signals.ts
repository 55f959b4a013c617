import type { Signal } from '#server/platform/signals/bus.ts'

/** Member ids per signal: PostgreSQL limits a NOTIFY payload to 8,000 bytes. */
const USERS_AT_ONCE = 300

/** The notifications of these members changed; their open pages refetch. */
export function changed(users: readonly number[]): Signal[] {
  const signals: Signal[] = []
  for (let at = 0; at < users.length; at += USERS_AT_ONCE)
    signals.push({
      signal: 'notifications.changed',
      channels: [],
      users: users.slice(at, at + USERS_AT_ONCE),
      isConfidential: true,
      data: {},
    })
  return signals
}
