import type { Signal } from '#server/platform/signals/bus.ts'

/** Ids of members that fit into one announcement, which the database cuts at 8,000 bytes. */
const USERS_AT_ONCE = 300

/** What these members are told has changed; their open pages ask again. */
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
