import { people } from '#server/features/people/index.ts'
import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { SETTING_KEYS } from '#shared/community-settings.ts'
import { communitySettings } from './community-settings.access.ts'

const changed = many(() => ({
  rows: sql`select s.* from ${communitySettings.community_settings} s`,
  order: sql`s.key`,
  cap: SETTING_KEYS.length,
}))

export const communitySettingReads = define({
  Query: { community_settings: changed },
  Mutation: { saveCommunitySetting: changed },
  CommunitySetting: {
    changed_by: one((s) => sql`select u.* from ${people.people} u where u.id = ${s}.changed_by`),
  },
})
