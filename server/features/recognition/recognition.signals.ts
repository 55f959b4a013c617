import type { Signal } from '#server/platform/signals/bus.ts'

/** A member received a new badge. Only they can see it until they show it. */
export const badgeEarned = ({ userId, badgeId }: { userId: number; badgeId: number }): Signal => ({
  signal: 'recognition.badge_earned',
  channels: [],
  users: [userId],
  isConfidential: true,
  data: { user_id: userId, badge_id: badgeId },
})

/** Staff offered a member a title. */
export const titleOffered = ({ userId, titleId }: { userId: number; titleId: number }): Signal => ({
  signal: 'recognition.title_offered',
  channels: [],
  users: [userId],
  isConfidential: true,
  data: { user_id: userId, title_id: titleId },
})
