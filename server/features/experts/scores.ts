/**
 * The score of experts, designed so that extra accounts cannot raise it: each company counts once, with its strongest
 * recommendation, and all recommendations of one quarter together count less than one full recommendation.
 */
import { sql, type Sql } from '#server/platform/graph/sql.ts'
import { OTHER_MATTER_WEIGHT_PERCENT } from '#shared/experts.ts'
import { experts } from './experts.access.ts'

/** Encodes the strongest weight and its quarter in one number, so that a single aggregate returns both. */
const PARTS = 1_000_000_000
const QUARTERS = 1_000

/** `expert_id, score` over recommendations that the viewer can read; `areas` are the requested areas of expertise. */
export const scores = ({ ofExpert, areas }: { ofExpert?: Sql; areas?: Sql } = {}) => sql`
  select q.expert_id, sum(q.said / (1 + q.said)) as score from (
    select b.expert_id, sum(b.best / ${QUARTERS}) / ${PARTS}::double precision as said from (
      select v.expert_id, max((v.weight ${areas ? sql`* ${fit(areas)}` : sql``} * ${PARTS})::bigint * ${QUARTERS} + v.quarter) as best
      from ${experts.voices} v ${ofExpert ? sql`where v.expert_id = ${ofExpert}` : sql``}
      group by v.expert_id, v.company) b
    group by b.expert_id, b.best % ${QUARTERS}) q
  group by q.expert_id`

const fit = (areas: Sql) => sql`case when exists (
    select from ${experts.recommendation_areas} a where a.recommendation_id = v.recommendation_id and a.area_of_expertise_id = any(${areas}))
  then 1 else ${OTHER_MATTER_WEIGHT_PERCENT} / 100.0 end`
