import { define, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { people } from '#server/features/people/members/people.access.ts'

const viewer = one(() => sql`select u.* from ${people.viewer} u`)

/** What members set about themselves is answered with themselves. */
export const nameReads = define({
  Mutation: { updateName: viewer, updatePresence: viewer, updateTimeZone: viewer, updateEmailPreference: viewer },
})
