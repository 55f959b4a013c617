/** Network data that everyone with a session can read. */
import {
  mayIn,
  sql,
  trustedSql,
  uncheckedRelations,
  viewer,
  type Relation,
  type Sql,
} from '#server/platform/graph/sql.ts'
import { FEATURE_KEYS } from '#shared/feature-flags.ts'

/**
 * A flag for the user overrides the network's, which overrides the one for everyone; of two networks, the enabled flag
 * wins. Without a flag, a feature is on.
 */
const knownFeatures = trustedSql(FEATURE_KEYS.map((key) => `('${key}')`).join(', '))

/** Own networks and those that they may use, as long as the membership or the trial runs; for staff all. */
const networksOpenFor = (kind: Sql) => sql`
  select a.to_network_id as id from peer_network_memberships m
    join network_access a on a.from_network_id = m.peer_network_id and a.kind = ${kind}
    join users u on u.id = m.user_id and standing_of(u) = 'full'
  where m.user_id = ${viewer.member_id}
  union select n.id from peer_networks n where ${mayIn('content', sql`array[n.id]`)} or ${mayIn('moderation', sql`array[n.id]`)}`
/**
 * Networks whose events the viewer may see, and those whose documents and videos they may open: as arrays, for
 * `= any(…)` and `&&`. Each is worked out once, however many rows are compared, and drives an index.
 */
export const usableNetworks = {
  events: sql`array(${networksOpenFor(sql`'event'`)})`,
  documents: sql`array(${networksOpenFor(sql`'document'`)})`,
}

interface PriceOf {
  /** The table of prices, or a relation on it. */
  prices: Sql | Relation
  network: Sql
  isInternational: Sql
  day: Sql
}
/** What a membership of the network costs on a day, in US cents: the price that holds by then, or else the column. */
export const networkPrice = ({ prices, network, isInternational, day }: PriceOf) => sql`coalesce(
  (select case when ${isInternational} then o.price_international else o.price end from ${prices} o
    where o.peer_network_id = ${network}.id and o.valid_from <= ${day} order by o.valid_from desc limit 1),
  case when ${isInternational} then ${network}.billing_membership_price_international else ${network}.billing_membership_price end)`

export const networks = uncheckedRelations({
  disciplines: sql`select d.* from disciplines d`,
  geographies: sql`select g.* from geographies g`,
  areas_of_expertise: sql`select a.* from areas_of_expertise a`,
  peer_networks: sql`select n.* from peer_networks n`,
  network_access: sql`select a.* from network_access a`,
  network_prices: sql`select p.* from network_prices p`,
  industries: sql`select i.* from industries i`,
  industry_groups: sql`select g.* from industry_groups g`,
  interests: sql`select i.* from interests i`,
  law_schools: sql`select s.* from law_schools s`,
  law_firms: sql`select f.* from law_firms f`,
  prices: sql`select p.* from prices p`,
  chapters: sql`select c.* from chapters c`,
  business_models: sql`select b.* from business_models b`,
  business_types: sql`select b.* from business_types b`,
  employment_statuses: sql`select e.* from employment_statuses e`,
  areas_of_responsibility: sql`select a.* from areas_of_responsibility a`,
  additional_areas: sql`select a.* from additional_areas a`,
  locations: sql`select l.* from locations l`,
  own_networks: sql`select m.peer_network_id from peer_network_memberships m where m.user_id = ${viewer.member_id}`,
  document_networks: networksOpenFor(sql`'document'`),
  /** A flag for the user overrides the network's, which overrides the one for everyone. */
  feature_flags: sql`
    select f.key, f.enabled, (f.user_id is not null)::integer * 2 + (f.peer_network_id is not null)::integer as weight
    from feature_flags f
    where coalesce(f.user_id = ${viewer.member_id}, true) and (f.peer_network_id is null or f.peer_network_id in (
      select m.peer_network_id from peer_network_memberships m where m.user_id = ${viewer.member_id}))`,
  /** Every feature in shared/feature-flags.ts, with its value for the viewer. */
  viewer_features: sql`
    select k.key, coalesce((
      select f.enabled from feature_flags f
      where f.key = k.key and coalesce(f.user_id = ${viewer.member_id}, true) and (f.peer_network_id is null or f.peer_network_id in (
        select m.peer_network_id from peer_network_memberships m where m.user_id = ${viewer.member_id}))
      order by f.user_id is null, f.peer_network_id is null, f.enabled desc limit 1), true) as enabled
    from (values ${knownFeatures}) k (key)`,
})
