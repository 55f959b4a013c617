/** What a member can read of their own onboarding, and of what staff prepared for everyone. */
import { networkPrice } from '#server/features/networks/index.ts'
import { checkedRelations, sql, viewer, type Sql } from '#server/platform/graph/sql.ts'

/** Texts the member has never accepted, or that have changed since in a version that asks again. */
const legalToAccept = sql`
  select coalesce(array_agg(k.kind order by k.place), '{}') as to_accept
  from (values (1, 'terms_of_use', u.terms_of_service_accepted), (2, 'privacy_policy', u.privacy_policy_accepted),
    (3, 'membership_agreement', u.membership_agreement_accepted)) k(place, kind, is_accepted)
  where not k.is_accepted or exists (
    select from legal_documents d where d.kind = k.kind and d.asks_again and d.published_at <= now() and d.version > coalesce((
      select max(o.version) from legal_acceptances a join legal_documents o on o.id = a.legal_document_id
      where a.user_id = u.id and o.kind = k.kind), 0))`

/** Completed by the action itself, wherever it happened: members do not check off what the product knows. */
const isDone = sql`case i.key
  when 'ask_or_answer' then exists (select from messages m where m.sender_id = ${viewer.id} and m.removed_at is null)
    or exists (select from anonymous_messages a join messages m on m.id = a.message_id where a.user_id = ${viewer.id} and m.removed_at is null)
    or exists (select from waiting_posts w where w.user_id = ${viewer.id})
  when 'choose_topics' then exists (select from personalization_choices c where c.user_id = ${viewer.id})
  when 'read_discussion' then exists (select from viewer_threads v where v.user_id = ${viewer.id} and v.viewed_at is not null)
  when 'invite_colleague' then exists (select from invitations n where n.inviter_id = ${viewer.id})
  else false end`

const priceToday = (isInternational: Sql) =>
  networkPrice({ prices: sql`network_prices`, network: sql`n`, isInternational, day: sql`current_date` })

export const onboarding = checkedRelations({
  /** The facts for the viewer's steps, in one row. */
  facts: sql`
    select u.id, u.current_state = 'trial' as is_trial, p.is_free,
      u.current_state <> 'onboarding' or p.is_free or exists (
        select from team_memberships t join subscriptions s on s.team_id = t.team_id where t.user_id = u.id and access_until(s) > now()) as is_paid,
      coalesce(u.title, '') <> '' and u.company_id is not null as has_profile,
      exists (select from accounts a where a.user_id = u.id and a.password is not null) as has_password,
      not l.to_accept && array['terms_of_use', 'privacy_policy'] as has_accepted,
      'membership_agreement' <> all(l.to_accept) as has_agreed, l.to_accept, u.on_boarding_complete as is_finished
    from users u cross join lateral (${legalToAccept}) l
      cross join lateral (select not exists (
        select from peer_networks n join peer_network_memberships m on m.peer_network_id = n.id
        where m.user_id = u.id and ${priceToday(sql`false`)} + ${priceToday(sql`true`)} > 0) as is_free) p
    where u.id = ${viewer.id}`,
  checklist_items: sql`
    select i.*, ${isDone} or exists (
      select from onboarding_checklist_completions c where c.item_id = i.id and c.user_id = ${viewer.id}) as completed
    from onboarding_checklist_items i where i.enabled`,
  personalization_items: sql`
    select i.*, m.peer_network_id as asked_network_id
    from personalization_items i join peer_network_memberships m on i.peer_network_id is null or i.peer_network_id = m.peer_network_id
    where m.user_id = ${viewer.id} and i.enabled`,
  personalization_choices: sql`
    select c.item_id, c.chosen_at, i.key, i.name, i.position_in_list
    from personalization_choices c join personalization_items i on i.id = c.item_id where c.user_id = ${viewer.id}`,
  feature_tours: sql`
    select t.*, exists (select from feature_tour_views v where v.tour_id = t.id and v.user_id = ${viewer.id}) as viewed_by_user
    from feature_tours t where t.enabled`,
  feature_tour_items: sql`
    select i.* from feature_tour_items i where exists (select from feature_tours t where t.id = i.tour_id and t.enabled)`,
  feature_alerts: sql`
    select a.*, exists (select from feature_alert_views v where v.alert_id = a.id and v.user_id = ${viewer.id}) as viewed_by_user
    from feature_alerts a where a.enabled`,
  primary_network: sql`
    select n.* from peer_networks n join peer_network_memberships m on m.peer_network_id = n.id
    where m.user_id = ${viewer.id} order by m.is_primary desc, m.peer_network_id limit 1`,
  legal_documents: sql`
    select distinct on (d.kind) d.* from legal_documents d where d.published_at <= now() order by d.kind, d.version desc`,
})
