-- A list of series shows how many parts each has and how long they are, without reading the parts.
alter table series add column num_of_videos integer not null default 0, add column duration integer not null default 0;
create function count_parts_of_series() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  update series s set (num_of_videos, duration) = (
    select count(*), coalesce(sum(m.duration), 0) from series_videos v join material_videos m on m.id = v.video_id where v.series_id = s.id)
  where s.id in (select c.series_id from changed c);
  return null;
end
$$;
create trigger series_videos_added after insert on series_videos
  referencing new table as changed for each statement execute function count_parts_of_series();
create trigger series_videos_changed after update on series_videos
  referencing new table as changed for each statement execute function count_parts_of_series();
create trigger series_videos_gone after delete on series_videos
  referencing old table as changed for each statement execute function count_parts_of_series();
update series s set (num_of_videos, duration) = (
  select count(*), coalesce(sum(m.duration), 0) from series_videos v join material_videos m on m.id = v.video_id where v.series_id = s.id);
