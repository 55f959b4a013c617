import { checkedRelations, mayIn, sql } from '#server/platform/graph/sql.ts'

export const eventDesk = checkedRelations({
  /** Empty for anyone but staff; of no event only for staff of all networks. */
  staff_event_requests: sql`
    select r.* from event_requests r left join events e on e.id = r.event_id
    where ${mayIn('content', sql`array[e.peer_network_id]`)}`,
})
