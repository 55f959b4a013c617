/** Statements for vendor connections. */
import { statement } from '#server/platform/database/statement.ts'
import { Parameter, sql } from '#server/platform/graph/sql.ts'
import { CONNECTION_DAYS } from '#shared/experts.ts'
import { experts } from './experts.access.ts'

/** The deal, if the viewer can see it. */
export const selectDeal = (id: number) =>
  sql`select d.id from ${experts.found_deals} d where d.id = ${new Parameter('deal', 'bigint', () => id)}`

/** Serializes concurrent requests: the second one sees the row of the first. */
export const lockDeal = statement(
  'lock-vendor-deal',
  { id: 'bigint' },
  (p) =>
    sql`select cardinality(vendor_emails) > 0 as can_be_mailed from vendor_deals where id = ${p.id} for no key update`,
)
/** Returns no row if the member already asked within `CONNECTION_DAYS` days. */
export const insertConnection = statement(
  'insert-vendor-connection',
  { vendorDealId: 'bigint', userId: 'bigint', message: 'text' },
  (p) => sql`
    insert into vendor_connections (vendor_deal_id, user_id, message) select ${p.vendorDealId}, ${p.userId}, ${p.message}
    where not exists (
      select from vendor_connections v where v.vendor_deal_id = ${p.vendorDealId} and v.user_id = ${p.userId}
        and v.consented_at > now() - interval '${CONNECTION_DAYS} days')
    returning id`,
)
/** Marks the connection as emailed, once, unless the member has been suspended since. */
export const takeConnection = statement(
  'take-vendor-connection',
  { id: 'bigint' },
  (p) => sql`update vendor_connections v set mailed_at = now()
    from vendor_deals d, experts e, users u
    where v.id = ${p.id} and v.mailed_at is null and d.id = v.vendor_deal_id and e.id = d.expert_id and u.id = v.user_id and not u.suspended
    returning d.vendor_emails, d.vendor_first_name, d.short_text, e.name as vendor, v.message,
      u.name, u.email::text, u.company_name as company,
      (select n.theme from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
        where m.user_id = u.id order by m.is_primary desc, n.id limit 1) as theme`,
)
