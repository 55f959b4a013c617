/** Statements for imports: they fill empty fields and keep existing values. */
import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
export const selectChannels = statement(
  'select-listing-channels',
  { slugs: 'text[]' },
  (p) => sql`select slug, channel(id, 'recommendation_request') as channel from peer_networks
    where ${p.slugs} is null or slug = any(${p.slugs}) order by id`,
)
export const lastExpert = statement(
  'select-last-expert',
  {},
  () => sql`select coalesce(max(id), 0) as last from experts`,
)
export const completeExpert = statement(
  'complete-imported-expert',
  { id: 'bigint', price: 'smallint', channels: 'integer[]' },
  (p) => sql`update experts set price = case when price = 0 then ${p.price} else price end,
      listed_channels = array(select distinct c from unnest(listed_channels || ${p.channels}) c order by c)
    where id = ${p.id}`,
)
export const completeCompany = statement(
  'complete-imported-company',
  { id: 'bigint', about: 'text', tagLine: 'text', website: 'text', websiteHost: 'text' },
  (p) => sql`update expert_companies c set about = coalesce(nullif(c.about, ''), nullif(${p.about}, '')),
      tag_line = coalesce(nullif(c.tag_line, ''), nullif(${p.tagLine}, '')),
      website = case when c.website is null and not taken then nullif(${p.website}, '') else c.website end,
      website_host = case when c.website_host is null and not taken then ${p.websiteHost} else c.website_host end
    from experts e, lateral (select exists (select from expert_companies o where o.website_host = ${p.websiteHost} and o.id <> e.company_id) as taken) t
    where e.id = ${p.id} and c.id = e.company_id`,
)
export const addCategories = statement(
  'add-imported-categories',
  { id: 'bigint', categories: 'text[]' },
  (p) => sql`with made as (
      insert into company_types (name) select distinct n from unnest(${p.categories}) n
      where not exists (select from company_types t where lower(t.name) = lower(n)) on conflict do nothing returning id),
    chosen as (
      select id from made union select t.id from company_types t where lower(t.name) in (select lower(n) from unnest(${p.categories}) n))
    insert into expert_company_types (company_id, company_type_id)
    select e.company_id, c.id from experts e cross join chosen c where e.id = ${p.id} on conflict do nothing`,
)
export const findPlaces = statement(
  'find-imported-places',
  { names: 'text[]' },
  (p) =>
    sql`select id, lower(name) as name from geographies where lower(name) in (select lower(n) from unnest(${p.names}) n)`,
)
export const addPlaces = statement(
  'add-imported-places',
  { expertId: 'bigint', placeIds: 'bigint[]' },
  (p) =>
    sql`insert into expert_geographies (expert_id, geography_id) select ${p.expertId}, g from unnest(${p.placeIds}) g on conflict do nothing`,
)
