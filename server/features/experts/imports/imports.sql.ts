/** Statements for imports: they fill empty fields and keep existing values. */
export const selectChannels = {
  name: 'select-listing-channels',
  text: `select slug, channel(id, 'recommendation_request') as channel from peer_networks
    where $1::text[] is null or slug = any($1::text[]) order by id`,
}
export const lastExpert = { name: 'select-last-expert', text: 'select coalesce(max(id), 0) as last from experts' }
export const completeExpert = {
  name: 'complete-imported-expert',
  text: `update experts set price = case when price = 0 then $2 else price end,
      listed_channels = array(select distinct c from unnest(listed_channels || $3::integer[]) c order by c)
    where id = $1`,
}
export const completeCompany = {
  name: 'complete-imported-company',
  text: `update expert_companies c set about = coalesce(nullif(c.about, ''), nullif($2, '')),
      tag_line = coalesce(nullif(c.tag_line, ''), nullif($3, '')),
      website = case when c.website is null and not taken then nullif($4, '') else c.website end,
      website_host = case when c.website_host is null and not taken then $5 else c.website_host end
    from experts e, lateral (select exists (select from expert_companies o where o.website_host = $5 and o.id <> e.company_id) as taken) t
    where e.id = $1 and c.id = e.company_id`,
}
export const addCategories = {
  name: 'add-imported-categories',
  text: `with made as (
      insert into company_types (name) select distinct n from unnest($2::text[]) n
      where not exists (select from company_types t where lower(t.name) = lower(n)) on conflict do nothing returning id),
    chosen as (
      select id from made union select t.id from company_types t where lower(t.name) in (select lower(n) from unnest($2::text[]) n))
    insert into expert_company_types (company_id, company_type_id)
    select e.company_id, c.id from experts e cross join chosen c where e.id = $1 on conflict do nothing`,
}
export const findPlaces = {
  name: 'find-imported-places',
  text: 'select id, lower(name) as name from geographies where lower(name) in (select lower(n) from unnest($1::text[]) n)',
}
export const addPlaces = {
  name: 'add-imported-places',
  text: 'insert into expert_geographies (expert_id, geography_id) select $1, g from unnest($2::bigint[]) g on conflict do nothing',
}
