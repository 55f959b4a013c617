/** Statements of blocks. Whom somebody may block is selected through the networks they can see. */
import { Slot, sql, viewer } from '#server/platform/graph/sql.ts'
import { people } from './people.access.ts'

/** A member whose words the viewer can come upon. */
export const selectBlockable = (id: number) => sql`
  select u.id, u.is_staff from ${people.people} u
  where u.id = ${new Slot('member', 'bigint', () => id)} and exists (
    select from ${people.member_networks} m where m.user_id = u.id and m.peer_network_id = any(${viewer.networks}))`

export const insertBlock = {
  name: 'insert-block',
  text: 'insert into member_blocks (user_id, blocked_user_id) values ($1, $2) on conflict do nothing',
}
export const deleteBlock = {
  name: 'delete-block',
  text: 'delete from member_blocks where user_id = $1 and blocked_user_id = $2',
}
