-- Decisions about posts in the chain of staff acts too, with what says that they were not changed. An array, so that no
-- value can pass for two; seconds, because the text of a time depends on the session.
create function decision_hash(d moderation_decisions) returns text language sql stable parallel safe as $$
  select encode(sha256(convert_to(jsonb_build_array(d.id, d.act_id, d.item_type, d.item_id, d.thread_id, d.decision, d.reason,
    d.actor_id, d.before, d.after, extract(epoch from d.at))::text, 'UTF8')), 'hex')
$$;

-- Neither the reason nor the words of the post: they may name somebody, and the chain is never erased.
create function chain_decision() returns trigger language plpgsql as $$
begin
  insert into staff_acts (actor_id, act, item_id, item_name, after, at)
  values (new.actor_id, 'moderation.' || new.decision, new.item_id, new.item_type || ' ' || new.item_id,
    jsonb_build_object('decision_id', new.id, 'thread_id', new.thread_id, 'hash', decision_hash(new)), new.at);
  return null;
end $$;
create trigger moderation_decisions_chained after insert on moderation_decisions
  for each row execute function chain_decision();

insert into staff_acts (actor_id, act, item_id, item_name, after, at)
select d.actor_id, 'moderation.' || d.decision, d.item_id, d.item_type || ' ' || d.item_id,
  jsonb_build_object('decision_id', d.id, 'thread_id', d.thread_id, 'hash', decision_hash(d)), d.at
from moderation_decisions d order by d.id;
