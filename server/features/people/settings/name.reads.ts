import { define, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { people } from '#server/features/people/members/people.access.ts'

const viewer = one(() => sql`select u.* from ${people.viewer} u`)

/** Mutations of these settings return the viewer. */
export const nameReads = define({
  Mutation: { updateName: viewer, updatePresence: viewer, updateTimeZone: viewer, updateEmailPreference: viewer },
})
