-- Every staff act in an unbroken chain: each hash covers the act and the hash before it. The copied columns are what the
-- staff log is filtered by, each with an index in the order of the log.
create table staff_act_chain (
  place bigint primary key,
  act_id bigint not null references staff_acts,
  actor_id bigint,
  act text not null,
  item_id bigint,
  at timestamptz not null,
  hash text not null
);
create unique index staff_act_chain_act_id on staff_act_chain (act_id);
create index staff_act_chain_at on staff_act_chain (at desc, act_id desc);
create index staff_act_chain_actor on staff_act_chain (actor_id, at desc, act_id desc);
create index staff_act_chain_act on staff_act_chain (act, at desc, act_id desc);
create index staff_act_chain_item on staff_act_chain (item_id, at desc, act_id desc);

-- An array, so that no value can pass for two; seconds, because the text of a time depends on the session.
create function staff_act_hash(act staff_acts, place bigint, previous text) returns text language sql stable parallel safe as $$
  select encode(sha256(convert_to(jsonb_build_array(previous, place, act.id, act.actor_id, act.act, act.item_id, act.item_name,
    act.before, act.after, extract(epoch from act.at))::text, 'UTF8')), 'hex')
$$;

create function chain_staff_act() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtext('staff_act_chain'));
  select c.place, c.hash into last from staff_act_chain c order by c.place desc limit 1;
  insert into staff_act_chain (place, act_id, actor_id, act, item_id, at, hash)
  values (coalesce(last.place, 0) + 1, new.id, new.actor_id, new.act, new.item_id, new.at,
    staff_act_hash(new, coalesce(last.place, 0) + 1, coalesce(last.hash, '')));
  return null;
end $$;
-- At the commit: an action holds the lock for an instant, and waits for nothing else while it does.
create constraint trigger staff_acts_chained after insert on staff_acts deferrable initially deferred
  for each row execute function chain_staff_act();

-- The trigger above already holds off other writers until this migration commits.
do $$
declare
  done staff_acts;
  number bigint := 0;
  previous text := '';
begin
  for done in select * from staff_acts order by id loop
    number := number + 1;
    previous := staff_act_hash(done, number, previous);
    insert into staff_act_chain (place, act_id, actor_id, act, item_id, at, hash)
    values (number, done.id, done.actor_id, done.act, done.item_id, done.at, previous);
  end loop;
end $$;

create trigger staff_acts_not_emptied before truncate on staff_acts for each statement execute function keep_decisions();
create trigger staff_act_chain_kept before update or delete on staff_act_chain
  for each row execute function keep_decisions();
create trigger staff_act_chain_not_emptied before truncate on staff_act_chain
  for each statement execute function keep_decisions();
create trigger moderation_decisions_not_emptied before truncate on moderation_decisions
  for each statement execute function keep_decisions();
