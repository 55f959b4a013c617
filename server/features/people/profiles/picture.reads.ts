import { define, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { people } from '#server/features/people/members/people.access.ts'

const picture = one(() => sql`select u.profile_pic_url, u.profile_thumbnail_url from ${people.viewer} u`)

export const pictureReads = define({ Mutation: { updateProfilePicture: picture, removeProfilePicture: picture } })
