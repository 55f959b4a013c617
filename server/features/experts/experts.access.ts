/**
 * Who may find which expert. An expert is found by those who may read a message or a recommendation that names it,
 * which `channels` sums up, by whoever named it first, and by staff. What is named in private only is found by nobody else.
 */
import { relations, sql, viewer } from '#server/platform/graph/sql.ts'

/** About a row `e` of experts. */
export const mayFindExpert = sql`(e.channels && ${viewer.channels} or e.created_by = ${viewer.id} or ${viewer.is_staff})`

const recommendation = sql`
  select r.* from expert_recommendations r
  where r.removed_at is null and (r.channels && ${viewer.channels} or r.author_id = ${viewer.id} or ${viewer.is_staff})`

export const experts = relations({
  experts: sql`select e.* from experts e where ${mayFindExpert}`,
  /** Beside an expert that may be found. */
  found_companies: sql`
    select c.* from expert_companies c where exists (select from experts e where e.company_id = c.id and ${mayFindExpert})`,
  recommendations: recommendation,
  recommendation_areas: sql`
    select a.recommendation_id, a.area_of_expertise_id from expert_recommendation_areas a
    where exists (select from (${recommendation}) r where r.id = a.recommendation_id)`,
  company_types: sql`
    select x.company_id, t.id, t.name from expert_company_types x join company_types t on t.id = x.company_type_id
    where exists (select from experts e where e.company_id = x.company_id and ${mayFindExpert})`,
  own_votes: sql`
    select l.entity_id as expert_id, l.sentiment from likes l where l.entity_type = 'expert' and l.user_id = ${viewer.id}`,
})
