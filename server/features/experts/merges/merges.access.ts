/** What staff read to keep one entry per expert; no one else can read it. */
import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'
import { MERGE_UNDO_DAYS } from '#shared/experts.ts'

const directory = sql`
  select e.id, e.name, e.type, e.normalised_name, e.company_id, e.merged_into, e.mention_count, c.name as company_name, c.website_host,
    (select count(*)::integer from expert_recommendations r where r.expert_id = e.id and r.removed_at is null) as num_of_recommendations
  from experts e left join expert_companies c on c.id = e.company_id`

export const expertAdministration = checkedRelations({
  directory: sql`${directory} where ${may('content')}`,
  merges: sql`
    select m.*, m.undone_at is null and m.at > now() - interval '${MERGE_UNDO_DAYS} days'
        and exists (select from experts l where l.id = m.from_id and l.merged_into = m.into_id) as can_undo
    from expert_merges m where ${may('content')}`,
})
