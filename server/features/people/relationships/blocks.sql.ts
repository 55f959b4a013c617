/**
 * Statements for blocks. The response names the member, so only members whose name the viewer can already read can be
 * blocked.
 */
import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql, type Sql } from '#server/platform/graph/sql.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { profiles } from '#server/features/people/members/profiles.access.ts'

/** Condition: the viewer can read a post under this member's name. */
export type IsReadAuthor = (memberId: Sql) => Sql

/** A member whose profile the viewer can read, or whose name appears on a post they can read. */
export const selectBlockable = (id: number, isReadAuthor: IsReadAuthor) => sql`
  select u.id, u.is_staff from ${people.people} u
  where u.id = ${new Parameter('member', 'bigint', () => id)} and u.id <> ${ANONYMOUS_USER_ID}
    and (exists (select from ${profiles.profiles} p where p.id = u.id) or ${isReadAuthor(sql`u.id`)})`

export const insertBlock = statement(
  'insert-block',
  { userId: 'bigint', blockedUserId: 'bigint' },
  (p) =>
    sql`insert into member_blocks (user_id, blocked_user_id) values (${p.userId}, ${p.blockedUserId}) on conflict do nothing`,
)
export const deleteBlock = statement(
  'delete-block',
  { userId: 'bigint', blockedUserId: 'bigint' },
  (p) => sql`delete from member_blocks where user_id = ${p.userId} and blocked_user_id = ${p.blockedUserId}`,
)
