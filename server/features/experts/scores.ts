/**
 * The score of experts, designed so that extra accounts cannot raise it: each company counts once, with its strongest
 * recommendation, and those within a quarter of a year of each other together count as one full recommendation at most.
 */
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { OTHER_MATTER_WEIGHT_PERCENT } from '#shared/experts.ts'
import { experts } from './experts.access.ts'

/** Encodes the strongest weight and its day in one number, so that a single aggregate returns both. */
const PARTS = 1_000_000_000
const DAYS = 100_000
const QUARTER_OF_A_YEAR = 91

/** `expert_id, score` over recommendations that the viewer can read; `areas` are the requested areas of expertise. */
export const scores = ({ ofExpert, areas }: { ofExpert?: Sql; areas?: Sql } = {}) => sql`
  select n.expert_id, sum(n.weight / greatest(1, n.near)) as score from (
    select w.expert_id, w.weight, sum(w.weight) over (
      partition by w.expert_id order by w.day range between ${QUARTER_OF_A_YEAR} preceding and ${QUARTER_OF_A_YEAR} following) as near
    from (
      select b.expert_id, b.best / ${DAYS} / ${PARTS}::double precision as weight, (b.best % ${DAYS})::integer as day from (
        select v.expert_id, max((v.weight ${areas ? sql`* ${fit(areas)}` : sql``} * ${PARTS})::bigint * ${DAYS} + v.day) as best
        from ${experts.voices} v ${ofExpert ? sql`where v.expert_id = ${ofExpert}` : sql``}
        group by v.expert_id, v.company) b) w) n
  group by n.expert_id`

const fit = (areas: Sql) => sql`case when exists (
    select from ${experts.recommendation_areas} a where a.recommendation_id = v.recommendation_id and a.area_of_expertise_id = any(${areas}))
  then 1 else ${OTHER_MATTER_WEIGHT_PERCENT} / 100.0 end`
