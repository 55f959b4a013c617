import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const devices = checkedRelations({
  own_push_devices: sql`select d.id, d.kind, d.created_at from push_devices d where d.user_id = ${viewer.id}`,
})
