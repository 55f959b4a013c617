import type { MembersToKnowQuery } from '#api/operations.ts'

type Known = MembersToKnowQuery['members_to_know'][number]

const REASONS: Record<Known['reason'], (known: Known) => string> = {
  answered_you: () => 'Replied to you',
  in_common: ({ num_in_common: shared }) =>
    shared === 1 ? 'One thing in common with you' : `${shared} things in common with you`,
  same_city: ({ user: { city } }) => `Also in ${city ?? 'your city'}`,
  newly_joined: () => 'New in your network',
}

/** Why a member is suggested. */
export const knownReason = (known: Known): string => REASONS[known.reason](known)
