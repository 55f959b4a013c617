-- What members say about themselves, and their inbox if they choose it.
alter table ai_citations drop constraint ai_citations_kind_check;
alter table ai_citations add constraint ai_citations_kind_check check (kind in
  ('message', 'message_file', 'peer_document', 'event', 'event_video', 'series_video', 'expert', 'poll', 'member', 'inbox_message')) not valid;
alter table ai_citations validate constraint ai_citations_kind_check;
update ai_sources set place = 9 where key = 'private_replies';
insert into ai_sources (key, name, description, default_selected, place) values
  ('members', 'Members', 'What members say about themselves', true, 8),
  ('inbox', 'Your inbox', 'Only you see what comes from it', false, 10);

alter table profiles add column bio_words tsvector not null default '';
create or replace function refresh_profiles(person_ids bigint[]) returns void language sql as $$
  insert into profiles as p (user_id)
    select u.id from users u where u.id = any(person_ids) and u.current_state <> 'not joined' order by 1
    on conflict (user_id) do nothing;
  update profiles p set shown_area_ids = case when coalesce((
      select n.show_areas_of_expertise from peer_network_memberships m join peer_networks n on n.id = m.peer_network_id
      where m.user_id = p.user_id and m.is_primary), true) then p.area_of_expertise_ids else '{}' end
  where p.user_id = any(person_ids);
  update profiles p set
    is_listed = u.current_state = 'full access' and not u.suspended,
    is_shown = u.current_state in ('full access', 'trial') and not u.suspended,
    network_ids = array(select m.peer_network_id from peer_network_memberships m where m.user_id = u.id order by 1),
    name_key = plain_words(u.last_name || ' ' || u.first_name),
    words = plain_words(concat_ws(' ', u.name, u.company_name)),
    document = setweight(to_tsvector('simple', plain_words(u.name)), 'A')
      || setweight(to_tsvector('simple', plain_words(concat_ws(' ', u.title, u.company_name))), 'B')
      || setweight(to_tsvector('simple', plain_words(concat_ws(' ', u.city, u.state, u.country))), 'C')
      || setweight(to_tsvector('simple', plain_words(concat_ws(' ', u.bio,
        (select string_agg(a.name, ' ') from areas_of_expertise a where a.id = any(p.shown_area_ids)),
        (select string_agg(i.name, ' ') from industries i where i.id = any(p.industry_ids))))), 'D'),
    bio_words = to_tsvector('words', coalesce(u.bio, '')),
    traits = traits(1, p.industry_ids) || traits(2, p.interest_ids) || traits(3, array_remove(array[p.chapter_id], null))
      || traits(4, array_remove(array[p.law_school_id], null)) || traits(5, p.law_firm_ids) || traits(6, p.shown_area_ids)
  from users u where u.id = p.user_id and p.user_id = any(person_ids);
  select refresh_directory_facts(person_ids);
$$;
update profiles p set bio_words = to_tsvector('words', u.bio) from users u where u.id = p.user_id and u.bio is not null;
