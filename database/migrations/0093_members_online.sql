-- Who is shown as online, without reading every member.
create index concurrently users_shown_online on users (shown_online_until) where shown_online_until is not null;
