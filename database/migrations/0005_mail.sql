-- Messages of an archive that answer something not (yet) here. When it arrives, from whatever archive, it takes
-- its place above them and their threads become one. Distance 0 is the message answered, 1 the one before it.
create table mail_awaited (
  message_id bigint not null references messages on delete cascade,
  external_id text not null,
  distance smallint not null,
  primary key (message_id, external_id)
);
create index mail_awaited_external on mail_awaited (external_id);
