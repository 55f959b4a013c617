/**
 * What staff see of the assistant, and nothing else: counts, feedback that members shared, and what staff keep. Nobody
 * is named: rows of members stay in here. Empty for anyone but staff.
 */
import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'
import { AI_USAGE_MONTHS, FEWEST_COUNTED_MEMBERS, SHARED_FEEDBACK_LIMIT } from '#shared/assistant.ts'
import { cited } from '../assistant.access.ts'

const since = sql`(date_trunc('month', now() at time zone 'utc') - make_interval(months => ${AI_USAGE_MONTHS - 1}))::date`

export const assistantDesk = checkedRelations({
  usage_of_networks: sql`
    select a.peer_network_id, a.month at time zone 'utc' as month, a.questions as num_of_questions,
      case when a.members >= ${FEWEST_COUNTED_MEMBERS} then a.members end as num_of_members,
      coalesce(w.abstained, 0) as num_of_abstained, coalesce(w.fallbacks, 0) as num_of_fallbacks, a.tokens_in, a.tokens_out
    from (
      select p.peer_network_id, date_trunc('month', u.day::timestamp) as month, sum(u.questions)::integer as questions,
        count(distinct u.user_id)::integer as members, sum(u.tokens_in)::bigint as tokens_in, sum(u.tokens_out)::bigint as tokens_out
      from ai_usage u join peer_network_memberships p on p.user_id = u.user_id and p.is_primary
      where u.day >= ${since} group by 1, 2) a
    left join (
      select p.peer_network_id, date_trunc('month', m.usage_day::timestamp) as month,
        (count(*) filter (where m.is_abstained))::integer as abstained, (count(*) filter (where m.is_fallback))::integer as fallbacks
      from ai_messages m join ai_conversations c on c.id = m.conversation_id
        join peer_network_memberships p on p.user_id = c.user_id and p.is_primary
      where m.usage_day >= ${since} group by 1, 2) w on w.peer_network_id = a.peer_network_id and w.month = a.month
    where ${may('content')}`,
  /**
   * Of an answer only sentences whose sources can be read and still say it, as for its owner. What others wrote to the
   * owner privately is not theirs to share.
   */
  shared_feedback: sql`
    select f.id, f.is_positive, f.details, f.updated_at, f.question, s.sentences, s.num_of_hidden
    from (
      select m.id, f.is_positive, f.details, f.updated_at, q.content as question
      from ai_feedback f join ai_messages m on m.id = f.ai_message_id join ai_messages q on q.id = m.question_id
      where f.is_shared and m.deleted is null and ${may('content')}
      order by f.updated_at desc, m.id desc limit ${SHARED_FEEDBACK_LIMIT}) f
    cross join lateral (
      select coalesce(array_agg(s.content order by s.number) filter (where s.citations <@ r.numbers), '{}') as sentences,
        (count(*) filter (where not s.citations <@ r.numbers))::integer as num_of_hidden
      from (
        select coalesce(array_agg(c.number) filter (where not c.is_private), '{}') as numbers
        from (select f.id) m cross join lateral (${cited}) c) r
      join ai_sentences s on s.ai_message_id = f.id) s`,
  all_ai_models: sql`select m.* from ai_models m where ${may('content')}`,
  all_ai_sources: sql`select s.* from ai_sources s where ${may('content')}`,
  kept_prompts: sql`
    select p.* from prompt_templates p where p.prompt_type = 'library' and p.deleted is null and ${may('content')}`,
})
