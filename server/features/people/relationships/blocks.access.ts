/** The viewer's blocks. Who has blocked the viewer is used for refusals only, and never shown. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const blocks = checkedRelations({
  own_blocks: sql`select b.blocked_user_id, b.created_at from member_blocks b where b.user_id = ${viewer.id}`,
  /** Everyone separated from the viewer by a block in either direction; must not reveal who blocked whom. */
  parted: sql`
    select b.blocked_user_id as user_id from member_blocks b where b.user_id = ${viewer.id}
    union select b.user_id from member_blocks b where b.blocked_user_id = ${viewer.id}`,
})
