-- What a directory of experts needs beside names: where they work, what they cost, who reads what is said of them,
-- who asked to be put in touch.

-- Bands of shared/experts.ts; 0: not known.
alter table experts add column price smallint not null default 0 check (price between 0 and 4);
-- Where staff have listed it, by an import: whoever holds one of these finds it although nobody has named it yet.
alter table experts add column listed_channels integer[] not null default '{}';
-- Another expert that this one turned out to be; then it is found nowhere, and what was said of it stands there.
alter table experts add column merged_into bigint references experts;
alter table expert_companies add column merged_into bigint references expert_companies;
alter table expert_companies add column words tsvector
  generated always as (to_tsvector('english', coalesce(tag_line, '') || ' ' || coalesce(about, ''))) stored;

-- Words of recommendations, as they are searched. A table of its own: an index on the old one would hold up its writers.
create table expert_recommendation_words (
  recommendation_id bigint primary key references expert_recommendations on delete cascade,
  words tsvector not null
);
create index expert_recommendation_words_words on expert_recommendation_words using gin (words);
create function keep_recommendation_words() returns trigger language plpgsql as $$
begin
  insert into expert_recommendation_words values (new.id, to_tsvector('english', new.cleaned_message))
    on conflict (recommendation_id) do update set words = excluded.words;
  return null;
end
$$;
create trigger expert_recommendations_words after insert or update of cleaned_message on expert_recommendations
  for each row execute function keep_recommendation_words();
insert into expert_recommendation_words
  select id, to_tsvector('english', cleaned_message) from expert_recommendations;

-- What each recommendation weighs in the order of experts. Half of it is forgotten in two years; whoever works with the
-- expert weighs a quarter; whoever has just joined weighs a fiftieth, and in full after a year. Weighed anew each night,
-- and at once when the recommendation, its author's company or their suspension changes: a search of all experts that
-- weighed them itself took five times as long (8,000 recommendations, 20,000 members).
create table expert_voices (
  recommendation_id bigint primary key references expert_recommendations on delete cascade,
  expert_id bigint not null references experts on delete cascade,
  author_id bigint not null,
  -- Members of one company speak once; who has no company speaks for themselves, as the negative of their id.
  company bigint not null,
  -- Counted from the year 2000.
  quarter smallint not null,
  weight double precision not null,
  channels integer[] not null
);
create index expert_voices_expert on expert_voices (expert_id);

create function weigh_recommendations(recommendation_ids bigint[]) returns void language plpgsql as $$
begin
  delete from expert_voices v where v.recommendation_id = any(recommendation_ids) and not exists (
    select from expert_recommendations r join users u on u.id = r.author_id
    where r.id = v.recommendation_id and r.removed_at is null and not u.suspended);
  insert into expert_voices (recommendation_id, expert_id, author_id, company, quarter, weight, channels)
    select r.id, r.expert_id, r.author_id, coalesce(u.company_id, -u.id),
      (extract(year from r.pub_date) - 2000) * 4 + extract(quarter from r.pub_date),
      power(0.5, extract(epoch from now() - r.pub_date) / 86400 / 730)
        * case when r.affiliation is null then 1 else 0.25 end
        * least(1, greatest(0.02, extract(epoch from now() - u.date_joined) / 86400 / 365)),
      r.channels
    from expert_recommendations r join users u on u.id = r.author_id and not u.suspended
    where r.id = any(recommendation_ids) and r.removed_at is null
    on conflict (recommendation_id) do update set expert_id = excluded.expert_id, company = excluded.company,
      quarter = excluded.quarter, weight = excluded.weight, channels = excluded.channels;
end
$$;
create function weigh_changed() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'users' then
    perform weigh_recommendations(array(select id from expert_recommendations where author_id = new.id));
  else
    perform weigh_recommendations(array[new.id]);
  end if;
  return null;
end
$$;
create trigger expert_recommendations_weigh after insert or update on expert_recommendations
  for each row execute function weigh_changed();
create trigger users_weigh after update of suspended, company_id on users for each row
  when (old.suspended is distinct from new.suspended or old.company_id is distinct from new.company_id)
  execute function weigh_changed();
select weigh_recommendations(array(select id from expert_recommendations));

create table expert_geographies (
  expert_id bigint not null references experts on delete cascade,
  geography_id bigint not null references geographies,
  primary key (expert_id, geography_id)
);
create index expert_geographies_place on expert_geographies (geography_id, expert_id);

-- How many messages name an expert, by the channels of their threads: the sum over those that a reader holds is exact
-- and tells nothing of threads that they may not read.
create table expert_mentions (
  expert_id bigint not null references experts on delete cascade,
  channels integer[] not null,
  num_of_messages integer not null,
  primary key (expert_id, channels)
);

create table vendor_connections (
  id bigint generated always as identity primary key,
  vendor_deal_id bigint not null references vendor_deals on delete cascade,
  user_id bigint not null references users on delete cascade,
  message text not null default '' check (length(message) <= 1000),
  -- The member was shown what the vendor will be sent, and agreed to it at this moment.
  consented_at timestamptz not null default now(),
  mailed_at timestamptz
);
create index vendor_connections_deal on vendor_connections (vendor_deal_id, user_id, consented_at desc);
create index vendor_connections_user on vendor_connections (user_id);

create function counted_mentions(expert_ids bigint[])
  returns table (expert_id bigint, channels integer[], num_of_messages integer) language sql stable as $$
  select x.expert_id, f.channels, count(*)::integer from message_experts x
  join messages r on r.id = x.message_id and r.visible and not r.is_private
  join thread_feed f on f.thread_id = r.thread_id and f.visible
  where x.expert_id = any(expert_ids) group by x.expert_id, f.channels
$$;

-- As before, with where staff have listed them.
create or replace function counted_experts(expert_ids bigint[])
  returns table (expert_id bigint, mention_count integer, channels integer[]) language sql stable as $$
  select e.id, m.mention_count,
    array(select distinct c from (
      select unnest(e.listed_channels) as c
      union all
      select unnest(f.channels) from message_experts x
      join messages r on r.id = x.message_id and r.visible and not r.is_private
      join thread_feed f on f.thread_id = r.thread_id and f.visible
      where x.expert_id = e.id
      union all
      select unnest(r.channels) from expert_recommendations r where r.expert_id = e.id and r.removed_at is null) held order by c)
  from experts e
  cross join lateral (
    select count(*)::integer as mention_count from message_experts x
    join messages r on r.id = x.message_id and r.visible and not r.is_private
    join thread_feed f on f.thread_id = r.thread_id and f.visible
    where x.expert_id = e.id) m
  where e.id = any(expert_ids)
$$;

create or replace function refresh_experts(expert_ids bigint[]) returns void language plpgsql as $$
begin
  perform 1 from experts where id = any(expert_ids) order by id for no key update;
  update experts e set mention_count = c.mention_count, channels = c.channels
    from counted_experts(expert_ids) c
    where c.expert_id = e.id and (e.mention_count, e.channels) is distinct from (c.mention_count, c.channels);
  delete from expert_mentions m where m.expert_id = any(expert_ids)
    and not exists (select from counted_mentions(array[m.expert_id]) c where c.channels = m.channels);
  insert into expert_mentions (expert_id, channels, num_of_messages) select * from counted_mentions(expert_ids)
    on conflict (expert_id, channels) do update set num_of_messages = excluded.num_of_messages
      where expert_mentions.num_of_messages <> excluded.num_of_messages;
end
$$;

create or replace function drifted_experts(expert_ids bigint[]) returns setof bigint language sql stable as $$
  select e.id from experts e join counted_experts(expert_ids) c on c.expert_id = e.id
  where (e.mention_count, e.channels) is distinct from (c.mention_count, c.channels)
  union
  (select m.expert_id from expert_mentions m full join counted_mentions(expert_ids) c using (expert_id, channels)
    where m.num_of_messages is distinct from c.num_of_messages and m.expert_id = any(expert_ids))
  union
  select c.expert_id from counted_mentions(expert_ids) c
  where not exists (select from expert_mentions m where m.expert_id = c.expert_id and m.channels = c.channels)
$$;

insert into expert_mentions (expert_id, channels, num_of_messages)
  select * from counted_mentions(array(select id from experts));
