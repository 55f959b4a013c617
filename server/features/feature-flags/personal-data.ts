import { describe, each, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const featureFlagPersonalData: PersonalData = [
  describe(
    'feature_flags',
    each('id key peer_network_id user_id enabled changed_at', leftOut('what is tried with a few members', 'staff')),
  ),
]
