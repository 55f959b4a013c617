-- Files that members have uploaded and no post has taken yet. Each has files of its own on the disk, never shared by
-- content with another, so that what nobody took can be deleted without asking who else has it.
create table uploads (
  key text primary key check (length(key) = 22),
  user_id bigint not null references users on delete cascade,
  name text not null,
  file_type text not null,
  size bigint not null check (size > 0),
  storage_key text not null,
  preview_key text,
  width integer,
  height integer,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index uploads_user on uploads (user_id, created_at);
create index uploads_created on uploads (created_at);

alter table message_attachments add column preview_key text, add column width integer, add column height integer;
