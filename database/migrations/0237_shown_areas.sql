-- What a list shows of each member's areas, ready as JSON: reading the names took a third of a list of 80.
alter table profiles add column shown_areas json not null default '[]';

create function areas_of_expertise_json(ids bigint[]) returns json language sql stable as $$
  select coalesce(json_agg(x), '[]') from (
    select a.id, a.name from areas_of_expertise a where a.id = any(ids) order by a.name, a.id limit 30) x
$$;

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
    shown_areas = areas_of_expertise_json(p.shown_area_ids),
    bio_words = to_tsvector('words', coalesce(u.bio, '')),
    traits = traits(1, p.industry_ids) || traits(2, p.interest_ids) || traits(3, array_remove(array[p.chapter_id], null))
      || traits(4, array_remove(array[p.law_school_id], null)) || traits(5, p.law_firm_ids) || traits(6, p.shown_area_ids)
  from users u where u.id = p.user_id and p.user_id = any(person_ids);
  select refresh_directory_facts(person_ids);
$$;

update profiles set shown_areas = areas_of_expertise_json(shown_area_ids) where shown_area_ids <> '{}';
