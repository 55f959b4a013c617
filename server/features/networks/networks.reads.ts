import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql, when, type Sql } from '#server/platform/graph/sql.ts'
import type { ReferenceListKey } from '#shared/reference-lists.ts'
import { networkPrice, networks } from './networks.access.ts'
import { offered } from './lists/reference-lists.access.ts'

const GEOGRAPHIES = 1000
const AREAS_OF_EXPERTISE = 300
const CREATION_NETWORKS = 50
const LOCATIONS = 1000
/** More entries than any list has. */
const WHOLE_LIST = 1000

/** A complete list of choices, by name. */
const whole = (list: ReferenceListKey) =>
  many(() => ({ rows: sql`select x.* from ${offered(list)} x`, order: sql`x.name, x.id`, cap: WHOLE_LIST }))

const priceToday = (network: Sql, isInternational: Sql) =>
  networkPrice({ prices: networks.network_prices, network, isInternational, day: sql`current_date` })

export const networkReads = define({
  Query: {
    geographies: many((_, { args, given }) => ({
      rows: sql`select g.* from ${offered('geographies')} g where true
        ${when(given(args['name']!), () => sql`and g.name ilike '%' || replace(replace(replace(${args['name']!}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`)}`,
      order: sql`g.name, g.id`,
      limit: args['limit'],
      cap: GEOGRAPHIES,
    })),
    areas_of_expertise: many((_, { args }) => ({
      rows: sql`select a.* from ${offered('areas_of_expertise')} a`,
      order: sql`a.name, a.id`,
      limit: args['limit'],
      cap: AREAS_OF_EXPERTISE,
    })),
    industries: many(() => ({
      rows: sql`select i.* from ${offered('industries')} i`,
      order: sql`i.parent_type, i.name, i.id`,
      cap: WHOLE_LIST,
    })),
    // Of the requested networks, those of the viewer. Otherwise forged ids would reveal what other networks contain.
    industry_groups: many((_, { args, given }) => ({
      rows: sql`select g.* from ${offered('industry_groups')} g where g.discipline_type is null or g.discipline_type in (
        select d.type from ${networks.own_networks} m join ${networks.peer_networks} n on n.id = m.peer_network_id
        join ${networks.disciplines} d on d.id = n.discipline_id
        where true ${when(given(args['peer_network_ids']!), () => sql`and n.id = any(${args['peer_network_ids']!})`)})`,
      order: sql`g.name, g.id`,
      cap: WHOLE_LIST,
    })),
    interests: whole('interests'),
    law_schools: whole('law_schools'),
    law_firms: whole('law_firms'),
    prices: many(() => ({
      rows: sql`select p.* from ${networks.prices} p where p.index <> 0`,
      order: sql`p.index, p.id`,
      cap: WHOLE_LIST,
    })),
    chapters: many(() => ({
      rows: sql`select c.* from ${offered('chapters')} c`,
      order: sql`c.is_international, c.name, c.id`,
      cap: WHOLE_LIST,
    })),
    business_models: whole('business_models'),
    business_types: many(() => ({
      rows: sql`select b.* from ${offered('business_types')} b`,
      order: sql`b.type, b.name, b.id`,
      cap: WHOLE_LIST,
    })),
    employment_statuses: whole('employment_statuses'),
    areas_of_responsibility: whole('areas_of_responsibility'),
    additional_areas: whole('additional_areas'),
    locations: many((_, { args }) => ({
      rows: sql`select l.* from ${offered('locations')} l`,
      order: sql`l.name, l.country, l.id`,
      limit: args['limit'],
      cap: LOCATIONS,
    })),
    feature_flag: one(
      (_, { args }) => sql`
        select k.key, coalesce((select f.enabled from ${networks.feature_flags} f where f.key = k.key order by f.weight desc, f.enabled desc limit 1),
          (select v.enabled from ${networks.viewer_features} v where v.key = k.key), false) as enabled
        from (select ${args['key']!} as key) k`,
    ),
    discipline: one((_, { args }) => sql`select d.* from ${networks.disciplines} d where d.type = ${args['type']!}`),
  },
  PeerNetwork: {
    billing_membership_price: value((n) => priceToday(n, sql`false`)),
    billing_membership_price_international: value((n) => priceToday(n, sql`true`)),
    discipline: one((n) => sql`select d.* from ${networks.disciplines} d where d.id = ${n}.discipline_id`),
    welcome_video: one(
      (n) => sql`
      select ${n}.welcome_video_title as title, ${n}.welcome_video_url as url, ${n}.welcome_video_thumbnail_url as thumbnail_url,
        ${n}.welcome_video_duration as duration, ${n}.welcome_video_content_summary as content_summary
      where ${n}.welcome_video_url is not null`,
    ),
    discussion_creation_networks: many((n) => ({
      rows: sql`select p.* from ${networks.peer_networks} p
        join ${networks.network_access} a on a.to_network_id = p.id and a.kind = 'discussion_creation'
        where a.from_network_id = ${n}.id`,
      order: sql`p.id <> ${n}.id, p.display_name, p.id`,
      cap: CREATION_NETWORKS,
    })),
  },
})
