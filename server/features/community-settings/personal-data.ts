import { BY_STAFF, describe, each, kept, type PersonalData } from '#server/platform/personal-data.ts'

export const communitySettingPersonalData: PersonalData = [
  describe('community_settings', each('key value changed_at changed_by', kept(BY_STAFF, 'staff')), {
    owner: 'changed_by',
  }),
]
