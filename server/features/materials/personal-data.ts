import { copied, describe, each, ID, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const materialsPersonalData: PersonalData = [
  describe(
    'watch_progress',
    {
      ...each('position watched completed_at updated_at', copied('videos_watched')),
      ...each('user_id video_id counted_until', leftOut(ID)),
    },
    { order: 'x.updated_at' },
  ),
  describe(
    'material_downloads',
    {
      ...each('kind requested_at opened_at', copied('downloads')),
      ...each('id user_id item_id file_id token', leftOut(ID)),
    },
    { order: 'x.id' },
  ),
]
