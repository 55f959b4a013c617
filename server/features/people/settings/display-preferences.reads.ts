import { define, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { people } from '#server/features/people/members/people.access.ts'

export const displayPreferenceReads = define({
  Mutation: { updateDisplayPreferences: one(() => sql`select u.* from ${people.viewer} u`) },
})
