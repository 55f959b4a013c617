-- Staff of one network choose parts of a series from what is in their networks and from what they added themselves.
alter table material_videos add column added_by bigint references users (id) on delete set null;
