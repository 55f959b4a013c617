import type { Signal } from '#server/platform/signals/bus.ts'

/** A member starts following another. */
export const followed = ({ actorId, followedId }: { actorId: number; followedId: number }): Signal => ({
  signal: 'people.followed',
  channels: [],
  users: [followedId],
  data: { actor_id: actorId, user_id: followedId },
})
