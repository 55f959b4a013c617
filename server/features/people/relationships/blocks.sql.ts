/** Statements of blocks. The answer names the member, so it is given about those alone whom the viewer can name already. */
import { Parameter, sql, type Sql } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { profiles } from '#server/features/people/members/profiles.access.ts'

/** Says of a member whether the viewer reads something that stands under their name. */
export type IsReadAuthor = (memberId: Sql) => Sql

/** A member whose page the viewer may read, or whose name stands over what the viewer reads. */
export const selectBlockable = (id: number, isReadAuthor: IsReadAuthor) => sql`
  select u.id, u.is_staff from ${people.people} u
  where u.id = ${new Parameter('member', 'bigint', () => id)} and u.id <> ${ANONYMOUS_USER_ID}
    and (exists (select from ${profiles.profiles} p where p.id = u.id) or ${isReadAuthor(sql`u.id`)})`

export const insertBlock = {
  name: 'insert-block',
  text: 'insert into member_blocks (user_id, blocked_user_id) values ($1, $2) on conflict do nothing',
}
export const deleteBlock = {
  name: 'delete-block',
  text: 'delete from member_blocks where user_id = $1 and blocked_user_id = $2',
}
