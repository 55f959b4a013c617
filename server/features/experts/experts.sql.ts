/**
 * Statements for adding and recommending experts. Every list is written in one fixed order, so that concurrent writers
 * do not deadlock.
 */
import { claim } from '#server/platform/database/idempotency.ts'

const COMPANIES = `jsonb_to_recordset($1::jsonb) as a(place integer, name text, normalised_name text, website_host text, website text)`

export const insertCompanies = {
  name: 'insert-expert-companies',
  text: `insert into expert_companies (name, normalised_name, website, website_host)
    select distinct on (a.normalised_name) a.name, a.normalised_name, a.website, case when a.website is not null then a.website_host end from ${COMPANIES}
    where not exists (select from expert_companies c where c.normalised_name = a.normalised_name or c.website_host = a.website_host)
    order by a.normalised_name, a.place on conflict do nothing`,
}

/** A separate statement, because only then it sees rows that other transactions have committed. */
export const selectCompanies = {
  name: 'select-expert-companies',
  text: `select a.place, c.id, c.name, c.normalised_name from ${COMPANIES}
    cross join lateral (
      select coalesce(c.merged_into, c.id) as stays_id from expert_companies c
      where c.normalised_name = a.normalised_name or c.website_host = a.website_host
      order by c.normalised_name = a.normalised_name desc, c.id limit 1) known
    join expert_companies c on c.id = known.stays_id`,
}

const EXPERTS = `jsonb_to_recordset($1::jsonb) as a(
  place integer, type text, name text, first_name text, last_name text, normalised_name text, company_id bigint, company_name text)`
const IS_SAME = `e.type = a.type and e.normalised_name = a.normalised_name and e.company_id is not distinct from a.company_id`

export const insertExperts = {
  name: 'insert-experts',
  text: `insert into experts (type, name, first_name, last_name, normalised_name, company_id, search_name, created_by)
    select a.type, a.name, a.first_name, a.last_name, a.normalised_name, a.company_id,
      plain_words(concat_ws(' ', a.name, nullif(a.company_name, a.name))), $2
    from ${EXPERTS} where not exists (select from experts e where ${IS_SAME})
    order by a.type, a.normalised_name, a.company_id, a.place on conflict do nothing`,
}

export const selectExperts = {
  name: 'select-experts',
  text: `select a.place, coalesce(e.merged_into, e.id) as id from ${EXPERTS} join experts e on ${IS_SAME}`,
}

/**
 * Experts that are named only in private have the spelling of the member who named them; the first member to name them
 * in public sets the spelling.
 */
export const updateUnlistedSpelling = {
  name: 'respell-unlisted-experts',
  text: `
    with unlisted as (
      select e.id, e.company_id, a.place, a.name, a.first_name, a.last_name, a.company_name from experts e join ${EXPERTS} on ${IS_SAME}
      where e.channels = '{}' and e.merged_into is null order by e.id for no key update of e),
    -- One post may name the same expert twice; the first spelling is used.
    spelt as (select distinct on (u.id) u.* from unlisted u order by u.id, u.place),
    company as (
      update expert_companies c set name = u.company_name from spelt u
      where c.id = u.company_id and c.name <> u.company_name
        and not exists (select from experts e where e.company_id = c.id and e.channels <> '{}'))
    update experts e set name = u.name, first_name = u.first_name, last_name = u.last_name,
      search_name = plain_words(concat_ws(' ', u.name, nullif(u.company_name, u.name)))
    from spelt u where e.id = u.id and (e.name, e.first_name, e.last_name) is distinct from (u.name, u.first_name, u.last_name)`,
}

export const claimRecommendation = { name: 'claim-recommendation', text: claim('expert_recommendations_id_seq') }

/** Readable for viewers who can read recommendation requests in the author's networks. */
export const insertRecommendation = {
  name: 'insert-recommendation',
  text: `
    with written as (
      insert into expert_recommendations (id, expert_id, author_id, message, cleaned_message, affiliation, channels)
      overriding system value
      select $1, $2, $3, $4, $5, $7, array(
        select channel(m.peer_network_id, 'recommendation_request') from peer_network_memberships m where m.user_id = $3 order by 1)
      returning id)
    insert into expert_recommendation_areas (recommendation_id, area_of_expertise_id)
    select w.id, a from written w cross join unnest($6::bigint[]) a`,
}

export const refreshExperts = { name: 'refresh-experts', text: 'select refresh_experts($1::bigint[])' }
export const selectAreas = {
  name: 'select-known-areas',
  text: 'select id from areas_of_expertise where id = any($1::bigint[])',
}
