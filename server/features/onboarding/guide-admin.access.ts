/** The guides of all kinds that staff write for members, and the legal texts. Only staff can read them here. */
import { checkedRelations, sql, may } from '#server/platform/graph/sql.ts'

export const guideAdministration = checkedRelations({
  guides: sql`
    select g.* from (
      select 'checklist_item' as kind, i.id, i.key, i.name, i.enabled, i.default_position_in_list as position,
        jsonb_build_object('name', i.name, 'description', i.description, 'call_to_action_label', i.call_to_action_label,
          'call_to_action_redirect', i.call_to_action_redirect) as fields,
        (select count(*)::integer from onboarding_checklist_completions c where c.item_id = i.id) as num_of_members
      from onboarding_checklist_items i
      union all
      select 'tour', t.id, t.key, t.name, t.enabled, t.position_in_list,
        jsonb_build_object('name', t.name, 'completion_button_text', t.completion_button_text, 'skip_button_text', t.skip_button_text,
          'items', (select coalesce(jsonb_agg(jsonb_build_object('selector', s.selector, 'description', s.description) order by s.index), '[]')
            from feature_tour_items s where s.tour_id = t.id)),
        (select count(*)::integer from feature_tour_views v where v.tour_id = t.id)
      from feature_tours t
      union all
      select 'alert', a.id, a.key, a.title, a.enabled, a.position_in_list,
        jsonb_build_object('title', a.title, 'description', a.description, 'link', a.link, 'link_label', a.link_label),
        (select count(*)::integer from feature_alert_views v where v.alert_id = a.id)
      from feature_alerts a
      union all
      select 'topic', p.id, p.key, p.name, p.enabled, p.position_in_list,
        jsonb_build_object('name', p.name, 'peer_network_id', p.peer_network_id),
        (select count(*)::integer from personalization_choices c where c.item_id = p.id)
      from personalization_items p) g
    where ${may('content')}`,
  legal_texts: sql`
    select d.*, d.published_at <= now() and not exists (
        select from legal_documents n where n.kind = d.kind and n.version > d.version and n.published_at <= now()) as is_in_force,
      (select count(*)::integer from legal_acceptances a where a.legal_document_id = d.id) as num_of_acceptances
    from legal_documents d where ${may('content')}`,
})
