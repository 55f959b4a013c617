import { people } from '#server/features/people/index.ts'
import { define, many, one, page } from '#server/platform/graph/reads.ts'
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { expertAdministration } from './merges.access.ts'

const PAGE = 25
/** Minimum name similarity for two experts of one type to be suggested as duplicates. */
const LIKENESS_PERCENT = 60

/**
 * The rarest trigrams of each name, as many as it takes for two names with a similarity of `LIKENESS_PERCENT` to share one:
 * only such pairs need comparing. Both names must order them in the same way.
 */
const rarestTrigrams = sql`
  select t.id, t.trigram from (
    select g.id, g.trigram, row_number() over (partition by g.id order by g.frequency, g.trigram) as place,
      count(*) over (partition by g.id) as trigrams
    from (
      select e.id, t.trigram, count(*) over (partition by t.trigram) as frequency
      from ${expertAdministration.directory} e cross join unnest(show_trgm(e.normalised_name)) t(trigram)
      where e.merged_into is null) g) t
  where t.place <= t.trigrams - ceil(t.trigrams * ${LIKENESS_PERCENT} / 100.0) + 1`

const merges = sql`select m.* from ${expertAdministration.merges} m`
const entry = (id: (row: Sql) => Sql) =>
  one((row) => sql`select d.* from ${expertAdministration.directory} d where d.id = ${id(row)}`)

export const mergeReads = define({
  Query: {
    expert_duplicates: many((_, { args }) => ({
      rows: sql`
        with matched as materialized (${rarestTrigrams})
        select one.id as one_id, other.id as other_id,
          case when one.normalised_name = other.normalised_name then 1 else similarity(one.normalised_name, other.normalised_name) end as likeness
        from (
          select a.id as one_id, b.id as other_id from matched a join matched b on b.trigram = a.trigram and b.id > a.id
          union
          select a.id, b.id from ${expertAdministration.directory} a join ${expertAdministration.directory} b
            on b.normalised_name = a.normalised_name and b.id > a.id) p
        join ${expertAdministration.directory} one on one.id = p.one_id
        join ${expertAdministration.directory} other on other.id = p.other_id and (other.type = 'individual') = (one.type = 'individual')
          and (other.normalised_name = one.normalised_name
            or (other.company_id is distinct from one.company_id or one.type = 'individual')
              and similarity(one.normalised_name, other.normalised_name) >= ${LIKENESS_PERCENT} / 100.0)
        where one.merged_into is null and other.merged_into is null`,
      order: sql`likeness desc, one_id, other_id`,
      limit: args['limit'],
      cap: PAGE,
    })),
    expert_merges: page((_, { args }) => ({
      rows: merges,
      order: sql`m.at desc, m.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: PAGE,
      count: sql`select count(*)::integer from (${merges}) c`,
    })),
  },
  ExpertPair: {
    one: entry((p) => sql`${p}.one_id`),
    other: entry((p) => sql`${p}.other_id`),
  },
  ExpertMerge: {
    from: entry((m) => sql`${m}.from_id`),
    into: entry((m) => sql`${m}.into_id`),
    actor: one((m) => sql`select u.* from ${people.people} u where u.id = ${m}.actor_id`),
  },
  Mutation: {
    mergeExperts: one((_, { result }) => sql`${merges} where m.id = ${result}`),
    undoExpertMerge: one((_, { result }) => sql`${merges} where m.id = ${result}`),
  },
})
