/**
 * Features that staff can switch off for everyone, for a network or for a member. Each is on unless a row says
 * otherwise: a member's row takes precedence over a network's, and that over the one for everyone. Unknown keys are
 * off.
 */

export const FEATURE_FLAGS = {
  polls: {
    label: 'Polls',
    hint: 'Creating polls. Members can still read open polls and vote in them.',
    off: 'Polls are turned off for you. Start a discussion instead. Your draft is saved.',
  },
  anonymous_posts: {
    label: 'Anonymous posts',
    hint: 'Asking anonymously. Members who have already asked anonymously can still reply anonymously there.',
    off: 'Anonymous posts are turned off for you. Your draft is saved; you can post it under your name.',
  },
  map: {
    label: 'Member map',
    hint: 'The map in the directory. Members can still be found by city.',
    off: 'The map is turned off for you.',
  },
  recommendations: {
    label: 'Recommendations',
    hint: 'The Recommendations and Experts pages, recommending, and asking for a recommendation.',
    off: 'Recommendations are turned off for you. What you wrote is saved.',
  },
  ai_assistant: {
    label: 'Assistant',
    hint: 'The assistant, and everything that it answers elsewhere.',
    off: 'The assistant is turned off for you. Your text is saved.',
  },
  invitations: {
    label: 'Inviting colleagues',
    hint: 'Nominating a colleague. Staff can always invite.',
    off: 'Inviting colleagues is turned off for you.',
  },
} as const satisfies Record<string, { label: string; hint: string; off: string }>

export type FeatureKey = keyof typeof FEATURE_FLAGS
export const FEATURE_KEYS = Object.keys(FEATURE_FLAGS) as FeatureKey[]
export const isFeatureKey = (key: string): key is FeatureKey => Object.hasOwn(FEATURE_FLAGS, key)
