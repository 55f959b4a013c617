import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const memberExports = checkedRelations({
  /** Of the viewer alone. Which members it has is asked again when it is downloaded. */
  own_member_exports: sql`
    select x.* from member_exports x where x.asked_by = ${viewer.id} and x.expires_at > now() and ${viewer.is_staff}`,
})
