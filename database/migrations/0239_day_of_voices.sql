-- The day of a recommendation, in days since 2000, instead of its quarter of the calendar: who recommended in the last
-- days of one quarter and the first of the next counted twice.
alter table expert_voices add column day integer not null default 0;
create or replace function weigh_recommendations(recommendation_ids bigint[]) returns void language plpgsql as $$
begin
  delete from expert_voices v where v.recommendation_id = any(recommendation_ids) and not exists (
    select from expert_recommendations r join users u on u.id = r.author_id
    where r.id = v.recommendation_id and r.removed_at is null and not u.suspended);
  insert into expert_voices (recommendation_id, expert_id, author_id, company, quarter, day, weight, channels)
    select r.id, r.expert_id, r.author_id, coalesce(u.company_id, -u.id),
      (extract(year from r.pub_date) - 2000) * 4 + extract(quarter from r.pub_date),
      (r.pub_date at time zone 'UTC')::date - '2000-01-01'::date,
      power(0.5, extract(epoch from now() - r.pub_date) / 86400 / 730)
        * case when r.affiliation is null then 1 else 0.25 end
        * least(1, greatest(0.02, extract(epoch from now() - u.date_joined) / 86400 / 365)),
      r.channels
    from expert_recommendations r join users u on u.id = r.author_id and not u.suspended
    where r.id = any(recommendation_ids) and r.removed_at is null
    on conflict (recommendation_id) do update set expert_id = excluded.expert_id, company = excluded.company,
      quarter = excluded.quarter, day = excluded.day, weight = excluded.weight, channels = excluded.channels;
end
$$;

update expert_voices v set day = (r.pub_date at time zone 'UTC')::date - '2000-01-01'::date
  from expert_recommendations r where r.id = v.recommendation_id;
