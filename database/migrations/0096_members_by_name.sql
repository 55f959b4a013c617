-- Members in the order of their names, for choosing one.
create index concurrently users_names on users (last_name, first_name, id);
