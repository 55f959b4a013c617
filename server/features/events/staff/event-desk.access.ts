import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'

export const eventDesk = checkedRelations({
  /** Empty for anyone but staff. */
  staff_event_requests: sql`select r.* from event_requests r where ${may('content')}`,
})
