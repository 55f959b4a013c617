/** Whom the viewer has blocked. Who has blocked the viewer is used to refuse, and told to nobody. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const blocks = checkedRelations({
  own_blocks: sql`select b.blocked_user_id, b.created_at from member_blocks b where b.user_id = ${viewer.id}`,
  /** Anyone who stands apart from the viewer, on whichever side; it must not be read out by who it was. */
  parted: sql`
    select b.blocked_user_id as user_id from member_blocks b where b.user_id = ${viewer.id}
    union select b.user_id from member_blocks b where b.blocked_user_id = ${viewer.id}`,
})
