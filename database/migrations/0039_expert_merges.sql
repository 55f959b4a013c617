-- Staff join two entries that are one expert, and may part them again for a while. Nothing is deleted: what moved is
-- written down and moves back.
create table expert_merges (
  id bigint generated always as identity primary key,
  from_id bigint not null references experts,
  into_id bigint not null references experts,
  actor_id bigint not null references users,
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null default now(),
  -- Ids of rows that went from one to the other, by table.
  moved jsonb not null default '{}',
  undone_at timestamptz,
  undone_by bigint references users,
  check (from_id <> into_id)
);
create index expert_merges_from on expert_merges (from_id);
create index expert_merges_time on expert_merges (at desc, id desc);

-- Gives what moved. A message that names both names one from then on. A member who voted on both keeps the vote on the
-- one that stays; the other waits with the entry that is left, for the day that the two are parted.
create function merge_experts(left_id bigint, stays_id bigint) returns jsonb language plpgsql as $$
declare
  moved jsonb := '{}';
  left_company bigint;
  stays_company bigint;
begin
  with m as (
    update message_experts x set expert_id = stays_id where x.expert_id = left_id
      and not exists (select from message_experts o where o.message_id = x.message_id and o.expert_id = stays_id)
    returning x.message_id)
  select moved || jsonb_build_object('message_ids', coalesce(jsonb_agg(message_id), '[]')) into moved from m;
  with m as (delete from message_experts where expert_id = left_id returning message_id, place)
  select moved || jsonb_build_object('named_both', coalesce(jsonb_agg(jsonb_build_array(message_id, place)), '[]')) into moved from m;
  with m as (update expert_recommendations set expert_id = stays_id where expert_id = left_id returning id)
  select moved || jsonb_build_object('recommendation_ids', coalesce(jsonb_agg(id), '[]')) into moved from m;
  with m as (
    update likes l set entity_id = stays_id where l.entity_type = 'expert' and l.entity_id = left_id
      and not exists (select from likes o where o.entity_type = 'expert' and o.entity_id = stays_id and o.user_id = l.user_id)
    returning l.id)
  select moved || jsonb_build_object('like_ids', coalesce(jsonb_agg(id), '[]')) into moved from m;
  with m as (update vendor_deals set expert_id = stays_id where expert_id = left_id returning id)
  select moved || jsonb_build_object('deal_ids', coalesce(jsonb_agg(id), '[]')) into moved from m;
  -- What had been joined to the one that is left follows it.
  with m as (update experts set merged_into = stays_id where merged_into = left_id returning id)
  select moved || jsonb_build_object('joined_ids', coalesce(jsonb_agg(id), '[]')) into moved from m;
  update experts set merged_into = stays_id where id = left_id;
  -- Two firms are two companies, with people of their own.
  select l.company_id, s.company_id into left_company, stays_company
    from experts l join experts s on s.id = stays_id and s.type <> 'individual'
    where l.id = left_id and l.type <> 'individual' and l.company_id <> s.company_id
      -- The company stays where another firm or product of its name stays.
      and not exists (select from experts o where o.company_id = l.company_id and o.type <> 'individual' and o.id <> l.id and o.merged_into is null);
  if left_company is not null then
    with m as (
      update experts p set company_id = stays_company where p.company_id = left_company and p.type = 'individual'
        and not exists (select from experts o where o.company_id = stays_company and o.type = p.type and o.normalised_name = p.normalised_name)
      returning p.id)
    select moved || jsonb_build_object('people_ids', coalesce(jsonb_agg(id), '[]')) into moved from m;
    update expert_companies set merged_into = stays_company where id = left_company;
    moved := moved || jsonb_build_object('company_id', left_company);
  end if;
  return moved;
end
$$;

create function part_experts(left_id bigint, stays_id bigint, moved jsonb) returns void language plpgsql as $$
declare
  left_company bigint := (moved ->> 'company_id')::bigint;
begin
  update message_experts x set expert_id = left_id where x.expert_id = stays_id
    and x.message_id in (select jsonb_array_elements_text(moved -> 'message_ids')::bigint)
    and not exists (select from message_experts o where o.message_id = x.message_id and o.expert_id = left_id);
  insert into message_experts (message_id, expert_id, place)
    select (b ->> 0)::bigint, left_id, (b ->> 1)::smallint from jsonb_array_elements(moved -> 'named_both') b
    where exists (select from messages m where m.id = (b ->> 0)::bigint)
    on conflict do nothing;
  update expert_recommendations set expert_id = left_id
    where expert_id = stays_id and id in (select jsonb_array_elements_text(moved -> 'recommendation_ids')::bigint);
  update likes l set entity_id = left_id where l.entity_type = 'expert' and l.entity_id = stays_id
    and l.id in (select jsonb_array_elements_text(moved -> 'like_ids')::bigint)
    and not exists (select from likes o where o.entity_type = 'expert' and o.entity_id = left_id and o.user_id = l.user_id);
  update vendor_deals set expert_id = left_id
    where expert_id = stays_id and id in (select jsonb_array_elements_text(moved -> 'deal_ids')::bigint);
  update experts set merged_into = left_id where id in (select jsonb_array_elements_text(moved -> 'joined_ids')::bigint);
  update experts set merged_into = null where id = left_id;
  if left_company is not null then
    update experts p set company_id = left_company where p.id in (select jsonb_array_elements_text(moved -> 'people_ids')::bigint)
      and not exists (select from experts o where o.company_id = left_company and o.type = p.type and o.normalised_name = p.normalised_name);
    update expert_companies set merged_into = null where id = left_company;
  end if;
end
$$;
