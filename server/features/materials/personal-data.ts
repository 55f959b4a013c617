import {
  BY_STAFF,
  copied,
  describe,
  each,
  ID,
  kept,
  leftOut,
  type PersonalData,
} from '#server/platform/personal-data.ts'

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
    'material_videos',
    {
      ...each('id name file_type size storage_key poster_key duration created_at words', kept(BY_STAFF, 'members')),
      added_by: { export: false, because: BY_STAFF, erase: 'null', visibleTo: 'nobody' },
    },
    { owner: 'added_by', merge: 'move' },
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
