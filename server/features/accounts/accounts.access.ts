/** What members can read about their own account. No one can read another member's, not even staff. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const accounts = checkedRelations({
  email_changes: sql`
    select c.id, c.kind, c.email, c.refusal, c.old_confirmed_at, c.new_confirmed_at, c.expires_at, c.done_at, c.ended_at
    from email_changes c where c.user_id = ${viewer.id}`,
  lplus_tokens: sql`select l.id, l.token, l.url, l.expires_at from lplus_tokens l where l.user_id = ${viewer.id}`,
})
