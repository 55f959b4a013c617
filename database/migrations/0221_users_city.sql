-- And those of the viewer's city.
create index concurrently users_city on users (city, date_joined desc, id);
