-- Since when a member stands in the directory: joining takes days, and an alert looks back one night.
alter table profiles add column listed_at timestamptz;
update profiles p set listed_at = u.date_joined from users u where u.id = p.user_id and p.is_listed;

create function keep_listed_at() returns trigger language plpgsql as $$
begin
  new.listed_at := coalesce(new.listed_at, clock_timestamp());
  return new;
end
$$;
create trigger profiles_listed before insert or update of is_listed on profiles
  for each row when (new.is_listed and new.listed_at is null) execute function keep_listed_at();
