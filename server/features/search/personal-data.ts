import { copied, describe, each, ID, leftOut, WORKED_OUT, type PersonalData } from '#server/platform/personal-data.ts'

export const searchPersonalData: PersonalData = [
  describe(
    'searches',
    { ...each('search_section query searched_at', copied('searches')), ...each('id user_id', leftOut(ID)) },
    { order: 'x.searched_at, x.id' },
  ),
  describe('search_names', each('user_id word', leftOut(WORKED_OUT))),
]
