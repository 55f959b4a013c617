import type { Signal } from '#server/platform/signals/bus.ts'

/**
 * A queue item was claimed, released or decided: staff pages refetch. Staff receive all signals; others do not receive
 * this one.
 */
export const changed = (): Signal => ({ signal: 'moderation.changed', channels: [], users: [], data: {} })
