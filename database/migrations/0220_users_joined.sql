-- Home names members who joined lately; without this it read every member.
create index concurrently users_joined on users (date_joined desc, id);
