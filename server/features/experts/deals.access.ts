/** What staff read to keep the offers of vendors; the addresses stand here and nowhere else. */
import { checkedRelations, sql, viewer } from '#server/platform/graph/sql.ts'

export const dealAdministration = checkedRelations({
  kept_deals: sql`
    select d.*, (select count(*)::integer from vendor_connections v where v.vendor_deal_id = d.id) as num_of_connections
    from vendor_deals d where ${viewer.is_staff}`,
})
