import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const surveys = checkedRelations({
  own_surveys: sql`
    select s.*, u.next_profile_update_date from user_surveys s join users u on u.id = s.user_id where s.user_id = ${viewer.id}`,
})
