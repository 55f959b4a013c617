/**
 * Who can find which expert. An expert can be found by viewers who can read a message or recommendation that names it
 * (`channels` aggregates these), by its creator, and by staff. No one else can find an expert that is named only in
 * private messages.
 */
import { checkedRelations, sql, viewer, may } from '#server/platform/graph/sql.ts'
import { CONNECTION_DAYS } from '#shared/experts.ts'

/** Condition on a row `e` of experts. */
export const mayFindExpert = sql`(e.merged_into is null
  and (e.channels && ${viewer.channels} or e.created_by = ${viewer.id} or ${may('moderation', 'content')}))`

const mayReadRecommendation = sql`r.removed_at is null
  and (r.channels && ${viewer.channels} or r.author_id = ${viewer.id} or ${may('moderation', 'content')})`
const recommendation = sql`select r.* from expert_recommendations r where ${mayReadRecommendation}`
const found = sql`select e.* from experts e where ${mayFindExpert}`

export const experts = checkedRelations({
  experts: found,
  /** Companies of experts that the viewer can find. */
  found_companies: sql`
    select c.* from expert_companies c where exists (select from experts e where e.company_id = c.id and ${mayFindExpert})`,
  recommendations: recommendation,
  recommendation_areas: sql`
    select a.recommendation_id, a.area_of_expertise_id from expert_recommendation_areas a
    where exists (select from (${recommendation}) r where r.id = a.recommendation_id)`,
  recommendation_words: sql`
    select r.expert_id, w.words from expert_recommendation_words w
    join expert_recommendations r on r.id = w.recommendation_id where ${mayReadRecommendation}`,
  company_types: sql`
    select x.company_id, t.id, t.name from expert_company_types x join company_types t on t.id = x.company_type_id
    where exists (select from experts e where e.company_id = x.company_id and ${mayFindExpert})`,
  own_votes: sql`
    select l.entity_id as expert_id, l.sentiment from likes l where l.entity_type = 'expert' and l.user_id = ${viewer.id}`,
  /**
   * Votes belong to the expert, not to a thread: everyone who can find the expert can see their number and the voters.
   */
  votes: sql`
    select l.id, l.entity_id as expert_id, l.user_id, l.sentiment, l.created_at
    from likes l join users u on u.id = l.user_id and not u.suspended
    where l.entity_type = 'expert' and exists (select from experts e where e.id = l.entity_id and ${mayFindExpert})`,
  /** Counts of messages that name an expert, by the channels of their threads. */
  mention_counts: sql`
    select n.expert_id, n.num_of_messages from expert_mentions n where n.channels && ${viewer.channels} or ${may('moderation', 'content')}`,
  expert_places: sql`
    select x.expert_id, g.id, g.name, g.parent_tag_id from expert_geographies x join geographies g on g.id = x.geography_id
    where exists (select from experts e where e.id = x.expert_id and ${mayFindExpert})`,
  /** Weights of recommendations; see the migration that created the table. */
  voices: sql`
    select v.* from expert_voices v where v.channels && ${viewer.channels} or v.author_id = ${viewer.id} or ${may('moderation', 'content')}`,
  /** Who recommends, with the facts that explain the order. */
  recommenders: sql`
    select r.expert_id, r.author_id, coalesce(u.company_id, -u.id) as company, r.pub_date, r.affiliation is not null as is_disclosed,
      u.date_joined > now() - interval '1 year' as is_newcomer
    from expert_recommendations r join users u on u.id = r.author_id and not u.suspended where ${mayReadRecommendation}`,
  found_deals: sql`
    select d.id, d.expert_id, d.short_text, d.platform_description, d.logos, d.show_in_thread_details,
      d.show_in_vendor_page, d.vendor_first_name, null::bigint as thread_id
    from vendor_deals d where exists (select from experts e where e.id = d.expert_id and ${mayFindExpert})`,
  own_connections: sql`
    select v.vendor_deal_id, v.consented_at from vendor_connections v
    where v.user_id = ${viewer.id} and v.consented_at > now() - interval '${CONNECTION_DAYS} days'`,
  /** Only the fact that one was merged into the other, and only if the viewer can find the other. */
  joined: sql`
    select j.id, j.merged_into from experts j
    where exists (select from experts e where e.id = j.merged_into and ${mayFindExpert})`,
})
