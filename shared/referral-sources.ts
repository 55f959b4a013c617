/** Where a member came to a page from. */
export const REFERRAL_SOURCES = [
  'expert_recommendations',
  'followers_modal',
  'following_modal',
  'inbox',
  'member_directory',
  'member_page',
  'thread_details',
  'feed',
  'email',
  'member_connections_unit',
  'notifications',
  'onboarding',
] as const
export type ReferralSource = (typeof REFERRAL_SOURCES)[number]
