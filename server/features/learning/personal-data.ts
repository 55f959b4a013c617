import { copied, describe, each, ID, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const learningPersonalData: PersonalData = [
  describe(
    'series_speakers',
    {
      title: copied('series_spoken_in', 'members'),
      name: leftOut('only of people from outside'),
      ...each('id series_id user_id place', leftOut(ID)),
    },
    { order: 'x.id' },
  ),
  describe(
    'sponsor_connections',
    {
      ...each('sponsor_id message consented_at mailed_at', copied('sponsor_connections')),
      ...each('id user_id', leftOut(ID)),
    },
    { order: 'x.id' },
  ),
]
