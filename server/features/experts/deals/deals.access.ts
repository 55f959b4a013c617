/** What staff read to manage vendor deals; only this relation exposes the vendors' email addresses. */
import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'

export const dealAdministration = checkedRelations({
  kept_deals: sql`
    select d.*, (select count(*)::integer from vendor_connections v where v.vendor_deal_id = d.id) as num_of_connections
    from vendor_deals d where ${may('content')}`,
})
