/** Experts of the large dataset: firms with people and software, recommendations, and where experts are mentioned. */
import { UNTIL, type Plan, type Step } from './large-plan.ts'

/** One firm for this many messages. */
const MESSAGES_PER_FIRM = 600
const EXPERTS_EACH = 3
const CATEGORIES = `array['Law firm','Accounting and audit','Consulting','Translation','Executive search','Contract software','Finance software','Compliance software']`
const SAID = `array['Answers the question first.','Exact, and in time.','Expensive and worth it.','Short reports.','Knows the regulator.','Told us to settle.','Listens.','Would ask again.']`
const HEADS = `array['Aldane','Birke','Corvin','Drummel','Elsing','Farrow','Gantt','Hollis','Ivory','Jarnac','Kestle','Lorne','Marrick','Nolde','Orrin','Pascoe','Quill','Rusk','Selby','Tarn']`

export function expertSteps({ members, threads, messages }: Plan): Step[] {
  const firms = Math.ceil(messages / MESSAGES_PER_FIRM)
  const experts = firms * EXPERTS_EACH
  return [
    [
      'Experts',
      `insert into company_types (name) select unnest(${CATEGORIES});
     insert into expert_companies (name, normalised_name, website, website_host, tag_line, about)
       select name, lower(name), 'https://' || host, host, 'Work of kind ' || n % 40, 'Firm number ' || n
       from (select n, (${HEADS})[1 + n % 20] || ' Partners ' || n as name, 'firm-' || n || '.example' as host
         from generate_series(1, ${firms}) n) f order by n;
     insert into expert_company_types (company_id, company_type_id) select n, 1 + n % 8 from generate_series(1, ${firms}) n;
     insert into experts (type, name, first_name, last_name, company_id, normalised_name, search_name, price)
       select (array['individual','company','software'])[1 + n % ${EXPERTS_EACH}],
         case n % ${EXPERTS_EACH} when 0 then (${HEADS})[1 + n % 17] || ' Person ' || n else c.name end,
         case n % ${EXPERTS_EACH} when 0 then (${HEADS})[1 + n % 17] end, case n % ${EXPERTS_EACH} when 0 then 'Person ' || n end,
         c.id, lower(case n % ${EXPERTS_EACH} when 0 then (${HEADS})[1 + n % 17] || ' Person ' || n else c.name end),
         plain_words(case n % ${EXPERTS_EACH} when 0 then (${HEADS})[1 + n % 17] || ' Person ' || n || ' ' else '' end || c.name), n % 5
       from generate_series(1, ${experts}) n join expert_companies c on c.id = 1 + (n - 1) / ${EXPERTS_EACH} order by n;
     insert into expert_geographies (expert_id, geography_id)
       select id, 1 + floor(pg_temp.draw(id, 81) * 100)::bigint from experts;
     insert into expert_recommendations (expert_id, author_id, message, cleaned_message, affiliation, pub_date, channels)
       select 1 + floor(pg_temp.draw(n, 82) ^ 2 * ${experts})::bigint, u.id, '<p>' || said || '</p>', said,
         case when pg_temp.draw(n, 83) < 0.05 then 'They work for us.' end,
         u.date_joined + (${UNTIL} - u.date_joined) * pg_temp.draw(n, 84),
         array(select channel(m.peer_network_id, 'recommendation_request') from peer_network_memberships m where m.user_id = u.id order by 1)
       from generate_series(1, greatest(1, ${members} * 2 / 5)) n
       join users u on u.id = 1 + floor(pg_temp.draw(n, 85) * ${members})::bigint
       cross join lateral (select (${SAID})[1 + floor(pg_temp.draw(n, 86) * 8)::integer] as said) s order by n;
     insert into expert_recommendation_areas (recommendation_id, area_of_expertise_id)
       select id, 1 + floor(pg_temp.draw(id, 87) * 60)::bigint from expert_recommendations;
     insert into message_experts (message_id, expert_id, place)
       select m.id, 1 + floor(pg_temp.draw(m.id, 88) ^ 2 * ${experts})::bigint, 1
       from messages m where m.thread_id % 3 = 0 and m.thread_id <= ${threads} and not m.is_original_message and pg_temp.draw(m.id, 89) < 0.2;
     analyze message_experts, experts;
     select refresh_experts(array(select id from experts));`,
    ],
  ]
}
