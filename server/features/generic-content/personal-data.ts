import { BY_STAFF, describe, each, kept, type PersonalData } from '#server/platform/personal-data.ts'

export const genericContentPersonalData: PersonalData = [
  describe(
    'generic_contents',
    {
      ...each('id section peer_network_id html note published_at created_at', kept(BY_STAFF, 'members')),
      author_id: { export: false, because: BY_STAFF, erase: 'null', visibleTo: 'staff' },
    },
    { owner: 'author_id' },
  ),
]
