/**
 * Statements for adding and recommending experts. Every list is written in one fixed order, so that concurrent writers
 * do not deadlock.
 */
import { type Parameter, sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { CLAIM, claim } from '#server/platform/database/idempotency.ts'

const COMPANIES = (p: { companies: Parameter }) =>
  sql`jsonb_to_recordset(${p.companies}) as a(place integer, name text, normalised_name text, website_host text, website text)`

export const insertCompanies = statement(
  'insert-expert-companies',
  { companies: 'jsonb' },
  (p) => sql`insert into expert_companies (name, normalised_name, website, website_host)
    select distinct on (a.normalised_name) a.name, a.normalised_name, a.website, case when a.website is not null then a.website_host end from ${COMPANIES(p)}
    where not exists (select from expert_companies c where c.normalised_name = a.normalised_name or c.website_host = a.website_host)
    order by a.normalised_name, a.place on conflict do nothing`,
)

/** A separate statement, because only then it sees rows that other transactions have committed. */
export const selectCompanies = statement(
  'select-expert-companies',
  { companies: 'jsonb' },
  (p) => sql`select a.place, c.id, c.name, c.normalised_name from ${COMPANIES(p)}
    cross join lateral (
      select coalesce(c.merged_into, c.id) as stays_id from expert_companies c
      where c.normalised_name = a.normalised_name or c.website_host = a.website_host
      order by c.normalised_name = a.normalised_name desc, c.id limit 1) known
    join expert_companies c on c.id = known.stays_id`,
)

const EXPERTS = (p: { experts: Parameter }) => sql`jsonb_to_recordset(${p.experts}) as a(
  place integer, type text, name text, first_name text, last_name text, normalised_name text, company_id bigint, company_name text)`
const IS_SAME = sql`e.type = a.type and e.normalised_name = a.normalised_name and e.company_id is not distinct from a.company_id`

export const insertExperts = statement(
  'insert-experts',
  { experts: 'jsonb', createdBy: 'bigint' },
  (p) => sql`
    insert into experts (type, name, first_name, last_name, normalised_name, company_id, search_name, created_by)
    select a.type, a.name, a.first_name, a.last_name, a.normalised_name, a.company_id,
      plain_words(concat_ws(' ', a.name, nullif(a.company_name, a.name))), ${p.createdBy}
    from ${EXPERTS(p)} where not exists (select from experts e where ${IS_SAME})
    order by a.type, a.normalised_name, a.company_id, a.place on conflict do nothing`,
)

export const selectExperts = statement(
  'select-experts',
  { experts: 'jsonb' },
  (p) => sql`select a.place, coalesce(e.merged_into, e.id) as id from ${EXPERTS(p)} join experts e on ${IS_SAME}`,
)

/**
 * Experts that are named only in private have the spelling of the member who named them; the first member to name them
 * in public sets the spelling.
 */
export const updateUnlistedSpelling = statement(
  'respell-unlisted-experts',
  { experts: 'jsonb' },
  (p) => sql`
    with unlisted as (
      select e.id, e.company_id, a.place, a.name, a.first_name, a.last_name, a.company_name from experts e join ${EXPERTS(p)} on ${IS_SAME}
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
)

export const claimRecommendation = statement(
  'claim-recommendation',
  { ...CLAIM },
  (p) => sql`${claim(p, 'expert_recommendations_id_seq')}`,
)

/** Readable for viewers who can read recommendation requests in the author's networks. */
export const insertRecommendation = statement(
  'insert-recommendation',
  {
    id: 'bigint',
    expertId: 'bigint',
    authorId: 'bigint',
    html: 'text',
    text: 'text',
    areaIds: 'bigint[]',
    affiliation: 'text',
  },
  (p) => sql`
    with written as (
      insert into expert_recommendations (id, expert_id, author_id, message, cleaned_message, affiliation, channels)
      overriding system value
      select ${p.id}, ${p.expertId}, ${p.authorId}, ${p.html}, ${p.text}, ${p.affiliation}, array(
        select channel(m.peer_network_id, 'recommendation_request') from peer_network_memberships m where m.user_id = ${p.authorId} order by 1)
      returning id)
    insert into expert_recommendation_areas (recommendation_id, area_of_expertise_id)
    select w.id, a from written w cross join unnest(${p.areaIds}) a`,
)

export const refreshExperts = statement(
  'refresh-experts',
  { expertIds: 'bigint[]' },
  (p) => sql`select refresh_experts(${p.expertIds})`,
)
export const selectAreas = statement(
  'select-known-areas',
  { areaIds: 'bigint[]' },
  (p) => sql`select id from areas_of_expertise where id = any(${p.areaIds})`,
)
