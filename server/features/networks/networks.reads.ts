import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql, when } from '#server/platform/graph/sql.ts'
import { networks } from './networks.access.ts'

const GEOGRAPHIES = 1000
const AREAS_OF_EXPERTISE = 300
const CREATION_NETWORKS = 50

export const networkReads = define({
  Query: {
    geographies: many((_, { args, given }) => ({
      rows: sql`select g.* from ${networks.geographies} g where true
        ${when(given(args['name']!), () => sql`and g.name ilike '%' || replace(replace(replace(${args['name']!}, '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`)}`,
      order: sql`g.name, g.id`,
      limit: args['limit'],
      cap: GEOGRAPHIES,
    })),
    areas_of_expertise: many((_, { args }) => ({
      rows: sql`select a.* from ${networks.areas_of_expertise} a`,
      order: sql`a.name, a.id`,
      limit: args['limit'],
      cap: AREAS_OF_EXPERTISE,
    })),
    feature_flag: one(
      (_, { args }) => sql`
        select k.key, coalesce((select f.enabled from ${networks.feature_flags} f where f.key = k.key order by f.weight desc limit 1), false) as enabled
        from (select ${args['key']!} as key) k`,
    ),
    discipline: one((_, { args }) => sql`select d.* from ${networks.disciplines} d where d.type = ${args['type']!}`),
  },
  PeerNetwork: {
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
