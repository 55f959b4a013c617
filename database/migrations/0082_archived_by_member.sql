-- Who archives a conversation between two does so for themselves; a new message brings it back. The other notices
-- nothing. inbox_groups.archived is for groups, which are read-only from then on.
alter table inbox_members add column archived_at timestamptz;

update inbox_members m set archived_at = now() from inbox_groups g
  where g.id = m.group_id and g.pair is not null and g.archived;
update inbox_groups set archived = false where pair is not null and archived;
