create index concurrently material_videos_added_by on material_videos (added_by) where added_by is not null;
