import type { Signal } from '#server/platform/signals/bus.ts'

/** Somebody took, left or decided something: the screens of staff ask again. Staff hear every signal, others not this one. */
export const changed = (): Signal => ({ signal: 'moderation.changed', channels: [], users: [], data: {} })
