import { copied, describe, each, ID, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

const COUNTER = 'a number that says nothing about the member'

export const bookmarksPersonalData: PersonalData = [
  describe(
    'bookmark_collections',
    {
      ...each('id title created_at', copied('bookmark_collections')),
      user_id: leftOut(ID),
      alteration: leftOut(COUNTER),
    },
    { order: 'x.id' },
  ),
  describe(
    'bookmarks',
    {
      ...each('kind item_id collection_id note source bookmarked_at', copied('bookmarks')),
      user_id: leftOut(ID),
      num_of_responses: leftOut('a number of the discussion, not of the member'),
    },
    { order: 'x.bookmarked_at, x.kind, x.item_id' },
  ),
]
